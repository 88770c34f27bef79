"""The difference of two plans as records, counts and lines, the same in every format."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from netfloor.foundation.units import cents_to_money, mm_to_metres
from netfloor.foundation.wording import count_text, key_label
from netfloor.plans.cabling import CableFacts, Spot
from netfloor.plans.diff import KINDS, CableChange, DeviceChange, PlanDiff
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

#: Words for people.
WORDS = {
    "added": "added",
    "removed": "removed",
    "moved": "moved",
    "relengthed": "re-lengthed",
    "retyped": "re-typed",
    "replugged": "other port number",
}
_FACTS = ("cabinet_a", "position_a", "unit_a", "port_a", "cabinet_b", "position_b", "unit_b", "port_b")
_MORE = ("length_m", "gbps", "part", "medium", "ordered_m", "cost")
#: What names a link.
_LINK = ("router_a", "router_b", "parallel")
#: Columns of the CSV file.
COLUMNS = (
    *_LINK,
    *("change", "touched"),
    *(f"{when}_{name}" for name in (*_FACTS, *_MORE) for when in ("old", "new")),
    *(f"old_{name}" for name in _LINK),
)
#: Said where one of two plans places no servers.
SERVERS_NOTE = "one plan does not say where its servers stand: they and their cables are not compared"


def records(diff: PlanDiff) -> Iterator[dict[str, Any]]:
    """Yield one flat record a cable that changes, by the keys of `COLUMNS`."""
    for change in diff.cables:
        record = {**_link(change), "change": "+".join(change.kinds), "touched": int(change.touched)}
        for when, facts in (("old", change.old), ("new", change.new)):
            record |= {f"{when}_{name}": value for name, value in _facts(facts).items()}
        yield record


def _link(change: CableChange) -> dict[str, Any]:
    old = change.old_link or (None, None, None)
    names = (*_LINK, *(f"old_{name}" for name in _LINK))
    return dict(zip(names, (*change.shown, *old), strict=True))


def change_document(change: CableChange) -> dict[str, Any]:
    """Return one cable as JSON shows it; null where it does not exist."""
    return {
        **_link(change),
        "changes": list(change.kinds),
        "touched": change.touched,
        "old": _facts(change.old) or None,
        "new": _facts(change.new) or None,
    }


def device_changes(changes: Sequence[DeviceChange]) -> dict[str, Any]:
    """Return devices as JSON shows them: names by what happens, and where each is before and after."""
    return {
        **{
            kind: [one.name for one in changes if kind in one.kinds]
            for kind in ("added", "removed", "moved", "renamed")
        },
        "places": [
            {
                "name": one.name,
                "old_name": None if one.old is None else one.old_name,
                "old": _spot(one.old),
                "new": _spot(one.new),
            }
            for one in changes
        ],
    }


def account_lines(account: Mapping[str, Mapping[str, int]]) -> list[str]:
    """Return the account of a change, one line per class; classes without a device are left out."""
    lines = [
        f"{name:<12} {_said(account[name], ('stay', 'moved', 'renamed', 'added', 'removed'))}"
        for name in ("switches", "servers")
        if any(account[name].values())
    ]
    for name, where in (("between_switches", "between switches"), ("to_servers", "to servers")):
        own = account[f"cables_{name}"]
        if any(own.values()):
            lines.append(f"{'cables':<12} {where}: {_said(own, ('stay', 'changed', 'added', 'removed'))}")
    return lines


def _said(counts: Mapping[str, int], kinds: Sequence[str]) -> str:
    """Return counts in words; how many are renamed only where some are, in another port behind a colon."""
    told = [f"{counts[kind]:,} {kind}" for kind in kinds if counts[kind] or kind != "renamed"]
    changes = ("moved", "relengthed", "retyped", "replugged") if "changed" in kinds else ()
    how = [f"{counts[kind]:,} {WORDS[kind]}" for kind in changes if counts[kind]]
    return ", ".join(told) + (f" ({', '.join(how)})" if how else "")


def cables_sentence(account: Mapping[str, Mapping[str, int]]) -> str:
    """Return how many old cables change and how many are new, as a page's first words."""
    both = [account[f"cables_{one}"] for one in ("between_switches", "to_servers")]
    removed, added = (sum(one[key] for one in both) for key in ("removed", "added"))
    changed = removed + sum(one["changed"] for one in both)
    gone = f", {removed:,} of them removed," * bool(removed)
    return f"{count_text(changed, 'old cable')} must be changed{gone} and {added:,} new ones laid"


