"""A plan under other assumptions: points, their figures, and what every format says of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from netfloor.reports.formats.csv_text import csv_text
from netfloor.reports.formats.table import Column, Table, Value
from netfloor.reports.formats.text import plain
from netfloor.traffic.load.saturation import CARRIED_GBPS, PATTERNS, pattern_in, shown_patterns

Number = float | int
SCHEMA = 1


#: Figures by the key that a results file has them under, unit included.
FIGURES: dict[str, Column] = {
    "cables": Column("cables", form=",d"),
    "electrical_cables": Column("copper cables", form=",d"),
    "optical_cables": Column("optical cables", form=",d"),
    "total_cable_mm": Column("cable m", decimals=3, form=",.1f"),
    "mean_cable_mm": Column("mean cable m", decimals=3, form=",.3f"),
    "max_cable_mm": Column("longest cable m", decimals=3, form=",.1f"),
    "lower_bound_mm": Column("lower bound of the cable m", decimals=3, form=",.1f"),
    "gap_ratio": Column("gap to the bound", form=".2%"),
    "cable_cost_cents": Column("network cables", decimals=2, form=",.2f"),
    "switch_cost_cents": Column("switches", decimals=2, form=",.2f"),
    "host_cable_cost_cents": Column("host cables", decimals=2, form=",.2f"),
    "install_cost_cents": Column("installation", decimals=2, form=",.2f"),
    "total_cost_cents": Column("cost", decimals=2, form=",.2f"),
    "network_power_w": Column("network power W", form=",.1f"),
    "host_power_w": Column("host port power W", form=",.1f"),
    "energy_kwh": Column("energy kWh", form=",.1f"),
    "energy_cost_cents": Column("electricity", decimals=2, form=",.2f"),
    "lifetime_cost_cents": Column("cost with electricity", decimals=2, form=",.2f"),
    "mean_latency_ns": Column("mean latency between switches with endpoints ns", form=",.1f"),
    "max_latency_ns": Column("largest latency between switches with endpoints ns", form=",.1f"),
    "uniform_throughput": Column("throughput, uniform", form=".2%"),
    "worst_throughput": Column("throughput, worst permutation", form=".2%"),
    "matching_throughput": Column("throughput, longest matching", form=".2%"),
    "uniform_gbps": Column("carried Gb/s, uniform", form=",.0f"),
    "worst_gbps": Column("carried Gb/s, worst permutation", form=",.0f"),
    "matching_gbps": Column("carried Gb/s, longest matching", form=",.0f"),
    "cost_per_uniform_gbps_cents": Column("cost per Gb/s, uniform", decimals=2, form=",.2f"),
    "cost_per_worst_gbps_cents": Column("cost per Gb/s, worst permutation", decimals=2, form=",.2f"),
    "cost_per_matching_gbps_cents": Column("cost per Gb/s, longest matching", decimals=2, form=",.2f"),
    "mw_per_uniform_gbps": Column("network mW per Gb/s, uniform", form=",.1f"),
    "mw_per_worst_gbps": Column("network mW per Gb/s, worst permutation", form=",.1f"),
    "mw_per_matching_gbps": Column("network mW per Gb/s, longest matching", form=",.1f"),
}
#: What the network carries, and money and power for each Gb/s of it, which prices and rooms change.
_CARRIES = (*(f"{name}_throughput" for name in PATTERNS), *CARRIED_GBPS)
_EACH_GBPS = (
    *(f"cost_per_{key}_cents" for key in CARRIED_GBPS),
    *(f"mw_per_{key}" for key in CARRIED_GBPS),
)
#: What is known only where somebody asked what the network carries.
CARRIED = (*_CARRIES, *_EACH_GBPS)
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
    """The plan under one set of assumptions: (key, value as typed) that differ from the baseline.

    The placement is ``as planned``, ``kept`` or ``placed again``; settings and figures are by the keys of
    `SETTINGS` and `FIGURES`, None for what does not apply.
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
        changed, planned = self.figures.get(key), baseline.figures.get(key)
        other_money = self.settings["currency"] != baseline.settings["currency"]
        if changed is None or planned is None or (key.endswith("_cents") and other_money):
            return None
        return changed - planned


