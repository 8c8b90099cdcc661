"""``podlaw node``: who is over which limit, who goes first, what each container gets, whether a new Pod fits."""

import argparse
import json
import sys
from collections.abc import Mapping
from typing import Any

from cli.cases.looks import looks, step_of
from cli.nodes.files import LAYOUTS, NodeFiles, NodeFilesError
from cli.nodes.overview import overview
from cli.nodes.text import overview_text, steps_text
from cli.rules_folder import rules_folder
from cli.text import printable
from engine import Policy, Request, RequestError, report
from server.manifests import encode


def run(options: argparse.Namespace) -> int:
    """Report on a node, or step through observations of it.

    Returns 0; 1 if a Pod is evicted, a new one does not fit, or a kubelet would not start; 2 if the files are wrong.
    """
    policy = Policy.load(rules_folder(options.rules))
    try:
        inputs, steps = _inputs(options)
        minor = policy.minor(options.kubernetes or _kubelet_version(inputs.get("node")))
        if options.what == "simulate":
            return _simulate(policy, inputs, steps, minor, options.output)
        return _report(policy, inputs, minor, options.output)
    except NodeFilesError as error:
        mistakes = error.mistakes
    except RequestError as error:
        mistakes = [f"{one.field}: {one.description}" for one in error.violations]
    sys.stderr.write("".join(f"podlaw: {printable(mistake)}\n" for mistake in mistakes))
    return 2


def _inputs(options: argparse.Namespace) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    files = NodeFiles()
    inputs: dict[str, Any] = {"fillIn": True, "diskInfo": LAYOUTS[options.layout]}
    if options.node:
        inputs["node"] = files.one(options.node, "Node")
    inputs["nodePods"] = files.objects(options.pods, "Pod") if options.pods else []
    if options.summary:
        inputs["summary"] = files.document(options.summary)
    inputs["kubeletConfig"] = files.settings(options.kubelet_config) if options.kubelet_config else {}
    if options.signal:
        inputs["signal"] = options.signal
    if options.pod:
        inputs["pod"] = files.one(options.pod, "Pod")
    if options.limit_ranges:
        inputs["limitRanges"] = files.objects(options.limit_ranges, "LimitRange")
    steps = files.steps(options.steps) if options.steps else []
    if options.what == "simulate" and not options.steps:
        files.mistakes.append("`podlaw node simulate` needs --steps, a sequence of observations")
    files.done()
    return inputs, steps


def _kubelet_version(node: Any) -> str:
    """Return the version that a Node tells of its kubelet, "" if it tells none."""
    for step in ("status", "nodeInfo", "kubeletVersion"):
        node = node.get(step) if isinstance(node, Mapping) else None
    return node if isinstance(node, str) else ""


def _report(policy: Policy, inputs: dict[str, Any], minor: str, output: str) -> int:
    looked = {"at": "0s"} if "summary" in inputs else {}
    found = overview(inputs, report(policy, inputs | looked, minor), minor)
    found |= {"policyVersion": policy.version, "policyDigest": policy.digest}
    sys.stdout.write(
        f"{json.dumps(json.loads(encode(found)), indent=2)}\n" if output == "json" else overview_text(found)
    )
    refused = any(one["about"] == "" for one in found["refused"])
    wrong = any("evicted" in pod for pod in found["pods"]) or not found.get("fit", {}).get("fits", True)
    return 2 if refused else int(wrong or "configError" in found)


def _simulate(policy: Policy, inputs: dict[str, Any], steps: list[dict[str, Any]], minor: str, output: str) -> int:
    names = ("nodePods", "kubeletConfig", "diskInfo", "fillIn")
    always = {name: inputs[name] for name in names if name in inputs}

    def ask(given: Mapping[str, Any]) -> Mapping[str, Any]:
        request = Request({**always, **given}, minor, question="nodePressure")
        return policy.evaluate(request).conclusions

    told = list(looks(steps, ask))
    if output == "json":
        shown = [{"at": step["at"], **step_of(one)} for step, one in zip(steps, told, strict=True)]
        sys.stdout.write(_json(shown))
    else:
        sys.stdout.write(steps_text(steps, told))
    if any(one.get("configError") for one in told):
        sys.stderr.write(f"podlaw: the kubelet does not start: {printable(told[0]['configError'])}\n")
        return 1
    return int(any(one.get("evictions") or one.get("localStorageMessage") for one in told))


def _json(value: Any) -> str:
    return f"{json.dumps(json.loads(encode(value)), indent=2)}\n"
