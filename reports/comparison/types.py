"""Records of a comparison of networks, independent of the output format."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from netfloor.costmodels.catalogue.parts.skus import UNVERIFIED
from netfloor.costmodels.sets.coefficient import CoefficientRow
from netfloor.foundation.models import FloatArray
from netfloor.reports.figures.figure import Kind, Number, kind_of_unit
from netfloor.reports.figures.lookup import keys_of
from netfloor.reports.figures.rows import FigureTable
from netfloor.reports.rooms.floorplan import FloorDrawing


@dataclass(frozen=True)
class Spread:
    """Mean, sample standard deviation and count of a figure over baseline instances."""

    mean: float
    std: float
    n: int

    @classmethod
    def of(cls, values: Sequence[Number]) -> "Spread":
        """Return the spread of values; the deviation of a single value is 0."""
        sample = np.asarray(values, dtype=float)
        std = float(sample.std(ddof=1)) if len(sample) > 1 else 0.0
        return cls(float(sample.mean()), std, len(sample))


@dataclass(frozen=True)
class LatencySweep:
    """Latency between switches with endpoints by switch latency; three arrays of one length, in ns."""

    switch_ns: FloatArray
    mean_ns: FloatArray
    max_ns: FloatArray

    def __post_init__(self) -> None:
        if self.switch_ns.ndim != 1 or not self.switch_ns.shape == self.mean_ns.shape == self.max_ns.shape:
            raise ValueError("the arrays of a latency sweep do not fit each other")


@dataclass(frozen=True)
class Population:
    """Baseline instances, all placed or all unplaced; ``figures`` omits those that do not apply."""

    figures: Mapping[str, Spread]
    latency: LatencySweep


@dataclass(frozen=True)
class Baseline:
    """A kind of baseline (``random`` or ``skywalk``), placed like the networks and unplaced."""

    kind: str
    spec: str
    unplaced: Population
    placed: Population | None  # None if the study requests no placed instances
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Row:
    """A network of a comparison."""

    network: str  # spec as typed
    size_class: str  # name of the group of networks that share baselines
    room: str  # display name, such as ``5 x 17 cabinets``
    figures: Mapping[str, Number | None]  # by key of `FIGURES`; None where a figure does not apply
    power_by_set: Mapping[str, float]  # network power (W) by power set of the study
    published: Mapping[str, Number]  # the paper's figures, by the keys of ``figures``
    baselines: Mapping[str, Baseline]  # by kind
    latency: LatencySweep  # sweep behind the two latency figures
    drawing: FloorDrawing
    status: str  # of the layout search
    plan_file: str  # relative path
    notes: tuple[str, ...] = ()
    # the paper's figures for the baseline of the size class
    published_baseline: Mapping[str, Number] = field(default_factory=dict)

    #: Networks with links that cannot be bought are not evaluated.
    is_complete: ClassVar[bool] = True
    #: Empty: all networks use the currency of the comparison.
    currency: ClassVar[str] = ""

    @property
    def name(self) -> str:
        """Display name."""
        return self.network


@dataclass(frozen=True)
class Source(CoefficientRow):
    """A coefficient with its source and trust."""

    # keys of `FIGURES` and names of power sets that use the coefficient; if empty, its unit decides, which
    # marks too many figures rather than too few
    figures: tuple[str, ...] = ()


@dataclass(frozen=True)
class Comparison:
    """Several networks, their baselines and all assumptions."""

    title: str
    rows: tuple[Row, ...]
    # at least cost_set, power_set, electrical_reach_m, switch_ns and link_gbps
    assumptions: Mapping[str, Any]
    currency: str  # of all money
    rules: tuple[str, ...]  # sentences on server cables, the choice of medium and the like
    sources: tuple[Source, ...]
    published_source: str = ""  # of the ``published`` figures; empty if the study uses none
    published_notes: tuple[str, ...] = ()  # on doubtful printed figures
    provenance: Mapping[str, Any] = field(default_factory=dict)

    @property
    def table(self) -> FigureTable:
        """The networks with their figures."""
        return FigureTable(self.rows, self.currency)

    @property
    def has_traffic(self) -> bool:
        """Whether the study requests throughput figures."""
        return any(row.figures.get("uniform_gbps") is not None for row in self.rows)


def unverified_figures(comparison: Comparison) -> frozenset[str]:
    """Return the figures (keys) and power sets (names) that depend on an unverified coefficient.

    A coefficient that names no figures affects all figures of its unit's kind; a unit that belongs to
    neither, such as metres of reach, affects all costs and all power.
    """
    touched: set[str] = set()
    for source in comparison.sources:
        if source.trust != UNVERIFIED:
            continue
        kind = kind_of_unit(source.unit)
        kinds = (Kind.MONEY, Kind.POWER) if kind is None else (kind,)
        touched |= set(source.figures) or set().union(*(figures_of(item, comparison) for item in kinds))
    return frozenset(touched)


def figures_of(kind: Kind, comparison: Comparison) -> set[str]:
    """Return the keys of a comparison's figures of one kind."""
    power_sets = (name for row in comparison.rows for name in row.power_by_set)
    return {*keys_of(kind), *(power_sets if kind is Kind.POWER else ())}
