"""The floor that the compiler is measured against: two engine rounds for one pod, written by hand.

3 containers x 3 resources under 2 LimitRanges. Round one injects (limit copied to request, default limit, default
request); round two checks request <= limit, min, max and ratio of every container and concludes the QoS class.
Prints microseconds an evaluation, the least of several rounds. Amounts are MilliValues, already parsed: parsing is
not part of the figure, building rows, matching and reading the firings are.
"""

import json
import time

import durable_rules_engine as durable

END = '{"id":"end","k":0}'
SHAPE_USAGE, SHAPE_BOUND, SHAPE_CLASS = 1, 2, 3


def conditions(shape, *rest):
    return {"all": [{"m": {"$and": [{"k": shape}, *rest]}}], "cap": 65535, "pri": 1}


def exists(*columns):
    return [{"$ex": {column: 1}} for column in columns]


def compare(operator, left, right):
    return {operator: {left: {"$m": right}}}


def create(rules):
    rules["$end"] = {"all": [{"m": {"k": 0}}], "pri": 100}
    handle = durable.create_ruleset("r", json.dumps(rules))
    drive(handle, [])
    return handle


def drive(handle, rows):
    body = "[" + "".join(rows) + END + "]"
    _, state = durable.assert_facts(handle, body)
    firings = []
    try:
        result = durable.start_action_for_state(handle, state)
        message = result and result[1]
        while message:
            ((rule, matched),) = json.loads(message).items()
            if rule != "$end":
                if type(matched) is dict:
                    matched = [matched]
                firings.extend((rule, int(row["m"]["id"])) for row in matched)
            message = durable.complete_and_start_action(handle, state)
    finally:
        durable.delete_state(handle, "0")
    firings.sort()
    return firings


INJECT = {
    "copied_request": conditions(1, {"$nex": {"r": 1}}, *exists("l")),
    "default_limit": conditions(1, {"$nex": {"l": 1}}, *exists("dl")),
    "default_request": conditions(1, {"$nex": {"r": 1}}, {"$nex": {"l": 1}}, *exists("dr")),
}
CHECK = {
    "request_above_limit": conditions(1, *exists("r", "l"), compare("$gt", "r", "l")),
    "min_absent": conditions(2, {"$nex": {"r": 1}}, *exists("min")),
    "min_request": conditions(2, *exists("r", "min"), compare("$lt", "r", "min")),
    "min_limit": conditions(2, *exists("l", "min"), compare("$lt", "l", "min")),
    "max_absent": conditions(2, {"$nex": {"l": 1}}, *exists("max")),
    "max_limit": conditions(2, *exists("l", "max"), compare("$gt", "l", "max")),
    "max_request": conditions(2, *exists("r", "max"), compare("$gt", "r", "max")),
    "ratio_no_request": conditions(2, {"$nex": {"r": 1}}, *exists("p")),
    "ratio_no_limit": conditions(2, {"$nex": {"l": 1}}, *exists("p")),
    "ratio": conditions(2, *exists("q", "p"), compare("$gt", "q", "p")),
    "best_effort": conditions(3, {"m": 0}, {"any": 0}),
    "guaranteed": conditions(3, {"any": 1}, {"all": 1}),
    "burstable": conditions(3, {"any": 1}, {"all": 0}),
}


def optional(name, value):
    return "" if value is None else f',"{name}":{value}'


def evaluate(inject, check, containers, ranges):
    rows, targets = [], []
    for container in containers:
        requests, limits = container
        for bounds in ranges:
            for resource, bound in bounds.items():
                rows.append(
                    f'{{"id":"{len(targets)}","k":1{optional("r", requests.get(resource))}'
                    f'{optional("l", limits.get(resource))}{optional("dl", bound[0])}{optional("dr", bound[1])}}},'
                )
                targets.append((requests, limits, resource, bound))
    for rule, row in drive(inject, rows):
        requests, limits, resource, bound = targets[row]
        if rule == "copied_request":
            requests.setdefault(resource, limits[resource])
        elif rule == "default_limit":
            limits.setdefault(resource, bound[0])
        else:
            requests.setdefault(resource, bound[1])
    rows, number, positive, equal = [], 0, False, True
    for requests, limits in containers:
        for resource, request in requests.items():
            limit = limits.get(resource)
            rows.append(f'{{"id":"{number}","k":1,"r":{request}{optional("l", limit)}}},')
            number += 1
            positive = positive or request > 0
            equal = equal and request == limit
        for bounds in ranges:
            for resource, bound in bounds.items():
                request, limit = requests.get(resource), limits.get(resource)
                ratio = int(limit / request * 1000) if request and limit else None
                rows.append(
                    f'{{"id":"{number}","k":2{optional("r", request)}{optional("l", limit)},"min":{bound[2]}'
                    f',"max":{bound[3]}{optional("q", ratio)},"p":{bound[4]}}},'
                )
                number += 1
    rows.append(f'{{"id":"{number}","k":3,"any":{int(positive)},"all":{int(equal)},"m":0}},')
    return drive(check, rows)


def main():
    inject, check = create(dict(INJECT)), create(dict(CHECK))
    bounds = {name: (500, 250, 10, 100000, 4000) for name in ("cpu", "memory", "ephemeral-storage")}
    ranges = [bounds, dict(bounds)]
    declared = {"cpu": 400, "memory": 450, "ephemeral-storage": 480}

    def pods(kind):
        return {
            "nothing declared": [({}, {}) for _ in range(3)],
            "limits declared": [({}, dict(declared)) for _ in range(3)],
            "all declared": [({**declared}, {**declared}) for _ in range(3)],
        }[kind]

    for kind in ("nothing declared", "limits declared", "all declared"):
        least = 1e9
        for _ in range(15):
            batch = [pods(kind) for _ in range(300)]
            start = time.perf_counter()
            for pod in batch:
                firings = evaluate(inject, check, pod, ranges)
            least = min(least, (time.perf_counter() - start) / 300)
        print(f"{kind:20} {least * 1e6:7.1f} microseconds   {firings}")


main()