def account_table(account: Mapping[str, Mapping[str, int]]) -> Table:
    """Return the account of a change, one row per class."""
    names = {
        "switches": "switches",
        "servers": "servers",
        "cables_between_switches": "cables between switches",
        "cables_to_servers": "cables to servers",
    }
    rows = tuple(
        (
            *words(names[key]),
            *numbers(
                [
                    f"{own['stay']:,}",
                    f"{own['changed'] if 'changed' in own else own['moved']:,}",
                    f"{own['renamed']:,}" if "renamed" in own else "",
                    f"{own['added']:,}",
                    f"{own['removed']:,}",
                ]
            ),
        )
        for key, own in account.items()
        if any(own.values())
    )
    heads = ("What", "Stay", "Moved or changed", "Renamed", "Added", "Removed")
    return Table("What stays, moves, comes and goes", heads, rows)


def _spot(spot: Spot | None) -> dict[str, Any] | None:
    return None if spot is None else {"cabinet": spot.cabinet, "position": spot.position, "unit": spot.unit}


def _facts(facts: CableFacts | None) -> dict[str, Any]:
    if facts is None:
        return {}
    (near, far), (port, far_port) = facts.ends, facts.ports
    return {
        "cabinet_a": near.cabinet,
        "position_a": near.position,
        "unit_a": near.unit,
        "port_a": port,
        "cabinet_b": far.cabinet,
        "position_b": far.position,
        "unit_b": far.unit,
        "port_b": far_port,
        "length_m": mm_to_metres(facts.length_mm),
        "gbps": facts.gbps,
        "part": facts.part,
        "medium": facts.medium,
        "ordered_m": mm_to_metres(facts.ordered_mm),
        "cost": cents_to_money(facts.price_cents),
    }


def counts(diff: PlanDiff) -> dict[str, int]:
    """Return how many cables each kind of change happens to, and how many are touched in all."""
    return {kind: len(diff.of_kind(kind)) for kind in KINDS} | {"touched": diff.touched}


def kinds_table(diff: PlanDiff, currency: str) -> Table:
    """Return the cables by what happens to them, and in the last line all that are touched."""
    columns = (
        Column("cables"),
        count_column("\nnumber"),
        *(Column(f"length\n{when}", "m", "#,##0.000", 3, form=",.3f") for when in ("before", "after")),
        *(money_column(f"cost\n{when}", currency) for when in ("before", "after")),
    )
    lines = [_kind_line(WORDS[kind], diff.of_kind(kind)) for kind in KINDS]
    lines.append(_kind_line("touched in all", [change for change in diff.cables if change.touched]))
    return Table("Cables by what happens to them", columns, lines)


def _kind_line(name: str, changes: Sequence[CableChange]) -> tuple[Value, ...]:
    sides = (
        [facts for change in changes if (facts := getattr(change, when)) is not None]
        for when in ("old", "new")
    )
    old, new = sides
    return (
        name,
        len(changes),
        *(sum(one.length_mm for one in side) for side in (old, new)),
        *(sum(one.price_cents for one in side) for side in (old, new)),
    )


def changes_table(changes: Sequence[CableChange], note: str = "") -> Table:
    """Return one line a cable that changes."""
    columns = (
        *map(Column, ("cable", "change", "before", "after")),
        *(Column(f"length\n{when}", "m", "#,##0.000", 3, form=",.3f") for when in ("before", "after")),
    )
    lines = []
    for change in changes:
        a, b, number = change.shown
        name = one_line(f"{a} to {b}" + (f" ({number})" if number > 1 else ""))
        sides = (change.old, change.new)
        lengths = (None if facts is None else facts.length_mm for facts in sides)
        happens = ", ".join(WORDS[kind] for kind in change.kinds)
        lines.append((name, happens, *map(_place, sides), *lengths))
    return Table("Every cable that changes", columns, lines, note)


def _place(facts: CableFacts | None) -> str:
    if facts is None:
        return "none"
    return one_line(" to ".join(spot.text for spot in facts.ends) + f", {key_label(facts.medium)}")
