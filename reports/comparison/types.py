"""What a comparison of networks holds, ready for any output format."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.catalogue.parts.skus import UNVERIFIED
from netfloor.costmodels.sets.coefficient import CoefficientRow
from netfloor.reports.formats.measure import Kind, Measure, Unit, kind_of_unit
from netfloor.reports.rooms.floorplan import FloorDrawing

Number = float | int

#: The figures of a row, in reading order.
MEASURES: dict[str, Measure] = {
    "routers": Measure("Switches"),
    "radix": Measure("Radix"),
    "links": Measure("Links"),
    "mean_cable_m": Measure("Mean cable", Unit.METRES),
    "max_cable_m": Measure("Longest cable", Unit.METRES),
    "lower_bound_m": Measure("Lower bound of the mean", Unit.METRES),
    "gap": Measure("Gap to the bound", Unit.GAP),
    "electrical_links": Measure("Copper links"),
    "optical_links": Measure("Optical links"),
    "bisection_links": Measure("Bisection, best cut found", Unit.LINKS),
    "bisection_lower_links": Measure("Bisection, certified lower bound", Unit.LINKS),
    "power_w": Measure("Network power", Unit.WATTS),
    "mw_per_gbps": Measure("Network power per bandwidth", Unit.MW_PER_GBPS),
    "cable_cost": Measure("Cable cost", Unit.MONEY),
    "mean_latency_ns": Measure("Mean latency between switches with endpoints", Unit.NANOSECONDS),
    "max_latency_ns": Measure("Maximum latency between switches with endpoints", Unit.NANOSECONDS),
}

#: The same per endpoint, so that networks of unequal size compare.
PER_ENDPOINT: dict[str, Measure] = {
    "endpoints": Measure("Endpoints"),
    "cable_m_per_endpoint": Measure("Network cable", Unit.METRES, per_endpoint=True),
    "cable_cost_per_endpoint": Measure("Network cable cost", Unit.MONEY, per_endpoint=True),
    "host_cable_cost_per_endpoint": Measure("Host cable cost", Unit.MONEY, per_endpoint=True),
    "switch_cost_per_endpoint": Measure("Switch cost", Unit.MONEY, per_endpoint=True),
    "total_cost_per_endpoint": Measure("Total cost", Unit.MONEY, per_endpoint=True),
    "power_w_per_endpoint": Measure("Network power", Unit.WATTS, per_endpoint=True),
    "host_power_w_per_endpoint": Measure("Host port power", Unit.WATTS, per_endpoint=True),
    "bisection_gbps_per_endpoint": Measure("Bisection, best cut found", Unit.GBPS, per_endpoint=True),
}

#: What a network carries, by the routing that a study names; with money and network power for it.
TRAFFIC: dict[str, Measure] = {
    "uniform_throughput": Measure("Throughput, uniform", Unit.SHARE),
    "worst_throughput": Measure("Throughput, worst permutation", Unit.SHARE),
    "matching_throughput": Measure("Throughput, longest matching", Unit.SHARE),
    "uniform_gbps": Measure("Carried, uniform", Unit.WHOLE_GBPS),
    "worst_gbps": Measure("Carried, worst permutation", Unit.WHOLE_GBPS),
    "matching_gbps": Measure("Carried, longest matching", Unit.WHOLE_GBPS),
    "cost_per_uniform_gbps": Measure("Total cost per Gb/s carried, uniform", Unit.MONEY),
    "cost_per_worst_gbps": Measure("Total cost per Gb/s carried, worst permutation", Unit.MONEY),
    "cost_per_matching_gbps": Measure("Total cost per Gb/s carried, longest matching", Unit.MONEY),
    "mw_per_uniform_gbps": Measure("Network power per Gb/s carried, uniform", Unit.MW_PER_GBPS),
    "mw_per_worst_gbps": Measure("Network power per Gb/s carried, worst permutation", Unit.MW_PER_GBPS),
    "mw_per_matching_gbps": Measure("Network power per Gb/s carried, longest matching", Unit.MW_PER_GBPS),
}


def keys_of(kind: Kind) -> tuple[str, ...]:
    """Return the keys of `MEASURES`, `PER_ENDPOINT` and `TRAFFIC` of one kind."""
    return tuple(key for key, one in (MEASURES | PER_ENDPOINT | TRAFFIC).items() if one.unit.kind is kind)


@dataclass(frozen=True)
class Spread:
    """A figure over several baseline instances: mean, standard deviation, how many."""

    mean: float
    std: float
    n: int

    @classmethod
    def of(cls, values: Sequence[Number]) -> "Spread":
        """Return the spread of values; the deviation is the sample's, 0 for one value."""
        sample = np.asarray(values, dtype=float)
        std = float(sample.std(ddof=1)) if len(sample) > 1 else 0.0
        return cls(float(sample.mean()), std, len(sample))


