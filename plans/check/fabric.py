"""Constraints on devices and cables of any plan: names, units, ports, pieces and amounts.

It shares no code with the readers of lists and files or with the writer of a plan's columns.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from netfloor.plans.check.panels import joint_problems
from netfloor.plans.models import LaidModel, PlanModel
from netfloor.topologies.parameters import printable

_KINDS = {"switch", "server", "panel", "storage", "pdu", "other"}
#: Maximum device figures that readers accept, and maximum link rate in Gb/s.
_MOST = {"ports": (10**6, "ports"), "height": (100, "U"), "watts": (10**6, "W"), "kilograms": (10**5, "kg")}
_LEAST_GBPS, _MAX_GBPS = 1e-6, 1e6
_DEVICE_TEXTS = ("name", "model", "cabinet", "feed", "network", "inlets", "outlets", "attributes")
_TABLES = frozenset({"inlets", "outlets", "attributes"})
_CABLE_TEXTS = ("id", "label_a", "label_b", "kind", "link", "piece", "attributes")
#: Control characters that a terminal or printer would interpret; cells of a list may contain line breaks.
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_LINES = str.maketrans("", "", "\t\n\r")

Columns = Mapping[str, Sequence[Any]]


def has_controls(value: object) -> bool:
    """Return whether a text, or a text in a table, has control characters; tables may contain line ends."""
    if isinstance(value, Mapping):
        texts = (str(text).translate(_LINES) for pair in value.items() for text in pair)
        return any(map(has_controls, texts))
    return bool(_CONTROLS.search(str(value)))


def text_problems(record: PlanModel | LaidModel) -> Iterator[str]:
    """Yield texts about the plan as a whole that cannot be displayed."""
    if has_controls(record.title):
        yield "title: holds a control character"
    if any(map(has_controls, record.notes)):
        yield "notes: hold a control character"
    if isinstance(record, LaidModel) and has_controls(record.name):
        yield "name: holds a control character"


def fabric_problems(devices: Columns, cables: Columns, cabinets: Mapping[str, int]) -> Iterator[str]:
    """Yield impossible devices and cables; ``cabinets`` gives the rack units by cabinet name."""
    yield from column_text_problems(devices, cables)
    yield from _name_problems(devices)
    yield from _amount_problems(devices)
    yield from unit_problems(devices, cabinets)
    yield from _panel_problems(devices)
    yield from twice_problems("cable", cables["id"])
    yield from _rate_problems(cables)
    yield from _port_problems(devices, cables)
    yield from _piece_problems(cables)


def column_text_problems(devices: Columns, cables: Columns) -> Iterator[str]:
    """Yield texts of devices and cables that cannot be displayed or printed on a label."""
    yield from _text_problems("device", devices["name"], devices, _DEVICE_TEXTS)
    yield from _text_problems("cable", cables["id"], cables, _CABLE_TEXTS)


def twice_problems(what: str, names: Sequence[str]) -> Iterator[str]:
    """Yield duplicate names and ids."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            yield f"{what} {printable(name)}: is listed twice"
        seen.add(name)


def _text_problems(what: str, names: Sequence[str], table: Columns, texts: Sequence[str]) -> Iterator[str]:
    for column in texts:
        is_table = column in _TABLES
        broken = () if is_table else {text for text in set(table[column]) if has_controls(text)}
        for name, text in zip(names, table[column], strict=True) if is_table or broken else ():
            if has_controls(text) if is_table else text in broken:
                yield f"{what} {printable(name)}: {column} holds a control character"


def _name_problems(devices: Columns) -> Iterator[str]:
    """Yield devices of an unknown kind, and duplicate names and GUIDs.

    A dump may have several devices of one name if each has its own GUID.
    """
    holders: dict[str, str] = {}
    first: dict[str, str] = {}  # GUID of the first device of each name
    for name, kind, guid in zip(*(devices[key] for key in ("name", "kind", "guid")), strict=True):
        where = f"device {printable(name)}"
        if kind not in _KINDS:
            yield f"{where}: there is no kind {kind!r}"
        if name in first and not (guid and first[name]):
            yield f"{where}: is listed twice"
        first.setdefault(name, guid)
        if guid and guid in holders:
            yield f"{where}: has the GUID of {holders[guid]}"
        holders[guid] = printable(name)


def _amount_problems(devices: Columns) -> Iterator[str]:
    """Yield impossible power draws, weights and other amounts of devices."""
    for column, (maximum, unit) in _MOST.items():
        for name, amount in zip(devices["name"], devices[column], strict=True):
            if amount is not None and amount > maximum:
                amount_text = f"{amount:g}" if isinstance(amount, float) else str(amount)
                yield f"device {printable(name)}: {amount_text} {unit}, no device has more than {maximum:,}"