@dataclass(frozen=True)
class WhatIf:
    """One plan, the baseline and the points of one command, in the order of the grid.

    ``about`` holds plan, plan_sha256, network, room, routers, tool, seed, iterations, seconds; ``sweeps``
    are the keys that were swept; ``planned`` counts the points asked for, the baseline included;
    ``prices`` says in a line by which prices the baseline's money is.
    """

    about: Mapping[str, Number | str | None]
    sweeps: tuple[str, ...]
    points: tuple[WhatIfPoint, ...]
    planned: int
    notes: tuple[str, ...] = ()
    prices: str = field(default="", compare=False)

    @property
    def complete(self) -> bool:
        """False if the command was cut short."""
        return len(self.points) == self.planned


def for_people(key: str, value: Number | None) -> Number | None:
    """Return a figure in metres or currency units rather than mm or cents."""
    decimals = FIGURES[key].decimals
    return value / 10**decimals if value is not None and decimals else value


def people_key(key: str) -> str:
    """Return the key of a figure in the unit of `for_people`."""
    stem = key.removesuffix("_cents")
    return f"{stem.removesuffix('_mm')}_m" if stem.endswith("_mm") else stem


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
    for point, changes in zip(found.points, _changes(found), strict=True):
        record: dict[str, Any] = {"point": point.label, "placement": point.placement}
        record |= {key: point.settings.get(key) for key in SETTINGS}
        for key in FIGURES:
            record[people_key(key)] = for_people(key, point.figures.get(key))
            record[f"{people_key(key)}_difference"] = for_people(key, changes[key])
        yield record | {"notes": "; ".join(point.notes)}


def _changes(found: WhatIf) -> Iterator[dict[str, Number | None]]:
    """Yield by how much each point's figures differ from the baseline's, nothing of itself."""
    baseline, *others = found.points
    yield dict.fromkeys(FIGURES)
    for point in others:
        yield {key: point.change_of(key, baseline) for key in FIGURES}


#: Figures that a person sees first, each with its difference; money over years where electricity is known.
_SHOWN = ("total_cable_mm", "total_cost_cents", "lifetime_cost_cents", "network_power_w", "mean_latency_ns")
_WITH_ENERGY = "lifetime_cost_cents"


def shown_figures(found: WhatIf) -> tuple[str, ...]:
    """Return the figures of `points_table`: electricity and what is carried where somebody asked for it."""
    energy = any(point.figures.get(_WITH_ENERGY) is not None for point in found.points)
    shown = tuple(key for key in _SHOWN if energy or key != _WITH_ENERGY)
    carried = carried_figures(found)
    if not carried:
        return shown
    patterns = shown_patterns([carried])
    return (*shown, *(key for key in _EACH_GBPS if pattern_in(key) in patterns))


def carried_figures(found: WhatIf) -> dict[str, Number]:
    """Return throughputs and Gb/s of the network by their keys, none where nobody asked."""
    known = {key: found.points[0].figures.get(key) for key in _CARRIES}
    return {key: value for key, value in known.items() if value is not None}


def points_table(found: WhatIf) -> Table:
    """Return the points as a table, each figure followed by its difference."""
    shown = shown_figures(found)
    bound = replace(FIGURES["lower_bound_mm"], head="lower bound (m)")
    columns = [Column("point"), Column("placement"), bound]
    for key in shown:
        figure = FIGURES[key]
        columns += [figure, replace(figure, head="change", form=f"+{figure.form}")]
    rows = []
    for point, changes in zip(found.points, _changes(found), strict=True):
        cells: list[Value] = [point.label, point.placement]
        cells.append(point.figures.get("lower_bound_mm"))
        for key in shown:
            cells += [point.figures.get(key), changes[key]]
        rows.append(cells)
    currency = found.points[0].settings["currency"]
    note = f"Money in {currency}; each change is against the plan as it is."
    return Table("What each change costs", columns, rows, note)


#: Figures whose range leads the page, with name and unit.
_RANGES = {
    "total_cable_mm": ("Cable", "m"),
    "total_cost_cents": ("Cost", ""),
    "network_power_w": ("Network power", "W"),
}


def ranges(found: WhatIf) -> tuple[tuple[str, str], ...]:
    """Return the range of what was worked out: cable, money and power over all points of a run."""
    found_ranges = []
    for key, name in _RANGES.items():
        values = [value for point in found.points if (value := point.figures.get(key)) is not None]
        if key.endswith("_cents") and len({point.settings["currency"] for point in found.points}) > 1:
            continue
        if values:
            low, high = (FIGURES[key].text(value) for value in (min(values), max(values)))
            unit = str(found.points[0].settings["currency"]) if key.endswith("_cents") else name[1]
            found_ranges.append(
                (f"{name[0]}, all points", f"{low} {unit}" if low == high else f"{low} to {high} {unit}")
            )
    return tuple(found_ranges)
