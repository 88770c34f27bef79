"""Independent check of a plan made from lists: locations, ports, ids and lengths, from the file only.

It shares no code with `plans.laid`, `rooms.hall` or the reader of lists.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from netfloor.foundation.files import canonical_sha256
from netfloor.foundation.tool import TOOL
from netfloor.layout.check.hall import port_lengths
from netfloor.plans.check.differences import differences
from netfloor.plans.check.fabric import fabric_problems, text_problems
from netfloor.plans.check.laid_power import power_problems
from netfloor.plans.check.laid_search import bound_problems, search_problems
from netfloor.plans.check.panels import path_problems, path_sums
from netfloor.plans.check.provable import unknown_fields
from netfloor.plans.file import document_sha256
from netfloor.plans.models import LaidModel, LaidTotalsRecord
from netfloor.topologies.parameters import printable

#: Numbers above this in a label are not port numbers.
_MAX_NUMBER = 100_000
Row = Mapping[str, Any]


def laid_problems(document: Mapping[str, Any], record: LaidModel, *, with_bound: bool = True) -> list[str]:
    """Return the contradictions within a plan of lists, or between the plan and its room.

    ``with_bound`` includes the proof of the lower bound, which takes longest.
    """
    problems = []
    if document_sha256(document) != record.sha256:
        problems.append("sha256: the file was changed after it was written")
    if record.tool.keys() != TOOL.keys() or record.tool["name"] != TOOL["name"]:
        problems.append("tool: is not netfloor and its version")
    problems += unknown_fields(record)
    problems += text_problems(record)
    hall = record.inputs.room.definition
    if canonical_sha256(hall) != record.inputs.room.definition_sha256:
        problems.append("inputs.room.definition_sha256: is not that of the definition")
    if record.name != (record.title or hall.get("name")):
        problems.append("name: is neither the title nor the name of the room")
    if not isinstance(hall.get("cabinets"), list):
        return [*problems, "inputs.room.definition: is not a hall"]
    devices, cables = record.devices.rows(), record.cables.rows()
    places = {cabinet["name"]: number for number, cabinet in enumerate(hall["cabinets"])}
    units = {cabinet["name"]: cabinet["units"] for cabinet in hall["cabinets"]}
    results = [*fabric_problems(record.devices.whole(), record.cables.whole(), units)]
    results += [*_place_problems(devices), *_label_problems(cables, devices)]
    results += path_problems(devices, cables) if not results else []
    results += _counter_problems(record, cables)
    if results:
        return problems + results
    if results := [*power_problems(record, devices, cables)]:
        return problems + results
    problems += _length_problems(cables, devices, hall, places, record.totals)
    if record.search is None or problems:
        return problems
    searched = searched_cables(record)
    results = search_problems(record.search, devices, searched, hall)
    return results or [*bound_problems(record, devices, searched, hall)] if with_bound else results


def searched_cables(record: LaidModel) -> list[Row]:
    """Return the cables that the placement search counts: all but the power cords that the plan adds."""
    added = frozenset() if record.power is None else frozenset(record.power.added)
    return [row for number, row in enumerate(record.cables.rows()) if number not in added]


def _counter_problems(record: LaidModel, cables: Sequence[Row]) -> Iterator[str]:
    """Yield ids in netfloor's own format that the plan's counters would assign again."""
    if record.next_number is None:
        if record.grown is not None:
            yield "next_number: is missing, and new cables of an expanded plan need it"
        return
    for cable in cables:
        number = re.fullmatch(r"C(\d{6,9})", cable["id"])
        if number and int(number[1]) >= record.next_number:
            yield f"cable {cable['id']}: is not an id below next_number"


def _place_problems(devices: Sequence[Row]) -> Iterator[str]:
    """Yield devices without a location, and devices of height 0 at a unit."""
    for device in devices:
        name, unit, height = printable(device["name"]), device["unit"], device["height"]
        if not device["cabinet"]:
            yield f"device {name}: is in no cabinet"
        if unit is None and height != 0:
            yield f"device {name}: has no unit"
        if unit is not None and height == 0:
            yield f"device {name}: has a unit and a height of 0"


def _label_problems(cables: Sequence[Row], devices: Sequence[Row]) -> Iterator[str]:
    """Yield ports whose number differs from the number at the end of their label.

    A label gives the number if no other label of the device ends in it. If the labels differ in nothing
    else and count from 0, the number is one higher.
    """
    labels: dict[int, dict[str, int]] = {}
    for cable in cables:
        for side in "ab" if min(cable["port_a"], cable["port_b"]) else ():  # port 0: see `fabric_problems`
            labels.setdefault(cable[side], {})[cable[f"label_{side}"]] = cable[f"port_{side}"]
    for device, ports in labels.items():
        ends = {label: re.fullmatch(r"(.*?)(\d{1,6})", label, re.ASCII | re.DOTALL) for label in ports}
        last = {label: int(end[2]) for label, end in ends.items() if end and int(end[2]) <= _MAX_NUMBER}
        times = Counter(last.values())
        alone = [label for label, number in last.items() if times[number] == 1]
        stems = {end[1] for label in alone if (end := ends[label])}
        more = int(len(stems) == 1 and 0 in (last[label] for label in alone))
        for label in alone:
            port, number = ports[label], last[label] + more
            if number and port != number and device < len(devices):
                name = printable(devices[device]["name"])
                yield f"device {name}: its port {port} is labelled {printable(label)}"


def _length_problems(
    cables: Sequence[Row],
    devices: Sequence[Row],
    hall: Row,
    places: Mapping[str, int],
    totals: LaidTotalsRecord,
) -> Iterator[str]:
    """Yield cables whose length is not that of the shortest route between their ports."""
    ends: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for cable in cables:
        both = devices[cable["a"]], devices[cable["b"]]
        for side, device in enumerate(both):
            units = (device["unit"], both[1 - side]["unit"], 1)
            height = next(unit for unit in units if unit is not None)
            ends[side].append((places[device["cabinet"]], height))
    lengths = port_lengths(hall, *ends)
    for cable, length_mm in zip(cables, lengths, strict=True):
        if cable["length_mm"] != length_mm and not cable["length_listed"]:
            yield f"cable {cable['id']}: is {length_mm} mm, the plan says {cable['length_mm']}"
    own = [
        cable["length_mm"] if cable["length_listed"] else length_mm
        for cable, length_mm in zip(cables, lengths, strict=True)
    ]
    inside = sum(devices[cable["a"]]["cabinet"] == devices[cable["b"]]["cabinet"] for cable in cables)
    derived = {
        "cables": len(cables),
        "cables_inside_cabinets": inside,
        "total_cable_mm": sum(own),
        "max_cable_mm": max(own, default=0),
    }
    sums: dict[str, int | None] = {**derived, **path_sums(devices, cables)}
    yield from differences({name: getattr(totals, name) for name in sums}, sums, "totals")
