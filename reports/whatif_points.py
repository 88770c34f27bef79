"""A plan under other assumptions: points, their figures, and what every format says of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from foundation.units import CENTS_PER_UNIT, MM_PER_M
from reports.csv_text import csv_text
from reports.plain import plain

Number = float | int
SCHEMA = 1


@dataclass(frozen=True)
class Figure:
    """One figure of a point: its heading, what divides it for people, and its format there."""

    heading: str
    scale: int = 1
    form: str = ",.1f"


#: Figures by the key that a results file has them under, unit included.
FIGURES: dict[str, Figure] = {
    "cables": Figure("cables", form=",d"),
    "electrical_cables": Figure("electrical cables", form=",d"),
    "optical_cables": Figure("optical cables", form=",d"),
    "total_cable_mm": Figure("cable m", MM_PER_M),
    "mean_cable_mm": Figure("mean cable m", MM_PER_M, ",.3f"),
    "max_cable_mm": Figure("longest cable m", MM_PER_M),
    "lower_bound_mm": Figure("lower bound of the cable m", MM_PER_M),
    "gap_ratio": Figure("gap to the bound", form=".2%"),
    "cable_cost_cents": Figure("network cables", CENTS_PER_UNIT, ",.2f"),
    "switch_cost_cents": Figure("switches", CENTS_PER_UNIT, ",.2f"),
    "host_cable_cost_cents": Figure("host cables", CENTS_PER_UNIT, ",.2f"),
    "install_cost_cents": Figure("installation", CENTS_PER_UNIT, ",.2f"),
    "total_cost_cents": Figure("cost", CENTS_PER_UNIT, ",.2f"),
    "network_power_w": Figure("network power W"),
    "host_power_w": Figure("host port power W"),
    "energy_kwh": Figure("energy kWh"),
    "energy_cost_cents": Figure("electricity", CENTS_PER_UNIT, ",.2f"),
    "lifetime_cost_cents": Figure("cost with electricity", CENTS_PER_UNIT, ",.2f"),
    "mean_latency_ns": Figure("mean latency ns"),
    "max_latency_ns": Figure("largest latency ns"),
}
#: Settings of a point by the key that a results file has them under.
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
    """The plan under one set of assumptions.

    Attributes
    ----------
    changes
        (key, value as typed) that differ from the baseline; none for the baseline.
    placement
        ``as planned``, ``kept`` or ``placed again``.
    settings, figures
        By the keys of `SETTINGS` and `FIGURES`; None for what does not apply.
    notes
        Why a figure is missing, and the like.
    """

    changes: tuple[tuple[str, str], ...]
    placement: str
    settings: Mapping[str, Number | str | None]
    figures: Mapping[str, Number | None]
    notes: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """What the point is called."""
        return " ".join(f"{key}={value}" for key, value in self.changes) or "as planned"

    def change_of(self, key: str, baseline: "WhatIfPoint") -> Number | None:
        """Return by how much a figure differs; None where it cannot be compared."""
        here, there = self.figures.get(key), baseline.figures.get(key)
        other_money = self.settings["currency"] != baseline.settings["currency"]
        if here is None or there is None or (key.endswith("_cents") and other_money):
            return None
        return here - there


@dataclass(frozen=True)
class WhatIf:
    """One plan, the baseline and the points of one command.

    Attributes
    ----------
    about
        plan, plan_sha256, network, room, routers, tool, seed, iterations, seconds.
    sweeps
        Keys that were swept, in the order of the grid.
    points
        The baseline, then the points in the order of the grid.
    planned
        Points that were asked for, the baseline included.
    notes
        What a reader must know.
    """

    about: Mapping[str, Number | str | None]
    sweeps: tuple[str, ...]
    points: tuple[WhatIfPoint, ...]
    planned: int
    notes: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """False if the command was cut short."""
        return len(self.points) == self.planned


def for_people(key: str, value: Number | None) -> Number | None:
    """Return a figure in metres or currency units rather than mm or cents."""
    scale = FIGURES[key].scale
    return value if value is None or scale == 1 else value / scale


def people_key(key: str) -> str:
    """Return the key of a figure in the unit of `for_people`."""
    stem = key.removesuffix("_cents")
    return f"{stem.removesuffix('_mm')}_m" if stem.endswith("_mm") else stem


def figure_text(key: str, value: Number | None, *, signed: bool = False) -> str:
    """Return a figure for people, a dash where there is none."""
    shown = for_people(key, value)
    return "-" if shown is None else format(shown, ("+" if signed else "") + FIGURES[key].form)


def document(found: WhatIf) -> dict[str, Any]:
    """Return what ``whatif --json`` prints."""
    baseline = found.points[0]
    answer: dict[str, Any] = plain(
        {
            "schema": SCHEMA,
            **found.about,
            "sweeps": found.sweeps,
            "complete": found.complete,
            "baseline": _point(baseline, baseline),
            "points": [_point(point, baseline) for point in found.points[1:]],
            "notes": found.notes,
        }
    )
    return answer


def _point(point: WhatIfPoint, baseline: WhatIfPoint) -> dict[str, Any]:
    changes = {key: point.change_of(key, baseline) for key in FIGURES}
    record = {
        "changes": dict(point.changes),
        "placement": point.placement,
        "settings": {key: point.settings.get(key) for key in SETTINGS},
        "figures": {people_key(key): for_people(key, point.figures.get(key)) for key in FIGURES},
        "notes": point.notes,
    }
    if point is not baseline:
        record["differences"] = {people_key(key): for_people(key, value) for key, value in changes.items()}
    return record


def whatif_csv(found: WhatIf) -> str:
    """Return one line a point: what changes, every setting, every figure and its difference."""
    return csv_text(csv_columns(), records(found))


def csv_columns() -> list[str]:
    """Return the columns of the CSV format."""
    figures = [f"{people_key(key)}{end}" for key in FIGURES for end in ("", "_difference")]
    return ["point", "placement", *SETTINGS, *figures, "notes"]


def records(found: WhatIf) -> Iterator[dict[str, Any]]:
    """Yield the points as flat records."""
    baseline = found.points[0]
    for point in found.points:
        record: dict[str, Any] = {"point": point.label, "placement": point.placement}
        record |= {key: point.settings.get(key) for key in SETTINGS}
        for key in FIGURES:
            record[people_key(key)] = for_people(key, point.figures.get(key))
            change = None if point is baseline else point.change_of(key, baseline)
            record[f"{people_key(key)}_difference"] = for_people(key, change)
        yield record | {"notes": "; ".join(point.notes)}


#: Figures that a person sees first, each with its difference.
_SHOWN = ("total_cable_mm", "total_cost_cents", "network_power_w", "mean_latency_ns")
_WITH_ENERGY = "lifetime_cost_cents"


def shown_figures(found: WhatIf) -> tuple[str, ...]:
    """Return the figures of `table_rows`: the cost of electricity where somebody gave its price."""
    energy = any(point.figures.get(_WITH_ENERGY) is not None for point in found.points)
    return (*_SHOWN[:2], _WITH_ENERGY, *_SHOWN[2:]) if energy else _SHOWN


def table_headings(found: WhatIf) -> tuple[str, ...]:
    """Return the headings of `table_rows`."""
    pairs = ((heading, "change") for heading in (FIGURES[key].heading for key in shown_figures(found)))
    return ("point", "placement", "at least m", *(text for pair in pairs for text in pair))


def table_rows(found: WhatIf) -> Iterator[tuple[str, ...]]:
    """Yield the points as lines of a table, each figure followed by its difference."""
    baseline = found.points[0]
    for point in found.points:
        cells = [
            point.label,
            point.placement,
            figure_text("lower_bound_mm", point.figures.get("lower_bound_mm")),
        ]
        for key in shown_figures(found):
            change = None if point is baseline else point.change_of(key, baseline)
            cells += [figure_text(key, point.figures.get(key)), figure_text(key, change, signed=True)]
        yield tuple(cells)
