"""A plan under changed assumptions: points, figures, and the tables and sentences of every format."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from netfloor.reports.figures.figure import Kind, Number
from netfloor.reports.figures.lookup import is_carried, leading
from netfloor.reports.figures.rows import FigureTable, NamedFigures
from netfloor.reports.figures.table import FIGURES, WHATIF
from netfloor.reports.formats.csv_text import csv_text
from netfloor.reports.formats.table import Table, numbers, words
from netfloor.reports.formats.text import one_line, plain
from netfloor.traffic.load.saturation import pattern_in, shown_patterns

SCHEMA = 3
BOUND = "cable_bound_m"
#: Placement of a point for which the network was placed by a new search.
AGAIN = "placed again"
#: The note on such points, shown with every answer.
BY_SEARCH = (
    "The placement is from a new search: an improvement may come from the search and not from the change. "
    "To compare, place the plan itself again with the same effort."
)

#: Types of the settings of a point, by key.
SETTINGS = {
    "row_pitch_mm": int,
    "column_pitch_mm": int,
    "overhead_per_end_mm": int,
    "inside_cabinet_mm": int,
    "slots_per_cabinet": int,
    "taken_cabinets": str,
    "order_slack_mm": int,
    "electrical_reach_mm": int,
    "catalogue": str,
    "catalogue_sha256": str,
    "power_set": str,
    "power_set_sha256": str,
    "price_factors": str,
    "exchange_rates": str,
    "years": float,
    "electricity_per_kwh": float,
    "switch_ns": float,
    "currency": str,
}


@dataclass(frozen=True)
class WhatIfPoint:
    """The plan under a set of assumptions."""

    changes: tuple[tuple[str, str], ...]  # (key, value as typed) that differ from the baseline
    placement: str  # ``as planned``, ``kept`` or ``placed again``
    settings: Mapping[str, Number | str | None]  # by key of `SETTINGS`; None where a setting does not apply
    figures: Mapping[str, Number | None]  # by key of `FIGURES`; None where a figure does not apply
    refused: str = ""  # why it has no costs
    # figures of each of several networks by name
    networks: Mapping[str, Mapping[str, Number | None]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()  # changes without effect

    @property
    def name(self) -> str:
        """Display name."""
        return " ".join(f"{key}={value}" for key, value in self.changes) or "as planned"

    @property
    def is_complete(self) -> bool:
        """Whether everything can be bought."""
        return not (self.refused or self.figures.get("links_not_purchasable"))

    @property
    def all_notes(self) -> tuple[str, ...]:
        """The reason for missing costs, then the other notes."""
        return (self.refused, *self.notes) if self.refused else self.notes

    @property
    def currency(self) -> str:
        """Currency of its prices; empty without prices."""
        return str(self.settings["currency"])


@dataclass(frozen=True)
class WhatIf:
    """A plan with the points of one command in the order of the grid, the baseline first."""

    # plan, plan_sha256, network, room, routers, tool, seed, iterations, seconds
    about: Mapping[str, Number | str | None]
    sweeps: tuple[str, ...]  # keys that were swept
    points: tuple[WhatIfPoint, ...]
    planned: int  # number of points requested, the baseline included
    notes: tuple[str, ...] = ()
    prices: str = ""  # the baseline's prices on one line

    @property
    def is_complete(self) -> bool:
        """False if the command was interrupted."""
        return len(self.points) == self.planned

    @property
    def currency(self) -> str:
        """Currency of the baseline."""
        return self.points[0].currency

    @property
    def table(self) -> FigureTable:
        """The points and their figures, compared with the plan as it is."""
        return FigureTable(self.points, self.currency, self.points[0])

    @property
    def network_tables(self) -> dict[str, FigureTable]:
        """Each of several networks at all points, compared with the plan as it is."""
        return {
            name: FigureTable(rows, self.currency, rows[0])
            for name in self.points[0].networks
            if (rows := [_network_row(point, name) for point in self.points])
        }

    @property
    def all_notes(self) -> tuple[str, ...]:
        """Notes of the points, then those of the command, without duplicates."""
        of_points = (note for point in self.points for note in point.all_notes)
        searched = [BY_SEARCH] if any(point.placement == AGAIN for point in self.points) else []
        return tuple(dict.fromkeys((*of_points, *searched, *self.notes)))


def document(found: WhatIf) -> dict[str, Any]:
    """Return the document of ``whatif --json``."""
    answer: dict[str, Any] = plain(
        {
            "schema": SCHEMA,
            **found.about,
            "currency": found.currency,
            "sweeps": found.sweeps,
            "prices": found.prices,
            "answer": answers(found),
            "complete": found.is_complete,
            "baseline": _point(found, found.points[0]),
            "points": [_point(found, point) for point in found.points[1:]],
            "notes": found.notes,
        }
    )
    return answer


def _network_row(point: WhatIfPoint, network: str) -> NamedFigures:
    return NamedFigures(point.name, point.networks.get(network, {}), point.is_complete, point.currency)


def _point(found: WhatIf, point: WhatIfPoint) -> dict[str, Any]:
    record: dict[str, Any] = {
        "changes": dict(point.changes),
        "placement": point.placement,
        "settings": {key: point.settings.get(key) for key in SETTINGS},
        "figures": found.table.record(point),
        "networks": {},
        "notes": point.all_notes,
    }
    if is_other := point is not found.points[0]:
        record["differences"] = found.table.differences_record(point)
    for name, table in found.network_tables.items():
        row = table.rows[found.points.index(point)]
        record["networks"][name] = {"figures": table.record(row)}
        if is_other:
            record["networks"][name]["differences"] = table.differences_record(row)
    return record


def whatif_csv(found: WhatIf) -> str:
    """Return a line per point with its changes, settings, figures and differences.

    With several networks, a line per network follows that of the whole plan.
    """
    return csv_text(csv_columns(found), records(found))


def csv_columns(found: WhatIf) -> list[str]:
    """Return the column names in CSV."""
    return ["point", "of_network", "placement", *SETTINGS, *found.table.csv_columns(), "notes"]


def records(found: WhatIf) -> Iterator[dict[str, Any]]:
    """Yield the points as flat records."""
    table = found.table
    for number, point in enumerate(found.points):
        record: dict[str, Any] = {"point": point.name, "of_network": "", "placement": point.placement}
        record |= {key: point.settings.get(key) for key in SETTINGS}
        yield record | table.csv_record(point) | {"notes": " ".join(point.all_notes)}
        for name, own in found.network_tables.items():
            yield record | {"of_network": name, "notes": ""} | own.csv_record(own.rows[number])


def shown_figures(found: WhatIf) -> list[str]:
    """Return the keys of the main figures, with throughput figures if requested."""
    used = found.table.used
    shown = [key for key in leading(WHATIF) if key in used]
    carried = carried_figures(found.points[0].figures)
    patterns = shown_patterns([carried]) if carried else ()
    rates = [key for key in used if is_carried(key) and "_per_" in key and pattern_in(key) in patterns]
    paid = "ownership_cost_per_" if any("ownership_cost_per_" in key for key in rates) else "cost_per_"
    return [*shown, *(key for key in rates if key.startswith((paid, "mw_per_")))]


def carried_figures(figures: Mapping[str, Number | None]) -> dict[str, Number]:
    """Return throughputs and Gb/s of a network by key; empty if not requested."""
    known = {key: figures.get(key) for key in FIGURES if is_carried(key) and "_per_" not in key}
    return {key: value for key, value in known.items() if value is not None}


def changing_figures(found: WhatIf) -> list[str]:
    """Return the keys of the main figures that differ at some point, or are unknown there."""
    (base, *others), table = found.points, found.table
    return [
        key
        for key in shown_figures(found)
        if any(table.text(point, key) != table.text(base, key) for point in others)
    ]


def points_table(found: WhatIf, keys: Sequence[str] | None = None) -> Table:
    """Return the table of points, each figure (default: the main ones) followed by its difference."""
    table = found.table
    shown = table.with_differences("What each change costs", shown_figures(found) if keys is None else keys)
    bounds = [table.text(point, BOUND) for point in found.points]
    bounded = any(point.figures.get(BOUND) is not None for point in found.points)
    rows = [
        (row[0], *words(point.placement), *row[1:], *(numbers([bound]) if bounded else ()))
        for row, point, bound in zip(shown.cells, found.points, bounds, strict=True)
    ]
    heads = ("point", "placement", *shown.columns[1:], *((table.short_heading(BOUND),) * bounded))
    money = f"Costs in {found.currency}. Changes" if found.currency else "Changes"
    return Table(shown.caption, heads, rows, f"{money} are relative to the plan as it is.")


#: Main figures of each of several networks.
_OF_NETWORKS = ("parts_cost", "total_cable_m", "all_cable_m", "mean_latency_ns")


def networks_table(found: WhatIf) -> Table | None:
    """Return the table of networks at every point; None if the plan has a single network."""
    tables = found.network_tables
    keys = [key for key in _OF_NETWORKS if any(key in table.used for table in tables.values())]
    if not keys:
        return None
    rows, heads = [], list[Any]()
    for name, table in tables.items():
        shown = table.with_differences("", keys)
        heads = [*shown.columns[1:]]
        rows += [(row[0], *words(name), *row[1:]) for row in shown.cells]
    of_parts = "A network's parts include its share of adapters, but no servers. " * ("parts_cost" in keys)
    note = f"{of_parts}Cables between two networks belong to neither."
    return Table("Network by network", ("point", "network", *heads), rows, note)


#: Figures for sentences by importance, and the most of them in a sentence.
_ANSWERING = ("ownership_cost", "bill_cost", "all_cable_m", "total_cable_m", "network_power_w")
_MAX_ANSWERS = 2
#: Maximum points in sentences; the table has all.
MAX_SENTENCES = 8


def answers(found: WhatIf) -> list[str]:
    """Return a sentence per point on its effects: before, after and difference."""
    return [f"{point.name}: {_answer(found, point)}" for point in found.points[1:]]


def full_answer(found: WhatIf, point: WhatIfPoint) -> str:
    """Return a sentence on all main figures that a point changes."""
    keys = dict.fromkeys((*_ANSWERING, *changing_figures(found)))
    return f"{point.name}: {_answer(found, point, tuple(keys), most=len(keys))}"


def _answer(
    found: WhatIf, point: WhatIfPoint, figures: Sequence[str] = _ANSWERING, *, most: int = _MAX_ANSWERS
) -> str:
    base, table = found.points[0], found.table
    if point.refused and not base.refused:
        return "some parts cannot be bought, so its cost is unknown"
    said, keys = [], [key for key in figures if point.figures.get(key) is not None]
    if "all_cable_m" in keys:
        keys = [key for key in keys if key != "total_cable_m"]
    for key in keys:
        figure, difference = FIGURES[key], table.difference(point, key)
        name = f"{figure.name[:1].lower()}{figure.name[1:]}"
        before, after = (table.text(item, key) for item in (base, point))
        unit = figure.unit_text(one_line(found.currency))
        if difference:
            then = f"{before} → {after} {unit}"
            said.append(
                f"{name} {then} ({figure.signed_text(difference)}, {_share(base, key, difference)})"
            )
        elif difference is None:
            known = base.figures.get(key) is not None
            why = f"as planned {before} {unit}: not comparable" if known else "unknown as planned"
            of_point = f" {unit}" if point.currency == found.currency else ""
            said.append(f"{name} {after}{of_point} ({why})")
    return "; ".join(said[:most]) or "no change in cost, cable or power"


def _share(base: WhatIfPoint, key: str, difference: Number) -> str:
    """Return a difference in per cent of the plan as it is."""
    before = base.figures.get(key)
    if not before:
        return "from 0"
    share = 100 * difference / before
    return f"{share:+.1f} %" if abs(share) >= 0.1 else f"{share:+.3f} %"


#: Figures whose ranges open the page, and the most of them.
_RANGES = ("ownership_cost", "bill_cost", "all_cable_m", "total_cable_m", "network_power_w")
_MAX_RANGES = 3


def ranges(found: WhatIf) -> tuple[tuple[str, str], ...]:
    """Return the ranges of the main figures over all points."""
    found_ranges = []
    for key in _RANGES:
        figure = FIGURES[key]
        values = [value for point in found.points if (value := point.figures.get(key)) is not None]
        if figure.unit.kind is Kind.MONEY and len({point.currency for point in found.points}) > 1:
            continue
        if values:
            low, high = (figure.text(value) for value in (min(values), max(values)))
            unit = figure.unit_text(found.currency)
            span = f"{low} {unit}" if low == high else f"{low} to {high} {unit}"
            found_ranges.append((f"{figure.name}, all points", span))
    return tuple(found_ranges[:_MAX_RANGES])
