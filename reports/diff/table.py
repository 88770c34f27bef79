"""The difference of two plans as records, counts and tables, shared by all formats."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from netfloor.fabric.fabric import KINDS as DEVICE_KINDS
from netfloor.fabric.fabric import PDU, Cable, Fabric
from netfloor.foundation.units import cents_to_money, mm_to_metres
from netfloor.foundation.wording import count_text, key_label
from netfloor.plans.alignment import PricedFabric
from netfloor.plans.diff import CABLE_KEYS, DEVICE_KEYS, KINDS, CableChange, DeviceChange, PlanDiff
from netfloor.reports.formats.table import (
    Column,
    Table,
    Value,
    count_column,
    money_column,
    numbers,
    words,
)
from netfloor.reports.formats.text import one_line

#: Display names of the kinds of change.
WORDS = {
    "added": "added",
    "removed": "removed",
    "moved": "moved",
    "relengthed": "re-lengthed",
    "retyped": "re-typed",
    "replugged": "other port number",
}
_FACTS = ("cabinet_a", "position_a", "unit_a", "port_a", "cabinet_b", "position_b", "unit_b", "port_b")
_MORE = ("length_m", "gbps", "part", "medium", "ordered_m", "cost", "cable")
#: Columns that identify a link.
_LINK = ("router_a", "router_b", "parallel")
#: Columns of the CSV file.
COLUMNS = (
    *_LINK,
    *("change", "touched"),
    *(f"{when}_{name}" for name in (*_FACTS, *_MORE) for when in ("old", "new")),
    *(f"old_{name}" for name in _LINK),
)
#: Start of the note on plans without prices.
NO_MONEY = "costs are not compared"
_WHEN = ("before", "after")
#: Note if not both plans place their servers, behind which of them does.
NO_SERVERS = "servers and their cables are not compared"


def records(diff: PlanDiff) -> Iterator[dict[str, Any]]:
    """Yield a flat record per changed cable, with the keys of `COLUMNS`."""
    for change in diff.cables:
        record = {**_link(change), "change": "+".join(change.kinds), "touched": int(change.touched)}
        for when, facts in _both_facts(diff, change).items():
            record |= {f"{when}_{name}": value for name, value in facts.items()}
        yield record


def _link(change: CableChange) -> dict[str, Any]:
    old = change.old_link or (None, None, None)
    names = (*_LINK, *(f"old_{name}" for name in _LINK))
    return dict(zip(names, (*change.link, *old), strict=True))


def change_document(diff: PlanDiff, change: CableChange) -> dict[str, Any]:
    """Return a changed cable for JSON; a side without the cable is null."""
    facts = {when: own or None for when, own in _both_facts(diff, change).items()}
    return {**_link(change), "changes": list(change.kinds), "touched": change.touched, **facts}


def device_changes(diff: PlanDiff, changes: Sequence[DeviceChange]) -> dict[str, Any]:
    """Return device names by kind of change for JSON, and their places before and after."""
    return {
        **{
            kind: [change.name for change in changes if kind in change.kinds]
            for kind in ("added", "removed", "moved", "renamed", "exchanged")
        },
        "places": [
            {
                "name": change.name,
                "old_name": None if change.old is None else change.old_name,
                "old": _spot(diff.old.fabric, change.old),
                "new": _spot(diff.new.fabric, change.new),
            }
            for change in changes
        ],
    }


def _spot(fabric: Fabric, device: int | None) -> dict[str, Any] | None:
    if device is None:
        return None
    item = fabric.devices[device]
    cabinet = fabric.cabinet_name(device)
    return {"cabinet": cabinet, "position": _position(fabric, device), "unit": item.unit}


def _position(fabric: Fabric, device: int) -> int:
    """Return a device's position in its cabinet, else its lowest rack unit; 0 if it has neither."""
    item = fabric.devices[device]
    return (item.unit or 0) if item.position is None else item.position


def _both_facts(diff: PlanDiff, change: CableChange) -> dict[str, dict[str, Any]]:
    """Return a cable before and after; empty where it does not exist."""
    return {"old": _facts(diff.old, change.old), "new": _facts(diff.new, change.new)}


