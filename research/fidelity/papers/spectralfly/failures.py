"""Figure 5 (link failures), printed without numbers: the statements of its text and caption."""

from functools import partial
from typing import Any, Literal

from netfloor.research.fidelity.report.exhibit import FigureColumn, Ours, Printed, Said
from netfloor.research.fidelity.reproduction import Measurement, Reproduction, Row
from netfloor.topologies.spec import build

_SMALL = ("slimfly:17", "lps:23,11", "bundlefly:37,3", "dragonfly:24")
_MEDIUM = ("slimfly:47", "lps:71,17", "bundlefly:137,4", "dragonfly:69")
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
    # The paper's Table I prints the sizes of these two.
    by_formula={("slimfly:47", "switches"): 4418, ("bundlefly:137,4", "switches"): 4384},
    printed=dict.fromkeys(("lps:71,17", "slimfly:47", "bundlefly:137,4", "dragonfly:69"), _LARGE),
    measure=_large,
    minutes=20,
    size=10,
    quick_size=10,
)

#: Means of a network at a share of failed links, by property.
Means = dict[str, float]
Property = Literal["mean_distance", "bisection_links"]
#: A ratio with the named sign.
_AHEAD = 1.0001
_NEAREST, _OTHERS = "others over SlimFly, mean hops", "BundleFly and DragonFly over both, mean hops"
_WIDER, _NARROWEST = "LPS over SlimFly, bisection", "both over BundleFly and DragonFly, bisection"
_HOP_GAP, _CUT_GAP = "gap in mean hops, of that at 0 %", "gap in bisection, of that at 20 %"


def _means(spec: str, proportion: float, trials: int) -> Means:
    """Return mean diameter, mean distance and bisection over the connected trials."""
    from netfloor.research.failures.curve import FailureOptions  # noqa: PLC0415 - loads Numba
    from netfloor.research.failures.run import link_failures  # noqa: PLC0415

    options = FailureOptions((proportion,), seed=0, max_trials=trials)
    (point,) = link_failures(build(spec), options).points
    return {name: result.mean for name, result in point.properties.items() if result.mean is not None}


def _curves(specs: tuple[str, ...], row: str, work: Measurement) -> Row:
    def at(percent: str) -> list[Means]:
        proportion = int(percent.removesuffix(" %")) / 100
        return [
            work.step(f"{spec}, {percent}, means", partial(_means, spec, proportion, work.size))
            for spec in specs
        ]

    def gap(percent: str, name: Property) -> float:
        slimfly, lps, *_ = at(percent)
        return lps[name] - slimfly[name]

    slimfly, lps, *rest = at(row)
    hops = [item["mean_distance"] for item in rest]
    cuts = [item["bisection_links"] for item in rest]
    ends = (build(spec).link_count for spec in specs[:2])
    slimfly_share, lps_share = (
        item["bisection_links"] / links for item, links in zip((slimfly, lps), ends, strict=True)
    )
    return {
        "SlimFly, mean hops": slimfly["mean_distance"],
        "LPS, mean hops": lps["mean_distance"],
        _NEAREST: min(lps["mean_distance"], *hops) / slimfly["mean_distance"],
        _OTHERS: min(hops) / max(slimfly["mean_distance"], lps["mean_distance"]),
        _HOP_GAP: gap(row, "mean_distance") / gap("0 %", "mean_distance"),
        "SlimFly, bisection": slimfly["bisection_links"],
        "LPS, bisection": lps["bisection_links"],
        _WIDER: lps["bisection_links"] / slimfly["bisection_links"],
        _NARROWEST: min(slimfly["bisection_links"], lps["bisection_links"]) / max(cuts),
        _CUT_GAP: gap(row, "bisection_links") / gap("20 %", "bisection_links"),
        "LPS over SlimFly, bisection as a share of all links": lps_share / slimfly_share,
        "LPS over SlimFly, diameter": lps["diameter"] / slimfly["diameter"],
    }


def _said_of_curves(percent: int, *, diameters: bool) -> tuple[Printed, ...]:
    """Return the statements at a share of failed links; diameters of the left column stand elsewhere."""
    return (
        None,
        None,
        Said("smallest", least=_AHEAD),
        Said("best", least=_AHEAD),
        Said("narrowing slightly", 0.8, 0.9999) if percent else None,
        None,
        None,
        Said("larger", least=_AHEAD),
        Said("best", least=_AHEAD),
        Said("narrows significantly", most=0.9) if percent > 20 else None,
        None,
        _said_of_diameters(percent) if diameters and percent else None,
    )


def _said_of_diameters(percent: int) -> Printed:
    if percent == 10:
        return Said("LPS slightly smaller", 1 / 1.2, 0.9999)
    if percent > 50:
        return Said("SlimFly slightly smaller", _AHEAD, 1.2)
    return Said("comparable", 0.9, 1.1)


def _curve_exhibit(
    key: str, part: str, specs: tuple[str, ...], percents: range, minutes: float
) -> Reproduction:
    shares = ",".join(f"{percent / 100:g}" for percent in percents)
    return Reproduction(
        key=key,
        paper="SpectralFly",
        exhibits=("Figure 5",),
        part=part,
        command=f"netfloor topology failures {' '.join(specs)} --proportions {shares} --max-trials 10",
        seed=0,
        sample="10 trials; bisections by METIS, in links",
        first="links failed",
        columns=(
            FigureColumn("SlimFly, mean hops", digits=3),
            FigureColumn("LPS, mean hops", digits=3),
            FigureColumn(_NEAREST, digits=3),
            FigureColumn(_OTHERS, digits=3),
            FigureColumn(_HOP_GAP, digits=3),
            FigureColumn("SlimFly, bisection"),
            FigureColumn("LPS, bisection"),
            FigureColumn(_WIDER, digits=3),
            FigureColumn(_NARROWEST, digits=3),
            FigureColumn(_CUT_GAP, digits=3),
            FigureColumn("LPS over SlimFly, bisection as a share of all links", digits=3),
            FigureColumn("LPS over SlimFly, diameter", digits=3),
        ),
        printed={
            f"{percent} %": _said_of_curves(percent, diameters=specs is _MEDIUM) for percent in percents
        },
        measure=partial(_curves, specs),
        minutes=minutes,
        size=10,
        quick_size=10,
    )


CURVES = _curve_exhibit(
    "spectralfly-figure-5-distances",
    "left column, distance and bisection",
    _SMALL,
    range(0, 61, 10),
    1,
)
LARGE_CURVES = _curve_exhibit(
    "spectralfly-figure-5-large-distances",
    "right column, diameter, distance and bisection",
    _MEDIUM,
    range(0, 81, 10),
    20,
)

EXHIBITS = (FIGURE_5, CURVES, FIGURE_5_LARGE, LARGE_CURVES)