def _rate_problems(cables: Columns) -> Iterator[str]:
    """Yield impossible link rates."""
    for name, gbps in zip(cables["id"], cables["gbps"], strict=True):
        if gbps is not None and not _LEAST_GBPS <= gbps <= _MAX_GBPS:
            yield f"cable {printable(name)}: {gbps} Gb/s is not a rate of a link"


def unit_problems(devices: Columns, cabinets: Mapping[str, int]) -> Iterator[str]:
    """Yield unknown cabinets, units beyond a cabinet's height, and units occupied twice.

    A device of unknown height occupies its starting unit.
    """
    taken: dict[tuple[str, int, str], dict[str, int]] = {}
    names = [printable(name) for name in devices["name"]]
    columns = (devices[key] for key in ("cabinet", "unit", "height", "half_depth", "face", "bay"))
    for row, (cabinet, unit, height, half_depth, face, bay) in enumerate(zip(*columns, strict=True)):
        where = f"device {names[row]}"
        if cabinet and cabinet not in cabinets:
            yield f"{where}: there is no cabinet {cabinet!r}"
            continue
        if unit is None:
            continue
        high = max(1 if height is None else height, 1)
        maximum = cabinets[cabinet] if cabinet else max(cabinets.values(), default=0)
        if not 1 <= unit <= maximum - high + 1:
            within = f"the {maximum:,} units of {cabinet or 'any cabinet'}"
            yield f"{where}: unit {unit} and {high} U are not within {within}"
            continue
        sides = (face or "front",) if half_depth else ("front", "rear")
        for item in range(unit, unit + high) if cabinet else ():
            others = dict[int, None]()  # a device at front and rear is one problem
            for side in sides:
                bays = taken.setdefault((cabinet, item, side), {})
                others |= {other: None for own, other in bays.items() if not (own and bay) or own == bay}
                bays.setdefault(bay, row)
            for other in others:
                if other != row:
                    yield f"{where}: unit {item} of {cabinet} is taken by {names[other]}"


def _panel_problems(devices: Columns) -> Iterator[str]:
    """Yield port pairings inside devices that are not panels, pairings of missing ports, and duplicates."""
    columns = ("name", "kind", "ports", "passes")
    for own, kind, ports, passes in zip(*(devices[key] for key in columns), strict=True):
        if not passes:
            continue
        name = printable(own)
        if kind != "panel":
            yield f"device {name}: joins ports and is not a panel"
        joints = [re.split("[>:]", item) for item in passes.split()]
        fronts = [int(front) for front, *_ in joints]
        rears = [(int(joint[1]), int(joint[2]) if len(joint) > 2 else 1) for joint in joints]
        if any(not 1 <= port <= ports for port in (*fronts, *(rear for rear, _ in rears))):
            yield f"device {name}: joins a port that it does not have"
        if any(position < 1 for _, position in rears):
            yield f"device {name}: position 0 of a rear port, positions count from 1"
        if len(set(fronts)) < len(fronts) or {*fronts} & {rear for rear, _ in rears}:
            yield f"device {name}: joins a port twice"
        yield from joint_problems(name, passes)


def _port_problems(devices: Columns, cables: Columns) -> Iterator[str]:
    """Yield ends at unknown devices or ports, and ports with two cables by number or by label."""
    ports: dict[tuple[int, int], str] = {}
    labels: dict[tuple[int, str], str] = {}
    names = [printable(name) for name in devices["name"]]
    for row, name in enumerate(cables["id"]):
        cable = printable(name)
        own = cables["a"][row], cables["b"][row]
        if own[0] == own[1] and devices["kind"][own[0] if own[0] < len(names) else 0] != "panel":
            yield f"cable {cable}: joins a device to itself"
        for side in "ab":
            device, port = cables[side][row], cables[f"port_{side}"][row]
            label = cables[f"label_{side}"][row]
            if device >= len(names):
                yield f"cable {cable}: there is no device {device}"
                continue
            if not 1 <= port <= devices["ports"][device]:
                yield f"cable {cable}: {names[device]} has no port {port}"
            by_label = labels.setdefault((device, label), cable) if label else cable
            held = ports.setdefault((device, port), cable), by_label
            for holder in dict.fromkeys(held):  # number and label may report the same problem
                if holder != cable:
                    text = printable(label) or port
                    yield f"cable {cable}: port {text} of {names[device]} holds cable {holder}"


def _piece_problems(cables: Columns) -> Iterator[str]:
    """Yield pieces and links that do not refer to a cable."""
    ids = set(cables["id"])
    for column in ("piece", "link"):
        for name, other in zip(cables["id"], cables[column], strict=True):
            if other and other not in ids:
                yield f"cable {printable(name)}: its {column} {printable(other)!r} is not a cable"
