"""HyperX against a fat tree: the two planes of Figure 2."""

from netfloor.research.fidelity.report.exhibit import FigureColumn, Ours, Said
from netfloor.research.fidelity.reproduction import Measurement, Reproduction, Row
from netfloor.topologies.spec import build


def _plane(row: str, work: Measurement) -> Row:
    from netfloor.reports.structure.facts import network_facts  # noqa: PLC0415 - loads Numba

    network = build(row)
    facts = network_facts(network, with_bisection=True, seed=work.seed)
    return {
        "switches with endpoints": int((network.endpoints > 0).sum()),
        "endpoints": facts["endpoints"],
        "links": facts["links"],
        "bisection, links": Ours(
            facts["endpoint_bisection_links"], facts["endpoint_bisection_lower_links"]
        ),
        "share of half the endpoints, %": 100 * facts["endpoint_bisection_share"],
        "share of all links, %": 100 * facts["normalised_bisection"],
    }


_UNDER = Said("undersubscribed", 100.0001, 200)
#: "Only 15 compute nodes (not 18)" of an edge switch.
_FIFTEEN = Said("undersubscribed, 15 of 18", 119.5, 120.5)
FIGURE_2 = Reproduction(
    key="hyperx-figure-2",
    paper="HyperX",
    exhibits=("Figure 2",),
    command="netfloor topology compare SPEC... --bisection",
    seed=0,
    columns=(
        FigureColumn("switches with endpoints"),
        FigureColumn("endpoints"),
        FigureColumn("links"),
        FigureColumn("bisection, links"),
        FigureColumn("share of half the endpoints, %", 0.05, digits=1, printed_digits=1),
        FigureColumn("share of all links, %", digits=1),
    ),
    printed={
        "hyperx:12x8,t=7": (96, 672, None, None, 57.1, None),
        "leafspine:48,6,k=3,t=14": (48, 672, None, None, _UNDER, None),
        "leafspine:48,6,k=3,t=15": (48, None, None, None, _FIFTEEN, None),
        "fattree:18,3,used_down_ports=15": (None, None, None, None, _FIFTEEN, None),
        "fattree:18,3": (None, None, None, None, Said("full-bisection", 100, 100), None),
    },
    measure=_plane,
    minutes=0.2,
)

EXHIBITS = (FIGURE_2,)
