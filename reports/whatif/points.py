"""A plan under other assumptions: points, their figures, and what every format says of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from netfloor.reports.figures.figure import Kind, Number
from netfloor.reports.figures.rows import FigureTable
from netfloor.reports.figures.table import FIGURES, WHATIF, is_carried, leading
from netfloor.reports.formats.csv_text import csv_text
from netfloor.reports.formats.table import Table, numbers, words
from netfloor.reports.formats.text import plain
from netfloor.traffic.load.saturation import pattern_in, shown_patterns

SCHEMA = 2
BOUND = "cable_bound_m"


#: Settings of a point by their keys.
SETTINGS = {
    "row_pitch_mm": int,
    "column_pitch_mm": int,
    "overhead_per_end_mm": int,
    "inside_cabinet_mm": int,
    "slots_per_cabinet": int,
    "taken_cabinets": str,
    "electrical_reach_mm": int,
    "cost_set": str,
    "cost_set_sha256": str,
    "power_set": str,
    "power_set_sha256": str,
    "electrical_price_factor": float,
    "optical_price_factor": float,
    "switch_price_factor": float,
    "years": float,
    "electricity_per_kwh": float,
    "switch_ns": float,
    "currency": str,
}


@dataclass(frozen=True)
class WhatIfPoint:
    """The plan under one set of assumptions: (key, value as typed) that differ from the baseline.

    The placement is ``as planned``, ``kept`` or ``placed again``; settings and figures are by the keys of
    `SETTINGS` and `FIGURES`, None for what does not apply. ``refused`` says why it has no money.
    """

    changes: tuple[tuple[str, str], ...]
    placement: str
    settings: Mapping[str, Number | str | None]
    figures: Mapping[str, Number | None]
    refused: str = ""

    @property
    def name(self) -> str:
        """What reports call it."""
        return " ".join(f"{key}={value}" for key, value in self.changes) or "as planned"

    @property
    def is_complete(self) -> bool:
        """Whether a part is sold for everything."""
        return not self.refused

    @property
    def currency(self) -> str:
        """Currency of its cost set."""
        return str(self.settings["currency"])


@dataclass(frozen=True)
class WhatIf:
    """One plan, the baseline and the points of one command, in the order of the grid.

    ``about`` holds plan, plan_sha256, network, room, routers, tool, seed, iterations, seconds; ``sweeps``
    are the keys that were swept; ``planned`` counts the points asked for, the baseline included;
    ``prices`` names the prices of the baseline in one line.
    """

    about: Mapping[str, Number | str | None]
    sweeps: tuple[str, ...]
    points: tuple[WhatIfPoint, ...]
    planned: int
    notes: tuple[str, ...] = ()
    prices: str = ""

    @property
    def is_complete(self) -> bool:
        """False if the command was cut short."""
        return len(self.points) == self.planned

    @property
    def currency(self) -> str:
        """Currency of the baseline."""
        return self.points[0].currency

    @property
    def table(self) -> FigureTable:
        """The points with their figures, compared with the plan as it is."""
        return FigureTable(self.points, self.currency, self.points[0])

    @property
    def all_notes(self) -> tuple[str, ...]:
        """Notes of the command, then why points have no money, each once."""
        return tuple(dict.fromkeys((*self.notes, *(p.refused for p in self.points if p.refused))))


def document(found: WhatIf) -> dict[str, Any]:
    """Return what ``whatif --json`` prints."""
    answer: dict[str, Any] = plain(
        {
            "schema": SCHEMA,
            **found.about,
            "currency": found.currency,
            "sweeps": found.sweeps,
            "complete": found.is_complete,
            "baseline": _point(found, found.points[0]),
            "points": [_point(found, point) for point in found.points[1:]],
            "notes": found.notes,
        }
    )
    return answer


def _point(found: WhatIf, point: WhatIfPoint) -> dict[str, Any]:
    record = {
        "changes": dict(point.changes),
        "placement": point.placement,
        "settings": {key: point.settings.get(key) for key in SETTINGS},
        "figures": found.table.record(point),
        "notes": [point.refused] if point.refused else [],
    }
    if point is not found.points[0]:
        record["differences"] = found.table.differences_record(point)
    return record


def whatif_csv(found: WhatIf) -> str:
    """Return one line a point: what changes, every setting, every figure and its difference."""
    return csv_text(csv_columns(found), records(found))


def csv_columns(found: WhatIf) -> list[str]:
    """Return the columns of the CSV format."""
    return ["point", "placement", *SETTINGS, *found.table.csv_columns(), "notes"]


def records(found: WhatIf) -> Iterator[dict[str, Any]]:
    """Yield the points as flat records."""
    table = found.table
    for point in found.points:
        record: dict[str, Any] = {"point": point.name, "placement": point.placement}
        record |= {key: point.settings.get(key) for key in SETTINGS}
        yield record | table.csv_record(point) | {"notes": point.refused}


def shown_figures(found: WhatIf) -> list[str]:
    """Return the figures that a person sees first; what is carried where somebody asked for it."""
    used = found.table.used
    shown = [key for key in leading(WHATIF) if key in used]
    carried = carried_figures(found)
    patterns = shown_patterns([carried]) if carried else ()
    rates = [key for key in used if is_carried(key) and "_per_" in key and pattern_in(key) in patterns]
    paid = "ownership_cost_per_" if any("ownership_cost_per_" in key for key in rates) else "cost_per_"
    return [*shown, *(key for key in rates if key.startswith((paid, "mw_per_")))]


def carried_figures(found: WhatIf) -> dict[str, Number]:
    """Return throughputs and Gb/s of the network by their keys, none where nobody asked."""
    known = {
        key: found.points[0].figures.get(key) for key in FIGURES if is_carried(key) and "_per_" not in key
    }
    return {key: value for key, value in known.items() if value is not None}


def points_table(found: WhatIf) -> Table:
    """Return the points as a table, each figure followed by its difference."""
    table = found.table
    shown = table.with_differences("What each change costs", shown_figures(found))
    bounds = [table.text(point, BOUND) for point in found.points]
    rows = [
        (row[0], *words(point.placement), *row[1:], *numbers([bound]))
        for row, point, bound in zip(shown.cells, found.points, bounds, strict=True)
    ]
    heads = ("point", "placement", *shown.columns[1:], table.short_heading(BOUND))
    note = f"Money in {found.currency}; each change is against the plan as it is."
    return Table(shown.caption, heads, rows, note)


#: Figures whose range leads the page.
_RANGES = ("total_cable_m", "bill_cost", "network_power_w")


def ranges(found: WhatIf) -> tuple[tuple[str, str], ...]:
    """Return the range of cable, money and power over all points of a run."""
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
    return tuple(found_ranges)
