"""Figure 4, printed without numbers: the statements of its text and caption."""

from netfloor.research.fidelity.report.exhibit import FigureColumn, Said
from netfloor.research.fidelity.reproduction import Measurement, Reproduction, Row
from netfloor.topologies.family import instances
from netfloor.topologies.spec import FAMILIES, build


def _size_and_share(row: str, work: Measurement) -> Row:
    """Return switches and the cut as a share of all links; for the smallest LPS graph only switches."""
    if row == _SMALLEST:
        return {"switches": next(iter(instances(FAMILIES["lps"], 10_000))).routers}
    from netfloor.structure.bisection.interval import bisection  # noqa: PLC0415 - loads Numba

    network = build(row)
    cut = bisection(network, seeds=work.size, seed=work.seed, prove=False)
    return {"switches": network.routers, "bisection, % of nk/2": 100 * cut.links / network.link_count}


_SMALLEST = "lps:3,5"
_THIRD = Said("exceeds 1/3 around radix 18", 100 / 3, 200 / 3)
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

EXHIBITS = (FIGURE_4,)
