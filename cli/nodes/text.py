"""The overview of a node, and of its looks over time, as text."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from cli.text import counted, printable

Row = Sequence[str]


def overview_text(found: Mapping[str, Any]) -> str:
    """Return an overview as lines."""
    return "".join(f"{printable(line).rstrip()}\n" for line in _overview(found))


def steps_text(steps: Sequence[Mapping[str, Any]], told: Sequence[Mapping[str, Any]]) -> str:
    """Return what happens at each look as lines."""
    lines = [line for step, one in zip(steps, told, strict=True) for line in _step(step, one)]
    return "".join(f"{printable(line).rstrip()}\n" for line in lines)


def _overview(found: Mapping[str, Any]) -> Iterator[str]:
    conditions = ", ".join(found.get("nodeConditions", ())) or "none"
    yield f"node {found['node'] or '(without a name)'}, Kubernetes {found['kubernetes']}; conditions: {conditions}"
    for setting, value in sorted(found.get("filledIn", {}).items()):
        yield f"  filled in as a kubelet does: {setting} {value}"
    if found.get("configError"):
        yield f"  the kubelet does not start with these settings: {found['configError']}"
    for one in found.get("evictions", ()):
        yield f"  may be evicted for {_eviction(one)}"
    if found["pods"]:
        yield from _pods(found["pods"])
        yield from _containers(found["pods"])
        yield from _ranks(found)
        yield from _storage(found["pods"])
    if "fit" in found:
        yield from _fit(found["fit"])
    for one in found["refused"]:
        about = f" of {one['about']}" if one["about"] else ""
        yield f"not answered: {one['question']}{about}: {'; '.join(one['because'])}"


def _pods(pods: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    yield ""
    rows = [("pod", "class", "requests", "in use", "storage of budget", "verdict")]
    for pod in pods:
        storage = pod.get("localStorage", {})
        of_budget = f"{storage['used']} of {storage.get('budget', 'no budget')}" if storage else "-"
        verdict = f"evicted ({pod['evicted']['cause']})" if "evicted" in pod else "stays"
        amounts = (_amounts(pod.get(name, {})) for name in ("podRequests", "usage"))
        rows.append((pod["name"], pod.get("qosClass", "-"), *amounts, of_budget, verdict))
    yield from table(rows)


def _amounts(amounts: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {amount}" for name, amount in amounts.items()) or "-"


def _containers(pods: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield what containers get: their scores, and the values of their cgroups by the names of these."""
    cgroups = [(pod, name, values) for pod in pods for name, values in pod.get("containerCgroups", {}).items()]
    heads = list(dict.fromkeys(head for _, _, values in cgroups for head in values))
    if not cgroups:
        return
    yield ""
    rows = [("container", "oom_score_adj", *heads)]
    for pod, name, values in cgroups:
        score = str(pod.get("oomScoreAdj", {}).get(name, "-"))
        rows.append((f"{pod['name']} {name}", score, *(str(values.get(head, "-")) for head in heads)))
    yield from table(rows)


def _ranks(found: Mapping[str, Any]) -> Iterator[str]:
    """Yield the places of Pods in rankings; signals that rank alike share a column."""
    signals: dict[tuple[str, ...], list[str]] = {}
    for signal, ranking in found["rankings"].items():
        signals.setdefault(tuple(ranking.get("ranking", ())), []).append(signal)
    if not signals:
        return
    yield ""
    heads = [", ".join(names) for names in signals.values()]
    rows = [("eviction rank", *(f"[{number}]" for number in range(1, len(heads) + 1)))]
    firsts = [names[0] for names in signals.values()]
    rows += [(pod["name"], *(str(pod["ranks"].get(signal, "-")) for signal in firsts)) for pod in found["pods"]]
    yield from table(rows)
    for number, head in enumerate(heads, 1):
        yield f"  [{number}] {head}; first to go: {found['rankings'][firsts[number - 1]].get('evicted') or 'none'}"
    if len(found["rankings"]) == 1:
        for one in next(iter(found["rankings"].values())).get("rankingReasons", ()):
            values = f" ({one['firstValue']}, {one['secondValue']})" if one["firstValue"] else ""
            yield f"  {one['first']} before {one['second']}: {one['key']}{values}"


def _storage(pods: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the sums behind a verdict on local storage."""
    for pod in pods:
        if "evicted" not in pod:
            continue
        report = pod["localStorage"]
        yield ""
        yield f"{pod['name']}: {pod['evicted']['message']}"
        for title, whole, terms in (
            ("budget", report.get("budget", "none"), report["budgetTerms"]),
            ("usage", report["used"], report["usageTerms"]),
        ):
            yield f"  {title} {whole}:"
            for term in terms:
                counts = "" if term["isCounted"] else "not counted, "
                yield f"    {term['part']}: {term['amount']} ({counts}{term['because']})"
        for limit in report["checks"]:
            change = f"; to change: {limit['toChange']}" if limit["toChange"] else ""
            outcome = "over" if limit["isOver"] else "within"
            yield f"  check {limit['check']}, {limit['part']}: {outcome} {limit['most']}, {limit['used']} used{change}"


def _fit(fit: Mapping[str, Any]) -> Iterator[str]:
    yield ""
    reasons = ", ".join(fit.get("fitReasons", ()))
    yield "the new pod fits" if fit.get("fits") else f"the new pod does not fit: {reasons}"
    heads = ("resource", "requested", "used", "allocatable", "free")
    yield from table([heads, *(tuple(row[head] for head in heads) for row in fit.get("fitResources", ()))])


def _step(step: Mapping[str, Any], told: Mapping[str, Any]) -> Iterator[str]:
    conditions = ", ".join(told.get("nodeConditions", ())) or "none"
    yield f"{step['at']}: conditions: {conditions}"
    for name, title in (("observed", "observed"), ("met", "met")):
        if told.get(name):
            yield f"  {title}: {', '.join(told[name])}"
    for signal, calls in sorted(told.get("nodeReclaim", {}).items()):
        yield f"  {signal}: {', '.join(calls)}"
    for pod, message in told.get("localStorageMessage", {}).items():
        yield f"  evicted: {pod}: {message}"
    evictions = told.get("evictions", ())
    if len(evictions) > 1:
        yield f"  one of {counted(len(evictions), 'outcome')}, which of them is left to chance:"
    for one in evictions:
        yield f"  evicted for {_eviction(one)}"
    turned_away = [pod for pod, admitted in told.get("admit", {}).items() if not admitted]
    if turned_away:
        yield f"  would not be admitted now: {', '.join(turned_away)}"


def _eviction(one: Mapping[str, Any]) -> str:
    return f"{one['signal']}: {one['pod']}, grace {one['gracePeriodSeconds']}s: {one['message']}"


def table(rows: Sequence[Row]) -> Iterable[str]:
    """Yield rows in columns, the first as their heads."""
    widths = [max(len(printable(row[column])) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        yield "  " + "  ".join(printable(cell).ljust(width) for cell, width in zip(row, widths, strict=True))