@dataclass(frozen=True)
class LatencySweep:
    """Latency between switches with endpoints against switch latency; three arrays of one length, in ns."""

    switch_ns: npt.NDArray[np.float64]
    mean_ns: npt.NDArray[np.float64]
    max_ns: npt.NDArray[np.float64]


@dataclass(frozen=True)
class Population:
    """Baseline instances under one treatment: figures and latency, each a mean over them.

    ``figures`` has a `Spread` per key of `MEASURES` that was evaluated.
    """

    figures: Mapping[str, Spread]
    latency: LatencySweep


@dataclass(frozen=True)
class Baseline:
    """One kind of baseline (``random`` or ``skywalk``): placed like the networks, and not.

    ``placed`` is None where the study asks for no placed instances.
    """

    kind: str
    spec: str
    unplaced: Population
    placed: Population | None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Row:
    """One network of a comparison, by its spec as typed.

    Attributes
    ----------
    size_class
        Name of the group of networks that share baselines.
    room
        What the room is called, such as ``5 x 17 cabinets``.
    figures, per_endpoint
        A number per key of `MEASURES` and `PER_ENDPOINT`; None where it does not apply.
    power_by_set
        Network power in W by every power set that the study names.
    published, published_baseline
        What the paper prints, by the keys of ``figures``, and for the baseline of the size class.
    baselines
        By kind.
    latency, drawing
        The sweep behind the two latency figures, and the placed network.
    traffic
        A number per key of `TRAFFIC`; empty where the study does not ask.
    status, seconds, plan_file
        How the layout ended, how long it took, where its plan is (relative).
    """

    network: str
    size_class: str
    room: str
    figures: Mapping[str, Number | None]
    per_endpoint: Mapping[str, Number | None]
    power_by_set: Mapping[str, float]
    published: Mapping[str, Number]
    baselines: Mapping[str, Baseline]
    latency: LatencySweep
    drawing: FloorDrawing
    status: str
    seconds: float
    plan_file: str
    notes: tuple[str, ...] = ()
    published_baseline: Mapping[str, Number] = field(default_factory=dict)
    traffic: Mapping[str, Number | None] = field(default_factory=dict)


@dataclass(frozen=True)
class Source(CoefficientRow):
    """One coefficient with where it comes from and how far it is trusted.

    ``figures`` are the keys of `MEASURES` and `PER_ENDPOINT`, and the names of power sets, that the
    coefficient enters; where it is empty a report tells from the unit, and marks rather too many than
    too few.
    """

    figures: tuple[str, ...] = ()


@dataclass(frozen=True)
class Comparison:
    """Several networks, their baselines, and everything that was assumed.

    ``assumptions`` holds at least cost_set, power_set, electrical_reach_m, switch_ns,
    link_gbps. All money is in ``currency``. ``rules`` are sentences for people (host cables, medium
    rule, ...).
    ``published_source`` and ``published_notes`` say where ``published`` figures are from and
    what is known to be odd about them; both are empty where the study uses none.
    """

    title: str
    rows: tuple[Row, ...]
    assumptions: Mapping[str, Any]
    currency: str
    rules: tuple[str, ...]
    sources: tuple[Source, ...]
    published_source: str = ""
    published_notes: tuple[str, ...] = ()
    provenance: Mapping[str, Any] = field(default_factory=dict)


def unverified_figures(comparison: Comparison) -> frozenset[str]:
    """Return keys of figures, and names of power sets, that an unverified number enters.

    A source that names no figures enters all of its kind; where its unit does not tell that
    either, as the metres of a reach, it enters all money and all power.
    """
    touched: set[str] = set()
    for source in comparison.sources:
        if source.trust != UNVERIFIED:
            continue
        kind = kind_of_unit(source.unit)
        kinds = (Kind.MONEY, Kind.POWER) if kind is None else (kind,)
        touched |= set(source.figures) or set().union(*(figures_of(one, comparison) for one in kinds))
    return frozenset(touched)


def figures_of(kind: Kind, comparison: Comparison) -> set[str]:
    """Return the keys of a comparison's figures of one kind."""
    power_sets = (name for row in comparison.rows for name in row.power_by_set)
    return {*keys_of(kind), *(power_sets if kind is Kind.POWER else ())}
