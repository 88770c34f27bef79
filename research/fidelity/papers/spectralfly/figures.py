"""Figures 4, 5 and 11, which are printed without numbers: what text and captions say of them."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from netfloor.research.fidelity.papers.spectralfly.baselines import CLASSES, WHEN_PLACED, unplaced
from netfloor.research.fidelity.papers.spectralfly.table_2 import CABLES, NETWORKS
from netfloor.research.fidelity.report.exhibit import FigureColumn, Ours, Printed, Said
from netfloor.research.fidelity.reproduction import Measurement, Reproduction, Row
from netfloor.topologies.family import instances
from netfloor.topologies.spec import FAMILIES, build


def _size_and_share(row: str, work: Measurement) -> Row:
    """Return switches, and the cut as a share of all links; of the smallest LPS graph its size alone."""
    if row == _SMALLEST:
        return {"switches": next(iter(instances(FAMILIES["lps"], 10_000))).routers}
    from netfloor.structure.bisection.interval import bisection  # noqa: PLC0415 - loads Numba

    network = build(row)
    cut = bisection(network, seeds=work.size, seed=work.seed, prove=False)
    return {"switches": network.routers, "bisection, % of nk/2": 100 * cut.links / network.link_count}


_SMALLEST = "lps:3,5"
_THIRD = Said("exceeds 1/3 around radix 18", least=100 / 3)
FIGURE_4 = Reproduction(
    key="spectralfly-figure-4",
    paper="SpectralFly",
    exhibits=("Figure 4",),
    command="netfloor topology compare SPEC... --bisection --out report",
    seed=0,
    sample="50 seeds of METIS",
    columns=(FigureColumn("switches"), FigureColumn("bisection, % of nk/2", digits=1)),
    printed={
        _SMALLEST: (120, None),
        "lps:17,11": (None, _THIRD),
        "lps:17,13": (None, _THIRD),
        "lps:19,13": (None, _THIRD),
    },
    measure=_size_and_share,
    minutes=3,
    size=50,
    quick_size=5,
)

_SMALL = ("slimfly:17", "lps:23,11", "bundlefly:37,3", "dragonfly:24")
#: Difference of mean diameters that is called comparable.
_COMPARABLE = 0.5


def _failed(spec: str, proportion: float, trials: int, metis_seeds: int = 3) -> dict[str, Any]:
    """Return mean diameter and its standard error, and how many trials fell apart."""
    from netfloor.research.failures.curve import FailureOptions  # noqa: PLC0415 - loads Numba
    from netfloor.research.failures.run import link_failures  # noqa: PLC0415

    options = FailureOptions((proportion,), seed=0, max_trials=trials, metis_seeds=metis_seeds)
    (point,) = link_failures(build(spec), options).points
    found = point.diameter
    error = None if found.std is None else found.std / found.connected**0.5
    return {"diameter": found.mean, "error": error, "apart": point.disconnected, "trials": point.trials}


def _under_failures(row: str, work: Measurement) -> Row:
    proportion = int(row.removesuffix(" %")) / 100
    specs = _SMALL if row == "60 %" else _SMALL[:2]
    found = [work.step(f"{spec}, {row}", partial(_failed, spec, proportion, work.size)) for spec in specs]
    slimfly, lps = (Ours(one["diameter"], error=one["error"]) for one in found[:2])
    return {
        "SlimFly": slimfly,
        "LPS": lps,
        "LPS less SlimFly": float(lps.value) - float(slimfly.value),
        "trials that fell apart": sum(one["apart"] for one in found),
        "trials": ", ".join(str(one["trials"]) for one in found),
    }


def _said(percent: int) -> tuple[Printed, ...]:
    connected = Said("consistently connected", 0, 0)
    if percent == 10:
        return (4, None, Said("LPS slightly smaller", most=-1e-6), connected, None)
    if percent > 50:
        return (None, None, Said("SlimFly slightly smaller", least=0), connected, None)
    return (None, None, Said("comparable", -_COMPARABLE, _COMPARABLE), connected, None)


FIGURE_5 = Reproduction(
    key="spectralfly-figure-5",
    paper="SpectralFly",
    exhibits=("Figure 5",),
    part="left column, 600 switches",
    command="netfloor topology failures SPEC --proportions 0.1,0.2,0.3,0.4,0.5,0.55,0.6 --max-trials 100",
    seed=0,
    sample="10 to 100 trials",
    first="links failed",
    columns=(
        FigureColumn("SlimFly", digits=2),
        FigureColumn("LPS", digits=2),
        FigureColumn("LPS less SlimFly", digits=2),
        FigureColumn("trials that fell apart"),
        FigureColumn("trials"),
    ),
    printed={f"{percent} %": _said(percent) for percent in (10, 20, 30, 40, 50, 55, 60)},
    measure=_under_failures,
    minutes=10,
    size=100,
    quick_size=10,
)


def _large(row: str, work: Measurement) -> Row:
    found = work.step(row, partial(_failed, row, 0.8, work.size, metis_seeds=1))
    return {"switches": build(row).routers, "trials that fell apart at 80 %": found["apart"]}


_LARGE: tuple[Printed, ...] = (
    Said("5K (text), 7K (caption)", 4000, 5499),
    Said("consistently connected until 80 %", 0, 0),
)
FIGURE_5_LARGE = Reproduction(
    key="spectralfly-figure-5-large",
    paper="SpectralFly",
    exhibits=("Figure 5",),
    part="right column, sizes and connection",
    command="netfloor topology failures SPEC --proportions 0.8 --max-trials 10",
    seed=0,
    sample="10 trials",
    columns=(FigureColumn("switches"), FigureColumn("trials that fell apart at 80 %")),
    printed=dict.fromkeys(("lps:71,17", "slimfly:47", "bundlefly:137,4", "dragonfly:69"), _LARGE),
    measure=_large,
    minutes=20,
    size=10,
    quick_size=10,
)


def _latencies(row: str, work: Measurement) -> Row:
    """Return latency relative to the baselines of the class: least and most over all switch latencies."""
    (size,) = (size for size, members in CLASSES.items() if row in members)
    ours = work.others[CABLES.key].steps[row]
    random = work.step(f"random {size}", lambda: _mean_latency(unplaced("random", size, work.size)))
    average, longest = (np.divide(ours[key], random[key]) for key in ("mean_ns", "longest_ns"))
    found: dict[str, float] = {
        "average, least": float(average.min()),
        "average, most": float(average.max()),
        "longest, most": float(longest.max()),
    }
    steps = work.others[WHEN_PLACED.key].steps
    placed = [one for name, one in steps.items() if name.startswith(f"random {size}, ")]
    if len(placed) >= work.size:
        ratio = np.divide(ours["mean_ns"], _mean_latency(placed)["mean_ns"])
        found |= {"of placed ones, least": float(ratio.min()), "of placed ones, most": float(ratio.max())}
    return found


def _mean_latency(found: Sequence[dict[str, Any]]) -> dict[str, list[float]]:
    return {key: np.mean([one[key] for one in found], axis=0).tolist() for key in ("mean_ns", "longest_ns")}


def _words(spec: str) -> tuple[Printed, ...]:
    if spec == "lps:19,7":  # "except for LPS(19, 7)"
        return (None, None, Said("not lower", least=1), None, None)
    return (None, Said("significantly lower", most=1), Said("typically lower", most=1), None, None)


FIGURE_11 = Reproduction(
    key="spectralfly-figure-11",
    paper="SpectralFly",
    exhibits=("Figure 11",),
    command="netfloor compare examples/table2.toml --out out/table2",
    seed=1,
    sample="means of 20 random networks in random slots",
    columns=tuple(
        FigureColumn(name, digits=2)
        for name in (
            "average, least",
            "average, most",
            "longest, most",
            "of placed ones, least",
            "of placed ones, most",
        )
    ),
    printed={spec: _words(spec) for spec in NETWORKS},
    measure=_latencies,
    minutes=130,
    size=20,
    quick_size=2,
    needs=(CABLES.key, WHEN_PLACED.key),
)

EXHIBITS = (FIGURE_4, FIGURE_5, FIGURE_5_LARGE, FIGURE_11)
