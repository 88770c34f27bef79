"""The dragonfly paper: sizes of networks and of groups."""

from netfloor.research.fidelity.report.exhibit import ByFormula, FigureColumn, Said
from netfloor.research.fidelity.reproduction import Measurement, Reproduction, Row
from netfloor.topologies.family import instances
from netfloor.topologies.spec import FAMILIES, build
from netfloor.topologies.topology import Topology
from netfloor.traffic.channels import channels_of
from netfloor.traffic.routing import routing_named
from netfloor.traffic.routing.routes import routes_of


def _sizes(row: str, _work: Measurement) -> Row:
    """Count the ports and endpoints of a built network."""
    network = build(row)
    return {
        "k": int(network.ports.max()),
        "k'": _group_ports(network),
        "N": int(network.endpoints.sum()),
    }


def _group_ports(network: Topology) -> int:
    """Return the endpoints and global links of the first group."""
    if network.groups is None:
        raise ValueError("a dragonfly has groups")
    first = network.groups == 0
    crossing = first[network.links].sum(axis=1) == 1
    return int(network.endpoints[first].sum() + network.multiplicity[crossing].sum())


_SIZES = (FigureColumn("k"), FigureColumn("k'"), FigureColumn("N"))
FIGURE_5 = Reproduction(
    key="dragonfly-figure-5",
    paper="Dragonfly",
    exhibits=("Figure 5",),
    command="netfloor topology show SPEC",
    columns=_SIZES,
    printed={
        "dragonfly:a=4,p=2,h=2": (7, 16, 72),
        "dragonfly:a=8,p=4,h=4": (None, None, Said("1K node", 1000, 1100)),
    },
    measure=_sizes,
)

FIGURE_6 = Reproduction(
    key="dragonfly-figure-6",
    paper="Dragonfly",
    exhibits=("Figure 6",),
    command="netfloor topology show SPEC",
    columns=_SIZES,
    printed={
        "dragonfly:group=2x2,p=2,h=2": (None, 16, None),
        "dragonfly:group=2x2x2,p=2,h=2": (7, 32, 1056),
    },
    by_formula={("dragonfly:group=2x2x2,p=2,h=2", "N"): 8 * 2 * (8 * 2 + 1)},
    measure=_sizes,
)


def _balanced(row: str, _work: Measurement) -> Row:
    """Return the endpoints of the balanced dragonfly with this switch radix."""
    listed = instances(FAMILIES["dragonfly"], 20_000)
    return {
        "N": next(item.total_endpoints or 0 for item in listed if _is(item.spec, item.total_ports, row))
    }


def _is(spec: str, ports: int | None, row: str) -> bool:
    return ",p=" in spec and str(ports) == row


FIGURE_4 = Reproduction(
    key="dragonfly-figure-4",
    paper="Dragonfly",
    exhibits=("Figure 4",),
    command="netfloor topology feasible --family dragonfly --max-routers 20000 --svg sizes.svg",
    first="ports of a switch, k",
    columns=(FigureColumn("N"),),
    printed={
        **{str(4 * h - 1): (ByFormula(4 * h**4 + 2 * h**2),) for h in (1, 2, 4, 8, 12)},
        "63": (Said("over 256k", 256_001, 512_000),),
    },
    measure=_balanced,
)


def _one_hop(row: str, _work: Measurement) -> Row:
    """Return the switch radix of the complete graph with this many endpoints."""
    listed = instances(FAMILIES["complete"], 1100)
    wanted = int(row.replace(",", ""))
    return {"k": next(item.total_ports or 0 for item in listed if item.total_endpoints == wanted)}


FIGURE_1 = Reproduction(
    key="dragonfly-figure-1",
    paper="Dragonfly",
    exhibits=("Figure 1",),
    command="netfloor topology feasible --family complete --svg sizes.svg",
    first="endpoints, N",
    columns=(FigureColumn("k"),),
    printed={f"{side * side:,}": (ByFormula(2 * side - 1),) for side in (8, 32, 128, 512, 1024)},
    measure=_one_hop,
)


def _virtual_channels(row: str, _work: Measurement) -> Row:
    """Count the virtual channels of the 1K-node network and check their dependency graph for cycles."""
    network = build(_NETWORK)
    result = routes_of(network, channels_of(network), routing_named(row))
    return {"virtual channels": result.proof.used, "cycles": 0 if result.proof.is_acyclic else 1}


_NETWORK = "dragonfly:a=8,p=4,h=4"
FIGURE_7 = Reproduction(
    key="dragonfly-figure-7",
    paper="Dragonfly",
    exhibits=("Figure 7",),
    command=f"netfloor traffic routes {_NETWORK} --routing ROUTING",
    first="routing",
    columns=(FigureColumn("virtual channels"), FigureColumn("cycles")),
    printed={"group-minimal": (2, 0), "group-valiant": (3, 0), "group-ugal-l": (3, 0)},
    measure=_virtual_channels,
)

EXHIBITS = (FIGURE_1, FIGURE_4, FIGURE_5, FIGURE_6, FIGURE_7)