def _facts(side: PricedFabric, number: int | None) -> dict[str, Any]:
    if number is None:
        return {}
    fabric, cable = side.fabric, side.fabric.cables[number]
    a, b = cable.a, cable.b
    return {
        "cabinet_a": fabric.cabinet_name(a.device),
        "position_a": _position(fabric, a.device),
        "unit_a": fabric.devices[a.device].unit,
        "port_a": a.port_name or a.port,
        "cabinet_b": fabric.cabinet_name(b.device),
        "position_b": _position(fabric, b.device),
        "unit_b": fabric.devices[b.device].unit,
        "port_b": b.port_name or b.port,
        "length_m": mm_to_metres(cable.length_mm or 0),
        "gbps": cable.gbps,
        "part": cable.article,
        "medium": cable.medium,
        "ordered_m": mm_to_metres(cable.ordered_mm or 0),
        "cost": cents_to_money(side.price_cents(number)),
        "cable": cable.id,
    }


#: Display names of the classes of devices; `_CABLE_WORDS` holds those of cables.
_DEVICE_WORDS = {DEVICE_KEYS[kind]: DEVICE_KEYS[kind] for kind in DEVICE_KINDS} | {
    "pdus": "PDUs",
    "other_devices": "other",
}
_CABLE_WORDS = {key: key.removeprefix("cables_").replace("_", " ") for key in CABLE_KEYS.values()}


def account_lines(account: Mapping[str, Mapping[str, int]]) -> list[str]:
    """Return a line per non-empty class of devices and cables: how many stay, change, come and go."""
    lines = []
    for key, own in account.items():
        if not any(own.values()):
            continue
        if key in _DEVICE_WORDS:
            text = _counts_text(own, ("stay", "moved", "renamed", "exchanged", "added", "removed"))
            lines.append(f"{_DEVICE_WORDS[key]:<12} {text}")
        else:
            text = _counts_text(own, ("stay", "changed", "added", "removed"))
            is_power = key == CABLE_KEYS[PDU]
            lines.append(
                f"power cords  {text}" if is_power else f"cables       {_CABLE_WORDS[key]}: {text}"
            )
    return lines


def _counts_text(counts: Mapping[str, int], kinds: Sequence[str]) -> str:
    """Return counts by kind of change as text; rare kinds appear only if counted."""
    rare = ("renamed", "exchanged")
    texts = [f"{counts[kind]:,} {kind}" for kind in kinds if counts[kind] or kind not in rare]
    changes = ("moved", "relengthed", "retyped", "replugged") if "changed" in kinds else ()
    how = [f"{counts[kind]:,} {WORDS[kind]}" for kind in changes if counts[kind]]
    return ", ".join(texts) + (f" ({', '.join(how)})" if how else "")


def cables_sentence(account: Mapping[str, Mapping[str, int]]) -> str:
    """Return how many cables change and how many are new, as the page's opening words."""
    every = [own for key, own in account.items() if key in _CABLE_WORDS]
    removed, added = (sum(item[key] for item in every) for key in ("removed", "added"))
    changed = removed + sum(item["changed"] for item in every)
    gone = f", {removed:,} of them removed," * bool(removed)
    return f"{count_text(changed, 'old cable')} must be changed{gone} and {added:,} new ones laid"


def account_table(account: Mapping[str, Mapping[str, int]]) -> Table:
    """Return the counts of devices and cables by kind of change, a row per class."""
    rows = tuple(
        (
            *words(key.replace("_", " ").replace("pdus", "PDUs")),
            *numbers(
                [
                    f"{own['stay']:,}",
                    f"{own['changed'] if 'changed' in own else own['moved'] + own['exchanged']:,}",
                    f"{own['renamed']:,}" if "renamed" in own else "",
                    f"{own['added']:,}",
                    f"{own['removed']:,}",
                ]
            ),
        )
        for key, own in account.items()
        if any(own.values())
    )
    heads = ("Class", "Unchanged", "Moved or changed", "Renamed", "Added", "Removed")
    return Table("Devices and cables by kind of change", heads, rows)


def counts(diff: PlanDiff) -> dict[str, int]:
    """Return the number of cables by kind of change, and of all touched cables."""
    return {kind: len(diff.of_kind(kind)) for kind in KINDS} | {"touched": diff.touched}


