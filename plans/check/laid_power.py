"""Independent check of power cords: labels, connectors, feeds and limits, from the plan's rows only.

It shares no code with the assignment of cords or the summing of their loads.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from netfloor.costmodels.check.cords import is_power_cord
from netfloor.plans.models import LaidModel
from netfloor.plans.record_tables import PowerRecord
from netfloor.topologies.parameters import printable

Row = Mapping[str, Any]
#: Outlet by the device inlet that its cord fits; other inlets fit outlets of the same name.
_OUTLETS = {
    "C14": {"C13", "C39"}, "C13": {"C13", "C39"}, "C20": {"C19", "C39"}, "C19": {"C19", "C39"},
    **{f"C{number}": {f"C{number - 1}"} for number in (2, 4, 6, 8, 10, 12, 16, 18, 22, 24)},
}  # fmt: skip
_SLACK_W = 1e-3


def power_problems(record: LaidModel, devices: Sequence[Row], cables: Sequence[Row]) -> Iterator[str]:
    """Yield cords at unlisted power ports or with wrong connectors, and violated rules and limits."""
    cords = [cable for cable in cables if is_power_cord(cable, devices)]
    yield from _port_problems(cords, devices)
    for device in devices:
        if device["kind"] != "pdu" and (device["outlets"] or device["rating_w"] is not None):
            yield f"device {printable(device['name'])}: has outlets or a rating and is no PDU"
    rules = record.power
    if rules is None:
        return
    if any(number >= len(cables) for number in rules.added) or rules.added != sorted({*rules.added}):
        yield "power.added: are not some of the cables, each once"
        return
    strange = [number for number in rules.added if cables[number] not in cords]
    yield from (f"cable {cables[number]['id']}: was added and is not a power cord" for number in strange)
    known = [feed.feed for feed in rules.feeds]
    if len({*known}) < len(known):
        yield "power.feeds: a feed is listed twice"
    supplied = _supplied(cords, devices)
    yield from _missing_problems(rules, cords, devices)
    yield from (
        f"cable {printable(cables[number]['id'])}: is longer than reach_mm to another cabinet"
        for number in rules.added
        if rules.reach_mm is not None
        and cables[number]["length_mm"] > rules.reach_mm
        and len({devices[cables[number][end]]["cabinet"] for end in "ab"}) > 1
    )
    yield from _rule_problems(rules, supplied, devices)
    yield from _limit_problems(rules, supplied, devices)


def network_lengths_mm(record: LaidModel) -> list[int]:
    """Return the lengths of all cables except power cords."""
    devices = record.devices.rows()
    return [row["length_mm"] for row in record.cables.rows() if not is_power_cord(row, devices)]


def _pdu_end(cable: Row, devices: Sequence[Row]) -> str:
    """Return the end of a cable at a PDU, ``b`` before ``a``; empty if there is none."""
    return next((end for end in "ba" if devices[cable[end]]["kind"] == "pdu"), "")


def _supplied(cords: Sequence[Row], devices: Sequence[Row]) -> dict[int, list[int]]:
    """Return the PDUs at the far ends of each device's cords."""
    result: dict[int, list[int]] = defaultdict(list)
    for cord in cords:
        end = _pdu_end(cord, devices)
        other = cord["a" if end == "b" else "b"]
        if devices[other]["kind"] != "pdu":
            result[other].append(cord[end])
    return result


def _port_problems(cords: Sequence[Row], devices: Sequence[Row]) -> Iterator[str]:
    for cord in cords:
        forms = []
        for end in "ab":
            item = devices[cord[end]]
            ports, label = item["outlets" if item["kind"] == "pdu" else "inlets"], cord[f"label_{end}"]
            if ports and label not in ports:
                yield (
                    f"cable {printable(cord['id'])}: {printable(item['name'])} has no power port "
                    f"{printable(label)}"
                )
            forms.append(ports.get(label, ""))
        ways = (forms, forms[::-1])
        if all(forms) and not any(outlet in _OUTLETS.get(inlet, _alike(inlet)) for inlet, outlet in ways):
            yield f"cable {printable(cord['id'])}: a cord of {forms[0]} does not fit {forms[1]}"


def _alike(inlet: str) -> set[str]:
    """Return the outlets with the same connector name: a NEMA plug ends in P, its outlet in R."""
    return {inlet, f"{inlet[:-1]}R"} if inlet.endswith("P") else {inlet}


def _missing_problems(rules: PowerRecord, cords: Sequence[Row], devices: Sequence[Row]) -> Iterator[str]:
    """Yield inlets without a cord, and PDUs in use whose feed the rules need but is unknown."""
    corded = {(cord[end], cord[f"label_{end}"]) for cord in cords for end in "ab"}
    for number, device in enumerate(devices):
        for label in device["inlets"] if device["kind"] != "pdu" else ():
            if (number, label) not in corded:
                yield f"device {printable(device['name'])}: power port {printable(label)} has no cord"
    for number in {cord[end] for cord in cords if (end := _pdu_end(cord, devices))}:
        if (rules.apart or rules.survive) and not devices[number]["feed"]:
            yield f"device {printable(devices[number]['name'])}: no feed, which the rules need"


def _rule_problems(
    rules: PowerRecord, supplied: Mapping[int, Sequence[int]], devices: Sequence[Row]
) -> Iterator[str]:
    """Yield devices with over half of their cords on one feed, and feeds missing from the rules."""
    known = {item.feed for item in rules.feeds}
    for device in devices:
        if known and device["kind"] == "pdu" and device["feed"] and device["feed"] not in known:
            yield f"device {printable(device['name'])}: feed {printable(device['feed'])} has no rule"
    for number, pdus in supplied.items() if rules.apart else ():
        feeds = Counter(devices[pdu]["feed"] for pdu in pdus if devices[pdu]["feed"])
        for feed, count in feeds.items():
            if 2 * count > len(pdus) + 1:
                name = printable(devices[number]["name"])
                yield f"device {name}: {count} of its {len(pdus)} cords are on feed {printable(feed)}"


def _limit_problems(
    rules: PowerRecord, supplied: Mapping[int, Sequence[int]], devices: Sequence[Row]
) -> Iterator[str]:
    """Yield loads above limits, with all feeds and, if redundancy is required, with each feed failed."""
    feeds = list(dict.fromkeys(item["feed"] for item in devices if item["kind"] == "pdu" and item["feed"]))
    limits = {item.feed: item.limit_w for item in rules.feeds}
    for failed in ("", *feeds) if rules.survive else ("",):
        told = f"if feed {printable(failed)} fails, " if failed else ""
        watts: dict[int, float] = defaultdict(float)
        for device, pdus in supplied.items():
            left = [pdu for pdu in pdus if not failed or devices[pdu]["feed"] != failed]
            if not left:
                yield f"{told}device {printable(devices[device]['name'])} goes dark"
            for pdu in left:
                watts[pdu] += (devices[device]["watts"] or 0) / len(left)
        on_feed: dict[str, float] = defaultdict(float)
        for pdu, load in watts.items():
            on_feed[devices[pdu]["feed"]] += load
            maximum = devices[pdu]["rating_w"]
            if maximum is not None and load > maximum + _SLACK_W:
                yield f"{told}{printable(devices[pdu]['name'])} carries {load:g} W of {maximum:g} W"
        for feed, load in on_feed.items():
            maximum = limits.get(feed)
            if maximum is not None and load > maximum + _SLACK_W:
                yield f"{told}feed {printable(feed)} carries {load:g} W of {maximum:g} W"
