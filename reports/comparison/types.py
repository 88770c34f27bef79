"""What a comparison of networks holds, ready for any output format."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from netfloor.costmodels.catalogue.parts.skus import UNVERIFIED
from netfloor.costmodels.sets.coefficient import CoefficientRow
from netfloor.foundation.models import FloatArray
from netfloor.reports.figures.figure import Kind, Number, kind_of_unit
from netfloor.reports.figures.rows import FigureTable
from netfloor.reports.figures.table import keys_of
from netfloor.reports.rooms.floorplan import FloorDrawing


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

    switch_ns: FloatArray
    mean_ns: FloatArray
    max_ns: FloatArray

    def __post_init__(self) -> None:
        if self.switch_ns.ndim != 1 or not self.switch_ns.shape == self.mean_ns.shape == self.max_ns.shape:
            raise ValueError("the arrays of a latency sweep do not fit each other")


@dataclass(frozen=True)
class Population:
    """Baseline instances under one treatment: figures and latency, each a mean over them.

    ``figures`` has a `Spread` for every figure that applies.
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
    figures
        A number per key of `FIGURES`; None where it does not apply.
    power_by_set
        Network power in W by every power set that the study names.
    published, published_baseline
        What the paper prints, by the keys of ``figures``, and for the baseline of the size class.
    baselines
        By kind.
    latency, drawing
        The sweep behind the two latency figures, and the placed network.
    status, plan_file
        How the layout ended, where its plan is (relative).
    """

    network: str
    size_class: str
    room: str
    figures: Mapping[str, Number | None]
    power_by_set: Mapping[str, float]
    published: Mapping[str, Number]
    baselines: Mapping[str, Baseline]
    latency: LatencySweep
    drawing: FloorDrawing
    status: str
    plan_file: str
    notes: tuple[str, ...] = ()
    published_baseline: Mapping[str, Number] = field(default_factory=dict)

    #: Nothing is evaluated of a network with links that nobody sells.
    is_complete: ClassVar[bool] = True
    #: All networks of a study are priced in the currency of the comparison.
    currency: ClassVar[str] = ""

    @property
    def name(self) -> str:
        """What reports call it."""
        return self.network


@dataclass(frozen=True)
class Source(CoefficientRow):
    """One coefficient with where it comes from and how far it is trusted.

    ``figures`` are the keys of `FIGURES`, and the names of power sets, that the coefficient enters; where
    it is empty a report tells from the unit, and marks too many rather than too few.
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

    @property
    def table(self) -> FigureTable:
        """The networks with their figures."""
        return FigureTable(self.rows, self.currency)

    @property
    def has_traffic(self) -> bool:
        """Whether the study asks for the traffic that networks carry."""
        return any(row.figures.get("uniform_gbps") is not None for row in self.rows)


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
