"""Cables of a NetBox export: a wire for each pair of network or power ports; other cables are counted."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field

from netfloor.exchange.readers.draft import Draft, Plug, Wire
from netfloor.exchange.readers.netbox.ports import (
    FRONT,
    INTERFACE,
    NETWORK,
    OUTLET,
    PANEL_PORT,
    POWER,
    POWER_FEED,
    POWER_PORT,
    REAR,
    PortAt,
    Ports,
    ports_of_side,
    stated_kind,
)
from netfloor.exchange.tables.fields import checked_name, length_mm
from netfloor.exchange.tables.problems import Problems
from netfloor.exchange.tables.tables import Record
from netfloor.fabric.media import MULTIMODE, SINGLE_MODE
from netfloor.foundation.errors import InputError
from netfloor.foundation.wording import count_text

#: Start of a description from netfloor's NetBox export: the ids of the links in the cable, ended by a
#: comma; text from other authors follows this separator.
OWN_DESCRIPTION, OTHERS_TEXT = "netfloor ", " // "
#: Description word: the label is not netfloor's own text of locations and ports.
OWN_LABEL = ", label as given"
#: Description words: the cable is installed, and its length is listed instead of computed from its route.
OWN_INSTALLED, OWN_INSTALLED_LISTED = "installed", "installed with the length listed"
_KEPT = ("label", "color", "description", "comments")
#: Words of a cable type: the name in NetBox's imports, and the `Cable.kind`.
_TYPES = (
    (re.compile(r"\bcat ?([3-8][ae]?)\b"), "cat{}", "TP"),
    (re.compile(r"\baoc\b"), "aoc", "AOC"),
    (re.compile(r"\b(?:dac|attach)\b.*\bpassive\b|\bpassive\b.*\bdac\b"), "dac-passive", "DAC"),
    (re.compile(r"\b(?:dac|attach)\b.*\bactive\b|\bactive\b.*\bdac\b"), "dac-active", ""),
    (re.compile(r"\b(om[345])\b"), "mmf-{}", "{}"),
    (re.compile(r"\b(om[12])\b"), "mmf-{}", "{}"),
    (re.compile(r"\b(os[12])\b"), "smf-{}", "{}"),
    (re.compile(r"\bmmf\b|\bmultimode\b"), "mmf", MULTIMODE),
    (re.compile(r"\bsmf\b|\bsinglemode\b|\bsingle mode\b"), "smf", SINGLE_MODE),
)
_LONGEST_TYPE = 100


@dataclass
class NetBoxWires:
    """The wires of an export, and the power feed of each PDU."""

    wires: list[Wire] = field(default_factory=list)
    feeds: dict[str, str] = field(default_factory=dict)


@dataclass
class _Counts:
    """Counts of cables for the notes."""

    others: Counter[str] = field(default_factory=Counter)
    several: list[str] = field(default_factory=list)
    wired: list[str] = field(default_factory=list)


def read_cables(
    draft: Draft, cables: list[Record], ports: Ports, devices: Collection[str], *, in_order: bool
) -> NetBoxWires:
    """Return the wires of cables between interfaces, panel ports, and power ports and outlets.

    A cable with several ports per side becomes one wire per pair of ports; a cable from one port to
    several, such as a breakout, becomes one wire per far port, with its near ports named ``swp1/1`` and so
    on. If a profile gives the wiring, import files and exports of NetBox 4.7 list ports in that order, each
    with its device; otherwise natural order applies.

    ``in_order``: whether the export lists the ports of a side in connector order.
    """
    counts, cabling = _Counts(), NetBoxWires()
    read = [(record, _sides(record, ports, counts, in_order=in_order)) for record in cables]
    known = [(record, sides) for record, sides in read if sides is not None]
    ports.note(end for _, sides in known for side in sides for end in side)
    problems = Problems(draft.name)
    for record, sides in known:
        kinds = {end.kind for side in sides for end in side}
        missing = [end for side in sides for end in side if end.device not in devices]
        if POWER_FEED in kinds:
            _feed(cabling, sides)
        elif missing and kinds != {INTERFACE}:
            counts.others["lead to a device missing from the export"] += 1
        else:
            with problems.collecting():
                cabling.wires += _wires(record, sides, ports)
    problems.raise_all()
    _note(draft, counts)
    return cabling


def _note(draft: Draft, counts: _Counts) -> None:
    for why, count in counts.others.items():
        draft.notes.append(f"{count_text(count, 'cable')} left out: {why}")
    for how, where in (
        ("as their profile says", counts.wired),
        ("in the order of their names", counts.several),
    ):
        if where:
            what = f"{len(where):,} cables have several ports a side: joined {how}"
            draft.notes.append(f"{what}, first at {where[0]}")


def _sides(record: Record, ports: Ports, counts: _Counts, *, in_order: bool) -> list[list[PortAt]] | None:
    """Return the ends of both sides; None for a cable that is neither network nor power."""
    kinds = [stated_kind(record, side) for side in "ab"]
    if POWER_FEED in kinds and POWER_PORT in kinds:
        names = [(record.text(f"device_{side}"), record.text(f"name_{side}")) for side in "ab"]
        return [[PortAt(*name, kind)] for name, kind in zip(names, kinds, strict=True)]
    if not all(kind in NETWORK | POWER for kind in kinds if kind) or not all(
        kind or record.text(f"device_{side}") for kind, side in zip(kinds, "ab", strict=True)
    ):
        other = next((record.text(f"type_{side}") for side in "ab" if _is_other(record, side)), "")
        counts.others[f"end at a {other.lower()}" if other else "end at no device"] += 1
        return None
    wired = (in_order or all(kinds)) and _says_wiring(record)
    named = [ports_of_side(record, side, ports.of.keys(), wired=wired) for side in "ab"]
    sides = [
        [PortAt(device, name, kind or ports.kind_of((device, name))) for device, name in side]
        for side, kind in zip(named, kinds, strict=True)
    ]
    sides = [_settled(side, other) for side, other in (sides, sides[::-1])]
    results = {end.kind for side in sides for end in side}
    if not (results <= NETWORK or results <= POWER):
        counts.others["end at ports that no export of ports lists, such as power or console"] += 1
        return None
    if max(map(len, sides)) > 1:
        (counts.wired if wired else counts.several).append(record.where)
    return sides


def _is_other(record: Record, side: str) -> bool:
    kind = stated_kind(record, side)
    return bool(kind) and kind not in NETWORK | POWER


def _settled(side: list[PortAt], other: list[PortAt]) -> list[PortAt]:
    """Return a side with its undetermined port kinds inferred from the other side.

    The rear of a panel port leads to other panels, the front to interfaces.
    """
    far = {end.kind for end in other}
    return [
        PortAt(end.device, end.name, POWER_PORT)
        if not end.kind and far == {OUTLET}
        else PortAt(end.device, end.name, FRONT if far == {INTERFACE} else REAR)
        if end.kind == PANEL_PORT
        else end
        for end in side
    ]


def _feed(cabling: NetBoxWires, sides: list[list[PortAt]]) -> None:
    feed, fed = sorted((side[0] for side in sides), key=lambda end: end.kind)
    if fed.device and feed.name:
        cabling.feeds[fed.device] = feed.name


def _says_wiring(record: Record) -> bool:
    """Return True if a profile maps the ports of both sides one to one, each named with its device."""
    profile = record.text("profile").lower()
    cells = [[record.text(f"{what}_{side}").split(",") for what in ("device", "name")] for side in "ab"]
    each = all(len(devices) == len(names) for devices, names in cells)
    return bool(profile) and "shuffle" not in profile and each


def _wires(record: Record, sides: list[list[PortAt]], ports: Ports) -> list[Wire]:
    """Return the wires of a record, one per pair of ports."""
    length = _length_mm(record)
    maximum = max(len(side) for side in sides)
    if any(len(side) not in {1, maximum} for side in sides):
        what = f"{len(sides[0])} ports on side A, {len(sides[1])} on side B"
        raise InputError(record.where, what, "as many on both sides, or one on a side")
    ids, attributes = _ids(record, maximum), _attributes(record, maximum)
    if sides[0][0].kind in POWER:  # the cable type adds nothing for a power cord
        attributes = tuple(attribute for attribute in attributes if attribute != ("type", "power"))
    kind = type_of_cable(record.text("type"))[1]
    installed, listed = _installed(record, maximum)
    wires = []
    for lane in range(maximum):
        ends = [side[lane % len(side)] for side in sides]
        rates = [ports.rates.get((end.device, end.name)) for end in ends]
        plugs = []
        for side, end in zip(sides, ends, strict=True):
            name = end.name if len(side) == maximum else f"{end.name}/{lane + 1}"
            plugs.append(Plug(end.device, ports.label(PortAt(end.device, name, end.kind), record.where)))
        wires.append(
            Wire(
                plugs[0],
                plugs[1],
                record.where,
                min((rate for rate in rates if rate is not None), default=None),
                length,
                power=ends[0].kind in POWER,
                id=ids[lane],
                kind=kind,
                piece=record.where if maximum > 1 else "",
                installed=installed,
                length_listed=listed,
                attributes=attributes,
            )
        )
    return wires


def _length_mm(record: Record) -> int | None:
    """Return the length of a cable; a missing unit, which NetBox never exports, is a problem."""
    text, unit = record.text("length"), record.text("length_unit")
    if text and not unit and not any(map(str.isalpha, text)):
        what = "a length without a unit: its length_unit is blank"
        raise InputError(
            record.where, what, "m, cm, ft or in for each length; blank only where there is none"
        )
    return length_mm(text, record.where, unit)


def _ids(record: Record, count: int) -> list[str]:
    """Return the ids of the links in a cable: netfloor's own, otherwise NetBox's, otherwise none."""
    own = own_ids(record.text("description"), count)
    if own:
        return own
    number = record.text("id")
    if not number:
        return [""] * count
    checked_name(number, record.where, "a cable")
    return [number, *(f"{number}.{lane}" for lane in range(2, count + 1))]


def own_ids(description: str, count: int) -> list[str]:
    """Return the ids at the start of a description that netfloor wrote, otherwise none."""
    if not description.startswith(OWN_DESCRIPTION):
        return []
    text = description.partition(OTHERS_TEXT)[0].removeprefix(OWN_DESCRIPTION).partition(",")[0]
    ids = [text] if count == 1 else text.split()
    return ids if len(ids) == count and all(ids) else []


def _installed(record: Record, count: int) -> tuple[bool, bool]:
    """Return whether netfloor marked a cable as installed, and its length as listed."""
    text = record.text("description")
    words = text.partition(OTHERS_TEXT)[0].split(", ") if own_ids(text, count) else []
    return bool({OWN_INSTALLED, OWN_INSTALLED_LISTED} & {*words}), OWN_INSTALLED_LISTED in words


def _attributes(record: Record, count: int) -> tuple[tuple[str, str], ...]:
    """Return the other attributes of a cable, including its unit of length if not metric.

    A label next to ids that netfloor wrote is netfloor's own, unless marked otherwise.
    """
    values = {name: text for name in _KEPT if (text := record.text(name))}
    if own_ids(values.get("description", ""), count):
        own, _, others = values.pop("description").partition(OTHERS_TEXT)
        values |= {"description": others} if others else {}
        if OWN_LABEL not in own:
            values.pop("label", None)
    if status := record.text("status"):
        values["status"] = status.lower()
    if slug := type_of_cable(record.text("type"))[0]:
        values["type"] = slug
    if "color" in values:
        values["color"] = values["color"].lower().removeprefix("#")
    if unit := length_unit(record):
        values["length_unit"] = unit
    return tuple(values.items())


#: NetBox's names of a unit, in imports and in lists.
_UNITS = {"ft": ("ft", "feet"), "in": ("in", "inches"), "mi": ("mi", "miles")}


def length_unit(record: Record) -> str:
    """Return the unit of a non-metric length, as named in NetBox's imports."""
    words = f"{record.text('length')} {record.text('length_unit')}".lower().split()
    return next((unit for unit, named in _UNITS.items() if set(words) & set(named)), "")


def type_of_cable(text: str) -> tuple[str, str]:
    """Return the name of a cable type in NetBox's imports, and its `Cable.kind`, empty if undetermined."""
    words = re.sub(r"[^a-z0-9]+", " ", text[:_LONGEST_TYPE].lower()).strip()
    for pattern, slug, kind in _TYPES:
        if (match := pattern.search(words)) is not None:
            result = match[1] if match.groups() else ""
            return slug.format(result), kind.format(result.upper())
    return words.replace(" ", "-"), ""


def panel_ports(ports: Ports, wires: list[Wire]) -> dict[str, list[tuple[int | str, int | str, int]]]:
    """Return the port pairings of each panel by the labels of its ports in use."""
    joints: dict[str, list[tuple[int | str, int | str, int]]] = defaultdict(list)
    cabled = {plug for wire in wires for plug in wire.plugs}
    for (device, name), rears in ports.passes.items():
        front = ports.label(PortAt(device, name, FRONT), "")
        for rear, position in rears:
            behind = ports.label(PortAt(device, rear, REAR), "")
            if {Plug(device, front), Plug(device, behind)} <= cabled:
                joints[device].append((front, behind, position))
    return joints
