"""HyperX against a fat tree: performance of static routing on the two planes."""

from collections.abc import Callable

import numpy as np

from netfloor.research.fidelity.report.exhibit import FigureColumn, Printed, Said
from netfloor.research.fidelity.reproduction import Measurement, Reproduction, Row
from netfloor.topologies.spec import build

#: By routing and placement: share of a rack's pairs, highest message count on one cable there, and
#: effective bisection bandwidth by ranks.
Carried = dict[str, dict[str, float]]
_TREE, _HYPERX = "leafspine:48,6,k=3,t=14", "hyperx:12x8,t=7"
_COMBINATIONS = {
    "ftree linear": (_TREE, "d-mod-k", "linear"),
    "dfsssp linear": (_HYPERX, "dfsssp", "linear"),
    "dfsssp random": (_HYPERX, "dfsssp", "random"),
    "parx linear": (_HYPERX, "parx", "linear"),
    "parx clustered": (_HYPERX, "parx", "clustered"),
}
_JOBS = 56, 112, 224


def _carried(seed: int) -> Carried:
    """Return the results of all combinations for messages of 1 MiB."""
    from netfloor.research.traffic.static import STATIC_ROUTINGS  # noqa: PLC0415 - loads Numba
    from netfloor.research.traffic.static.bandwidth import effective_bandwidth, heat_map  # noqa: PLC0415
    from netfloor.research.traffic.static.placement import placed_ranks  # noqa: PLC0415
    from netfloor.traffic.channels import channels_of  # noqa: PLC0415 - loads Numba

    carried: Carried = {}
    for name, (spec, routing, placement) in _COMBINATIONS.items():
        network = build(spec)
        tables = STATIC_ROUTINGS[routing].tables(network, channels_of(network))
        shares = heat_map(tables, np.arange(28, dtype=np.int32), seed)
        figures = {"pairs": float(np.nanmean(shares)), "flows": float(1 / np.nanmin(shares))}
        for ranks in _JOBS:
            placed = placed_ranks(placement, tables.endpoints, ranks, seed)
            figures[str(ranks)] = effective_bandwidth(tables, placed, 1000, seed).mean
        carried[name] = figures
    return carried


#: A statement of the paper, or one that follows from its numbers, with the range in which it holds, and the
#: function that computes our figure.
Statement = tuple[Printed, Callable[[Carried], float]]


def _static(figure: int, part: str, statements: dict[str, Statement]) -> Reproduction:
    def measure(row: str, work: Measurement) -> Row:
        carried = work.step("carried", lambda: _carried(work.seed))
        return {"figure": float(f"{statements[row][1](carried):.6g}")}

    return Reproduction(
        key=f"hyperx-figure-{figure}",
        excuse="not comparable",
        paper="HyperX",
        exhibits=(f"Figure {figure}",),
        part=part,
        command="netfloor traffic static examples/tsubame2/static.toml --out out/static",
        seed=1,
        sample="channels counted, not measured",
        first="statement",
        columns=(FigureColumn("figure", 0.0005, digits=3, printed_digits=3),),
        printed={row: (printed,) for row, (printed, _) in statements.items()},
        measure=measure,
        minutes=0.3,
    )


def _over(text: str, other: str, key: str) -> Callable[[Carried], float]:
    """Return a function that gives a figure of one combination relative to another."""
    return lambda carried: carried[text][key] / carried[other][key]


_MINIMAL, _LONG, _FTREE = "dfsssp linear", "parx linear", "ftree linear"
FIGURE_1 = _static(
    1,
    "",
    {
        "flows on one cable at worst, HyperX / DFSSSP": (7, lambda result: result[_MINIMAL]["flows"]),
        "HyperX / DFSSSP over fat tree / ftree": (
            Said("0.84 / 2.26 GiB/s", 0.835 / 2.265, 0.845 / 2.255),
            _over(_MINIMAL, _FTREE, "pairs"),
        ),
        "HyperX / PARX over fat tree / ftree": (
            Said("1.39 / 2.26 GiB/s", 1.385 / 2.265, 1.395 / 2.255),
            _over(_LONG, _FTREE, "pairs"),
        ),
        "PARX over DFSSSP on the HyperX": (
            Said("increasing by 66 %", 1.655, 1.665),
            _over(_LONG, _MINIMAL, "pairs"),
        ),
    },
)
_PARX, _RANDOM = "parx clustered", "dfsssp random"
FIGURE_3 = _static(
    3,
    "effective bisection bandwidth (3c)",
    {
        **{
            f"PARX clustered over fat tree / ftree linear, {ranks} nodes": (
                Said("2 %-6 % more for mid-range node counts", 1.02, 1.06),
                _over(_PARX, _FTREE, str(ranks)),
            )
            for ranks in _JOBS
        },
        **{
            f"PARX clustered over DFSSSP random, {ranks} nodes": (
                Said("nearly as well", 0.85, 1.0),
                _over(_PARX, _RANDOM, str(ranks)),
            )
            for ranks in _JOBS
        },
    },
)

EXHIBITS = (FIGURE_1, FIGURE_3)
