"""What a comparison of networks holds, ready for any output format."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

Number = float | int

#: The figures of a row, in reading order, with the words a person reads them by.
MEASURES: dict[str, str] = {
    "routers": "Routers",
    "radix": "Radix",
    "links": "Links",
    "mean_cable_m": "Mean cable (m)",
    "max_cable_m": "Longest cable (m)",
    "lower_bound_m": "Lower bound of the mean (m)",
    "gap": "Gap to the bound",
    "electrical_links": "Electrical links",
    "optical_links": "Optical links",
    "bisection_links": "Bisection, best cut found (links)",
    "bisection_lower_links": "Bisection, certified lower bound (links)",
    "power_w": "Power (W)",
    "mw_per_gbps": "Power per bandwidth (mW per Gb/s)",
    "cable_cost_usd": "Cable cost (USD)",
    "mean_latency_ns": "Mean latency (ns)",
    "max_latency_ns": "Maximum latency (ns)",
}

#: The same per endpoint, so that networks of unequal size compare.
PER_ENDPOINT: dict[str, str] = {
    "endpoints": "Endpoints",
    "cable_m_per_endpoint": "Network cable (m per endpoint)",
    "cable_cost_usd_per_endpoint": "Network cable cost (USD per endpoint)",
    "host_cable_cost_usd_per_endpoint": "Host cable cost (USD per endpoint)",
    "switch_cost_usd_per_endpoint": "Switch cost (USD per endpoint)",
    "total_cost_usd_per_endpoint": "Total cost (USD per endpoint)",
    "power_w_per_endpoint": "Network power (W per endpoint)",
    "host_power_w_per_endpoint": "Host port power (W per endpoint)",
    "bisection_gbps_per_endpoint": "Bisection (Gb/s per endpoint)",
}


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
    """Latency between routers against switch latency; three arrays of one length, in ns."""

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
class FloorDrawing:
    """What a floor plan needs, in millimetres.

    Attributes
    ----------
    rows, columns, row_pitch_mm, column_pitch_mm
        The grid: x runs along a row of cabinets by column pitch, y across rows by row pitch.
    cabinets
        (row, column) of every usable cabinet, (c, 2).
    occupied
        Routers in each cabinet, (c,).
    cables
        Cabinet at both ends of every cable, (m, 2).
    length_mm
        Length of every cable, (m,).
    """

    rows: int
    columns: int
    row_pitch_mm: int
    column_pitch_mm: int
    cabinets: npt.NDArray[np.int32]
    occupied: npt.NDArray[np.int32]
    cables: npt.NDArray[np.int32]
    length_mm: npt.NDArray[np.int64]


@dataclass(frozen=True)
class Row:
    """One network of a comparison.

    Attributes
    ----------
    network
        The spec as typed.
    size_class
        Name of the group of networks that share baselines.
    room
        What the room is called, such as ``5 x 17 cabinets``.
    figures
        A number per key of `MEASURES`; None where it does not apply.
    per_endpoint
        A number per key of `PER_ENDPOINT`; None where there are no endpoints.
    power_by_set
        Network power in W by every power set that the study names.
    published
        What the paper prints, by the keys of ``figures``.
    published_baseline
        What the paper prints for the baseline of this network's size class, by the same keys.
    baselines
        By kind.
    latency
        The sweep behind the two latency figures.
    drawing
        The placed network.
    status, seconds, plan_file
        How the layout ended, how long it took, where its plan is (relative).
    notes
        Warnings that belong to this network.
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


@dataclass(frozen=True)
class Source:
    """One coefficient with where it comes from and how far it is trusted.

    ``trust`` is ``read``, ``computed``, ``quoted`` or ``unverified``. ``figures`` are the keys of
    `MEASURES` and `PER_ENDPOINT`, and the names of power sets, that the coefficient enters;
    where it is empty a report tells from the unit, and marks rather too many than too few.
    """

    coefficient: str
    value: str
    unit: str
    year: int
    source: str
    trust: str
    figures: tuple[str, ...] = ()


@dataclass(frozen=True)
class Comparison:
    """Several networks, their baselines, and everything that was assumed.

    ``assumptions`` holds at least cost_set, power_set, electrical_reach_m, switch_ns,
    link_gbps. ``rules`` are sentences for people (host cables, medium rule, ...).
    ``published_source`` and ``published_notes`` say where ``published`` figures are from and
    what is known to be odd about them; both are empty where the study uses none.
    """

    title: str
    rows: tuple[Row, ...]
    assumptions: Mapping[str, Any]
    rules: tuple[str, ...]
    sources: tuple[Source, ...]
    published_source: str = ""
    published_notes: tuple[str, ...] = ()
    provenance: Mapping[str, Any] = field(default_factory=dict)
