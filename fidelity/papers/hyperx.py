"""HyperX against a fat tree: the two planes of Figure 2."""

from netfloor.fidelity.reproduction import Measurement, Reproduction, Row
from netfloor.reports.fidelity.exhibit import FigureColumn, Ours
from netfloor.topologies.spec import build


def _plane(row: str, work: Measurement) -> Row:
    from netfloor.reports.structure.facts import network_facts  # noqa: PLC0415 - Numba

    facts = network_facts(build(row), with_bisection=True, seed=work.seed)
    share = facts["endpoint_bisection_share"]
    return {
        "switches": facts["routers"],
        "endpoints": facts["endpoints"],
        "links": facts["links"],
        "bisection, links": Ours(
            facts["endpoint_bisection_links"], facts["endpoint_bisection_lower_links"]
        ),
        "share of half the endpoints, %": 100 * share,
        "share of all links, %": 100 * facts["normalised_bisection"],
    }


FIGURE_2 = Reproduction(
    key="hyperx-figure-2",
    paper="HyperX",
    exhibits=("Figure 2",),
    part="the HyperX plane and the whole fat tree",
    command="netfloor topology compare SPEC... --bisection",
    seed=0,
    columns=(
        FigureColumn("switches"),
        FigureColumn("endpoints"),
        FigureColumn("links"),
        FigureColumn("bisection, links"),
        FigureColumn("share of half the endpoints, %", 0.05, digits=1, printed_digits=1),
        FigureColumn("share of all links, %", digits=1),
    ),
    printed={
        "hyperx:12x8,t=7": (96, 672, None, None, 57.1, None),
        "fattree:18,3,used_down_ports=15": (None, None, None, None, None, None),
        "fattree:18,3": (None, None, None, None, None, None),
    },
    measure=_plane,
    minutes=0.2,
)


def _edge(row: str, _work: Measurement) -> Row:
    network = build(row)
    return {"edge switches": int((network.endpoints > 0).sum())}


FIGURE_2_TREE = Reproduction(
    key="hyperx-figure-2-tree",
    paper="HyperX",
    exhibits=("Figure 2",),
    part="the fat tree's plane",
    command="netfloor topology show fattree:18,3",
    columns=(FigureColumn("edge switches"),),
    printed={"fattree:18,3": (48,)},
    measure=_edge,
)

EXHIBITS = (FIGURE_2, FIGURE_2_TREE)
