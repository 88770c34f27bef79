"""The networks of SpectralFly's Figures 6 to 10: counts requested and printed in section VI-B."""

from netfloor.research.fidelity.papers.spectralfly.finite_runs import (
    BRACKETS,
    NETWORKS,
    PRINTED_SLIMFLY,
    RANKS,
)
from netfloor.research.fidelity.report.exhibit import FigureColumn, Said
from netfloor.research.fidelity.reproduction import Measurement, Reproduction, Row
from netfloor.topologies.family import instances
from netfloor.topologies.spec import FAMILIES, build
from netfloor.topologies.topology import Topology

_PORTS = 32
_LARGEST = "the largest SlimFly of 32 ports"
#: q, switches, and ports to other switches of a SlimFly: q = 4 w + delta (McKay, Miller, Siran).
_Q, _DELTA = 27, -1
_SWITCHES, _LINKS = 2 * _Q * _Q, (3 * _Q - _DELTA) // 2
#: Networks that the paper prints; the others stand beside them.
_PRINTED = tuple(NETWORKS)[:4]
_SPECS = {**NETWORKS, **BRACKETS}


def _counted(row: str, work: Measurement) -> Row:
    if row == _LARGEST:
        return {"endpoints": _largest()}
    network = build(_SPECS[row])
    single, paths = shortest_path_counts(network)
    return {
        "ports of a switch": int(network.ports.max()),
        "endpoints": int(network.endpoints.sum()),
        "channels per rank": 2 * len(network.links) / RANKS,
        "fullest channel at 0.7": _fullest(network, work.seed),
        "pairs with one shortest path, %": 100 * single,
        "paths of the others": paths,
    }


def _largest() -> int:
    """Return the maximum number of endpoints in any SlimFly of 32-port switches."""
    every = instances(FAMILIES["slimfly"], 20_000)
    return max(item.routers * (_PORTS - item.radix) for item in every if item.radix < _PORTS)


def shortest_path_counts(network: Topology) -> tuple[float, float]:
    """Return the share of pairs of switches with one shortest path, and the mean count of the others."""
    import numpy as np  # noqa: PLC0415

    from netfloor.traffic.channels import channels_of  # noqa: PLC0415 - loads Numba
    from netfloor.traffic.routing.path_counts import path_counts  # noqa: PLC0415
    from netfloor.traffic.routing.shortest import shortest_paths  # noqa: PLC0415

    channels = channels_of(network)
    counts = path_counts(shortest_paths(channels, np.arange(network.routers, dtype=np.int32)), channels)
    between = counts[~np.eye(network.routers, dtype=bool)]
    several = between[between > 1]
    return float((between == 1).mean()), float(several.mean()) if several.size else 0.0


def _fullest(network: Topology, seed: int) -> float:
    """Return the utilisation of the busiest channel under uniform minimal traffic at load 0.7."""
    from netfloor.traffic.channels import channels_of  # noqa: PLC0415 - loads Numba
    from netfloor.traffic.load.channel_load import channel_load  # noqa: PLC0415
    from netfloor.traffic.patterns import pattern_of  # noqa: PLC0415
    from netfloor.traffic.routing import routing_named  # noqa: PLC0415

    pattern = pattern_of(network, "uniform", RANKS, seed)
    return 0.7 * channel_load(network, channels_of(network), routing_named("minimal"), pattern).highest


_SIZE, _RADIX = Said("~8.7k network endpoints", 7830, 9570), Said("32 ports", 1, _PORTS)
SET_UP = Reproduction(
    key="spectralfly-figures-6-to-10-networks",
    paper="SpectralFly",
    exhibits=("Figure 6", "Figure 7", "Figure 8", "Figure 9", "Figure 10"),
    part="the networks",
    command="netfloor traffic load SPEC --ranks 8192 --seed 1",
    seed=1,
    sample="the seed places the 8,192 ranks; all pairs of switches",
    first="networks",
    columns=(
        FigureColumn("ports of a switch"),
        FigureColumn("endpoints"),
        FigureColumn("channels per rank", digits=2),
        FigureColumn("fullest channel at 0.7", digits=2),
        FigureColumn("pairs with one shortest path, %"),
        FigureColumn("paths of the others", digits=1),
    ),
    printed={
        **{name: (*((_RADIX, _SIZE) if name in _PRINTED else (None,) * 2), *[None] * 4) for name in _SPECS},
        _LARGEST: (None,) * 6,
    },
    by_formula={
        (PRINTED_SLIMFLY, "ports of a switch"): _LINKS + 8,
        (PRINTED_SLIMFLY, "endpoints"): _SWITCHES * 8,
        (_LARGEST, "endpoints"): max(
            2 * q * q * (_PORTS - (3 * q - delta) // 2)
            for q, delta in ((5, 1), (7, -1), (8, 0), (9, 1), (11, -1), (13, 1), (16, 0), (17, 1), (19, -1))
        ),
    },
    measure=_counted,
    version=2,
    beside=(
        "channels per rank",
        "fullest channel at 0.7",
        "pairs with one shortest path, %",
        "paths of the others",
    ),
)

EXHIBITS = (SET_UP,)