def kinds_table(diff: PlanDiff, currency: str | None) -> Table:
    """Return the cables by kind of change, with all touched cables in the last row.

    Without a currency the table has no costs.
    """
    money = () if currency is None else [money_column(f"cost\n{when}", currency) for when in _WHEN]
    columns = (
        Column("cables"),
        count_column("\nnumber"),
        *(Column(f"length\n{when}", "m", "#,##0.000", 3, form=",.3f") for when in _WHEN),
        *money,
    )
    lines = [_kind_line(diff, WORDS[kind], diff.of_kind(kind)) for kind in KINDS]
    lines.append(_kind_line(diff, "all touched", [change for change in diff.cables if change.touched]))
    return Table("Cables by kind of change", columns, [line[: len(columns)] for line in lines])


def _kind_line(diff: PlanDiff, name: str, changes: Sequence[CableChange]) -> tuple[Value, ...]:
    """Return number, metres and cost of some cables, before and after."""
    sides = (
        (diff.old, [change.old for change in changes if change.old is not None]),
        (diff.new, [change.new for change in changes if change.new is not None]),
    )
    return (
        name,
        len(changes),
        *(sum(side.fabric.cables[number].length_mm or 0 for number in own) for side, own in sides),
        *(sum(side.price_cents(number) for number in own) for side, own in sides),
    )


def changes_table(diff: PlanDiff, changes: Sequence[CableChange], note: str = "") -> Table:
    """Return a row per changed cable."""
    columns = (
        *map(Column, ("cable", "change", "before", "after")),
        *(Column(f"length\n{when}", "m", "#,##0.000", 3, form=",.3f") for when in _WHEN),
    )
    named = is_named(diff)
    lines = []
    for change in changes:
        was, will = diff.old_cable(change), diff.new_cable(change)
        shows_rate = was is not None and will is not None and was.gbps != will.gbps
        lines.append(
            (
                _cable_name(diff, change) if named else _pair_name(change),
                ", ".join(WORDS[kind] for kind in change.kinds),
                _place(diff.old.fabric, was, rate=shows_rate, named=named),
                _place(diff.new.fabric, will, rate=shows_rate, named=named),
                None if was is None else was.length_mm,
                None if will is None else will.length_mm,
            )
        )
    return Table("Every cable that changes", columns, lines, note)


def is_named(diff: PlanDiff) -> bool:
    """Return whether the devices of either plan have names of their own."""
    return diff.old.fabric.named or diff.new.fabric.named


def devices_table(diff: PlanDiff, most: int) -> Table:
    """Return the first changed devices: kind, change, place and model before and after."""
    rows = [
        (
            one_line(device.name),
            device.kind,
            ", ".join(device.kinds),
            _device_text(diff.old.fabric, device.old),
            _device_text(diff.new.fabric, device.new),
        )
        for device in diff.devices[:most]
    ]
    more = len(diff.devices) - most
    note = f"{more:,} more; --json has all." if more > 0 else ""
    return Table("Every device that changes", ("device", "kind", "change", "before", "after"), rows, note)


def _device_text(fabric: Fabric, device: int | None) -> str:
    """Return place, model and height of a device."""
    if device is None:
        return "none"
    item = fabric.devices[device]
    height = "" if item.units is None else f"{item.units} U"
    return one_line(", ".join(filter(None, (fabric.whereabouts(device), item.model, height))))


def _pair_name(change: CableChange) -> str:
    a, b, number = change.link
    return one_line(f"{a} to {b}" + (f" ({number})" if number > 1 else ""))


def _cable_name(diff: PlanDiff, change: CableChange) -> str:
    """Return a cable's id in the new plan, or in the old one if it is removed."""
    cable = diff.new_cable(change) or diff.old_cable(change)
    return "" if cable is None else one_line(cable.id)


def _place(fabric: Fabric, cable: Cable | None, *, rate: bool, named: bool) -> str:
    """Return both ends of a cable: cabinet and unit, for named devices also name and port."""
    if cable is None:
        return "none"
    ends = []
    for end in cable.ends:
        place, name = fabric.whereabouts(end.device), fabric.devices[end.device].name
        ends.append(f"{name} {end.port_text}" + (f" ({place})" if place else "") if named else place)
    more = (key_label(cable.medium), f"{cable.gbps:g} Gb/s" if rate and cable.gbps is not None else "")
    return one_line(", ".join([" to ".join(ends), *filter(None, more)]))
