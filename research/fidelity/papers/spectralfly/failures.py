"""Figure 5 (link failures), printed without numbers: the statements of its text and caption."""

from functools import partial
from typing import Any

from netfloor.research.fidelity.report.exhibit import FigureColumn, Ours, Printed, Said
from netfloor.research.fidelity.reproduction import Measurement, Reproduction, Row
from netfloor.topologies.spec import build

_SMALL = ("slimfly:17", "lps:23,11", "bundlefly:37,3", "dragonfly:24")
#: Differences of mean diameters, which are 4 to 5 in this figure: comparable within 10 %, slight up to 20
#: %.
_COMPARABLE, _SLIGHT, _SOME = 0.4, 0.8, 1e-4


def _failed(spec: str, proportion: float, trials: int, metis_seeds: int = 3) -> dict[str, Any]:
    """Return the mean diameter, its standard error, and the number of disconnected trials."""
    from netfloor.research.failures.curve import FailureOptions  # noqa: PLC0415 - loads Numba
    from netfloor.research.failures.run import link_failures  # noqa: PLC0415

    options = FailureOptions((proportion,), seed=0, max_trials=trials, metis_seeds=metis_seeds)
    (point,) = link_failures(build(spec), options).points
    result = point.diameter
    error = None if result.std is None else result.std / result.connected**0.5
    return {"diameter": result.mean, "error": error, "apart": point.disconnected, "trials": point.trials}


def _under_failures(row: str, work: Measurement) -> Row:
    proportion = int(row.removesuffix(" %")) / 100
    specs = _SMALL if row == "60 %" else _SMALL[:2]
    results = [work.step(f"{spec}, {row}", partial(_failed, spec, proportion, work.size)) for spec in specs]
    slimfly, lps = (Ours(item["diameter"], error=item["error"]) for item in results[:2])
    return {
        "SlimFly": slimfly,
        "LPS": lps,
        "LPS less SlimFly": float(lps.value) - float(slimfly.value),
        "trials that fell apart": sum(item["apart"] for item in results),
        "trials": ", ".join(str(item["trials"]) for item in results),
    }


def _said(percent: int) -> tuple[Printed, ...]:
    connected = Said("consistently connected", 0, 0)
    if percent == 10:
        return (4, None, Said("LPS slightly smaller", -_SLIGHT, -_SOME), connected, None)
    if percent > 50:
        return (None, None, Said("SlimFly slightly smaller", _SOME, _SLIGHT), connected, None)
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
    result = work.step(row, partial(_failed, row, 0.8, work.size, metis_seeds=1))
    return {"switches": build(row).routers, "trials that fell apart at 80 %": result["apart"]}


_LARGE: tuple[Printed, ...] = (
    Said("5K (text), 7K (caption)", 4500, 5499),
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

EXHIBITS = (FIGURE_5, FIGURE_5_LARGE)
