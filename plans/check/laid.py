"""The independent check of a plan made from lists: places, ports, ids and lengths, from the file alone.

Shares no code with `plans.laid`, `rooms.hall` or the reader of lists.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from netfloor.foundation.files import canonical_sha256
from netfloor.foundation.tool import TOOL
from netfloor.layout.check.hall import port_lengths
from netfloor.plans.check.differences import differences
from netfloor.plans.check.laid_search import bound_problems, search_problems
from netfloor.plans.check.provable import NotProvable, unknown_fields
from netfloor.plans.columns import rows_of
from netfloor.plans.file import document_sha256
from netfloor.plans.models import LaidModel, TotalsRecord

#: What lists say and no reading of the plan can prove.
LISTED = tuple(
    NotProvable(f"{table}.{column}", "as the lists have it")
    for table, columns in (
        ("devices", ("name", "kind", "model", "cabinet", "unit", "height", "watts", "kilograms", "face")),
        ("devices", ("half_depth", "feed", "network", "ports", "guid", "kind_stated", "passes")),
        ("devices", ("attributes",)),
        ("cables", ("id", "a", "port_a", "label_a", "b", "port_b", "label_b", "gbps", "kind", "link")),
        ("cables", ("piece", "one_end", "attributes")),
    )
    for column in columns
)
_KINDS = {"switch", "server", "panel", "storage", "pdu", "other"}
Row = Mapping[str, Any]


def laid_problems(document: Mapping[str, Any], record: LaidModel, *, with_bound: bool = True) -> list[str]:
    """Return where the file of a plan made from lists contradicts itself or its room.

    Without ``with_bound`` the proof of its lower bound is left alone, which takes longest.
    """
    problems = []
    if document_sha256(document) != record.sha256:
        problems.append("sha256: the file was changed after it was written")
    if record.tool.keys() != TOOL.keys() or record.tool["name"] != TOOL["name"]:
        problems.append("tool: is not netfloor and its version")
    problems += unknown_fields(record)
    hall = record.inputs.room.definition
    if canonical_sha256(hall) != record.inputs.room.definition_sha256:
        problems.append("inputs.room.definition_sha256: is not that of the definition")
    if not isinstance(hall.get("cabinets"), list):
        return [*problems, "inputs.room.definition: is no hall"]
    devices, cables = rows_of(record.devices), rows_of(record.cables)
    places = {cabinet["name"]: number for number, cabinet in enumerate(hall["cabinets"])}
    found = [*_device_problems(devices, hall, places), *_cable_problems(cables, devices)]
    found += _counter_problems(record, cables)
    if found:
        return problems + found
    problems += _length_problems(cables, devices, hall, places, record.totals)
    if record.search is None or problems:
        return problems
    found = search_problems(record.search, devices, hall)
    return found or [*bound_problems(record, devices, cables, hall)] if with_bound else found


def _counter_problems(record: LaidModel, cables: Sequence[Row]) -> Iterator[str]:
    """Yield ids of netfloor's own form that are still to be given."""
    if record.next_number is None:
        return
    for cable in cables:
        number = re.fullmatch(r"C(\d{6,9})", cable["id"])
        if number and int(number[1]) >= record.next_number:
            yield f"cable {cable['id']}: is no id below next_number"


def _device_problems(devices: Sequence[Row], hall: Row, places: Mapping[str, int]) -> Iterator[str]:
    """Yield devices without a place of their own, or of an unknown kind or cabinet."""
    names: set[str] = set()
    taken: dict[tuple[str, int, str], str] = {}
    for device in devices:
        name, cabinet = device["name"], device["cabinet"]
        if name in names:
            yield f"device {name}: is listed twice"
        names.add(name)
        joined = re.sub(r":\d+", "", device["passes"]).replace(">", " ").split()
        if any(not 1 <= int(port) <= device["ports"] for port in joined):
            yield f"device {name}: joins a port that it does not have"
        if device["kind"] not in _KINDS:
            yield f"device {name}: there is no kind {device['kind']!r}"
        if cabinet in places:
            yield from _unit_problems(device, hall["cabinets"][places[cabinet]]["units"], taken)
        else:
            yield f"device {name}: there is no cabinet {cabinet!r}"


def _unit_problems(device: Row, limit: int, taken: dict[tuple[str, int, str], str]) -> Iterator[str]:
    """Yield units of a device that its cabinet does not have or another device takes."""
    name, cabinet, unit, height = (device[key] for key in ("name", "cabinet", "unit", "height"))
    if unit is None:
        if height != 0:
            yield f"device {name}: has no unit"
        return
    units = range(unit, unit + (1 if height is None else height))
    if not units or unit < 1 or units[-1] > limit:
        yield f"device {name}: unit {unit} and {height} U are not within the {limit} units of {cabinet}"
        return
    sides = (device["face"] or "front",) if device["half_depth"] else ("front", "rear")
    for one in units:
        holders = [taken.setdefault((cabinet, one, side), name) for side in sides]
        for other in dict.fromkeys(holders):  # a device in front and behind is one problem
            if other != name:
                yield f"device {name}: unit {one} of {cabinet} is taken by {other}"


def _cable_problems(cables: Sequence[Row], devices: Sequence[Row]) -> Iterator[str]:
    """Yield cables whose ids or ports are not their own."""
    ids: set[str] = set()
    ports: dict[tuple[int, int], str] = {}
    labels: dict[tuple[int, str], str] = {}
    for cable in cables:
        where = f"cable {cable['id']}"
        if cable["id"] in ids:
            yield f"{where}: is listed twice"
        ids.add(cable["id"])
        if cable["a"] == cable["b"]:
            yield f"{where}: joins a device to itself"
        for end in "ab":
            device, port, label = cable[end], cable[f"port_{end}"], cable[f"label_{end}"]
            if device >= len(devices):
                yield f"{where}: there is no device {device}"
                continue
            name = devices[device]["name"]
            if not 1 <= port <= devices[device]["ports"]:
                yield f"{where}: {name} has no port {port}"
            held = ports.setdefault((device, port), cable["id"]), labels.get((device, label))
            for own in dict.fromkeys(held):  # by number and by label: one problem where both say so
                if own not in {cable["id"], None}:
                    yield f"{where}: port {label or port} of {name} holds cable {own}"
            if label:
                labels.setdefault((device, label), cable["id"])


def _length_problems(
    cables: Sequence[Row],
    devices: Sequence[Row],
    hall: Row,
    places: Mapping[str, int],
    totals: TotalsRecord,
) -> Iterator[str]:
    """Yield cables whose length is not that of the shortest way between their ports."""
    ends: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for cable in cables:
        both = devices[cable["a"]], devices[cable["b"]]
        for side, device in enumerate(both):
            units = (device["unit"], both[1 - side]["unit"], 1)
            height = next(unit for unit in units if unit is not None)
            ends[side].append((places[device["cabinet"]], height))
    lengths = port_lengths(hall, *ends)
    for cable, length_mm in zip(cables, lengths, strict=True):
        if cable["length_mm"] != length_mm:
            yield f"cable {cable['id']}: is {length_mm} mm, the plan says {cable['length_mm']}"
    inside = sum(devices[cable["a"]]["cabinet"] == devices[cable["b"]]["cabinet"] for cable in cables)
    derived = {
        "cables": len(cables),
        "cables_inside_cabinets": inside,
        "total_cable_mm": sum(lengths),
        "max_cable_mm": max(lengths, default=0),
    }
    yield from differences({name: getattr(totals, name) for name in derived}, derived, "totals")
