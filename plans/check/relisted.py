"""Check of a plan against its lists by reading them again: listed values, and values left open."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from netfloor.plans.check.provable import (
    ABSENT,
    ASKED,
    ENUMERATED,
    FOUND,
    GREW,
    SHORTEST,
    TERMS,
    NotProvable,
)
from netfloor.plans.models import LaidModel, SearchRecord
from netfloor.topologies.parameters import printable

#: The columns that lists give for devices and cables, and for the cords that a plan adds.
COLUMNS = {
    "devices": (
        "name",
        "kind",
        "model",
        "cabinet",
        "unit",
        "height",
        "watts",
        "kilograms",
        "face",
        "half_depth",
        "bay",
        "feed",
        "network",
        "ports",
        "guid",
        "kind_stated",
        "passes",
        "inlets",
        "outlets",
        "rating_w",
        "attributes",
    ),
    "cables": (
        "id",
        "a",
        "port_a",
        "label_a",
        "b",
        "port_b",
        "label_b",
        "gbps",
        "kind",
        "link",
        "piece",
        "one_end",
        "installed",
        "length_listed",
        "attributes",
    ),
}
CORDS = "inlet, outlet and id of each added cord, which are arbitrary"
LISTED = "copied from the lists"
Row = Mapping[str, Any]


@dataclass(frozen=True)
class ListsRead:
    """The lists of a plan, read again as rows; a cable has a length only if it is listed.

    In an expanded plan, devices stay at their locations unless the lists move them. ``reasons`` explains
    missing parts; without devices, nothing was read.
    """

    devices: Sequence[Row] = ()
    cables: Sequence[Row] = ()
    reasons: tuple[str, ...] = ()


def as_listed() -> Iterator[NotProvable]:
    """Yield the fields that depend only on the lists, for use if they were not read again."""
    for table, columns in COLUMNS.items():
        yield from (NotProvable(f"{table}.{column}", LISTED) for column in columns)


def laid_not_provable(record: LaidModel, *, are_read: bool) -> tuple[NotProvable, ...]:
    """Return the fields of a plan of lists that neither the plan nor its lists, if read, can prove."""
    asked = [NotProvable("tool.version", FOUND), NotProvable("notes", "remarks on the lists")]
    if record.title:
        asked.append(NotProvable("title", ASKED))
    if record.power is not None:
        rules = ("feeds", "apart", "survive", "volts", "reach_mm")
        asked += [NotProvable(f"power.{field}", ASKED) for field in rules]
        asked += [NotProvable("power.added", CORDS)] * bool(record.power.added)
    if record.next_number is not None:
        asked.append(NotProvable("next_number", GREW))
    parts: dict[str, object] = {
        "search": record.search,
        "power": record.power,
        "title": record.title,
        "grown": record.grown,
    }
    if record.search is not None:
        parts["search.objective"] = record.search.objective
    absent = [NotProvable(name, ABSENT) for name, part in parts.items() if not part]
    opened = [NotProvable(f"search.{field}", LISTED) for field in ("free", "unit_free")]
    opened *= record.search is not None and not are_read
    return (*asked, *opened, *_search_not_provable(record.search), *absent)


def _search_not_provable(search: SearchRecord | None) -> tuple[NotProvable, ...]:
    if search is None:
        return ()
    asked = [NotProvable(f"search.{field}", ASKED) for field in ("rules", "seed")]
    if search.method == "enumeration":
        asked.append(NotProvable("search.lower_bound_mm", ENUMERATED))
    if (objective := search.objective) is not None:
        terms = ("cages", "partial", "gbps", "reach_mm", "criterion", "years", "kwh_price")
        own = [field for field in terms if getattr(objective, field) is not None]
        asked += [NotProvable(f"search.objective.{field}", ASKED) for field in ("name", *own)]
        shortest = ("cabinet_by_length", "unit_by_length")
        asked += [NotProvable(f"search.objective.{field}", SHORTEST) for field in shortest]
        if not objective.unit_prices:
            asked.append(NotProvable("search.objective.step", TERMS))
        if objective.method == "enumeration":
            asked.append(NotProvable("search.objective.least", ENUMERATED))
    return tuple(asked)


def relisted_problems(record: LaidModel, listed: ListsRead) -> Iterator[str]:
    """Yield devices and cables of a plan that differ from its lists.

    The plan decides locations that the lists leave open and the outlets of cords without one; cords that
    the plan adds come last.
    """
    devices, cables = record.devices.rows(), record.cables.rows()
    own = len(listed.cables)
    added = [] if record.power is None else record.power.added
    if len(devices) != len(listed.devices):
        yield f"devices: are {len(devices)}, the lists have {len(listed.devices)}"
        return
    if len(cables) - len(added) != own or list(added) != [*range(own, len(cables))]:
        yield f"cables: are {len(cables)}, {len(added)} of them added, the lists have {own}"
        return
    free = [number for number, item in enumerate(listed.devices) if not item["cabinet"]]
    unit_free = [
        number
        for number, item in enumerate(listed.devices)
        if item["cabinet"] and item["unit"] is None and item["height"] != 0
    ]
    for field, left in (("free", free), ("unit_free", unit_free)):
        claimed = [] if record.search is None else list(getattr(record.search, field))
        if claimed != left:
            yield f"search.{field}: is {claimed}, the lists leave {left} open"
    for number, (row, device) in enumerate(zip(devices, listed.devices, strict=True)):
        ours = {"cabinet", "unit"} if number in free else {"unit"} if number in unit_free else set()
        yield from _differences(f"device {printable(device['name'])}", row, device, ours)
    for row, cable in zip(cables, listed.cables, strict=False):
        yield from _differences(f"cable {printable(cable['id'])}", row, cable)


def _differences(where: str, row: Row, right: Row, ours: Collection[str] = ()) -> Iterator[str]:
    for column, value in right.items():
        differs = row[column] != value or isinstance(row[column], bool) != isinstance(value, bool)
        if differs and column not in ours:
            both = printable(str(row[column])), printable(str(value))
            yield f"{where}: {column} is {both[0]!r}, the lists say {both[1]!r}"
