"""The networks of SpectralFly's Figures 6 to 10: counts requested and printed in section VI-B."""

from netfloor.research.fidelity.report.exhibit import FigureColumn, Printed, Said
from netfloor.research.fidelity.reproduction import Measurement, Reproduction, Row
from netfloor.topologies.family import instances
from netfloor.topologies.spec import FAMILIES, build

_PORTS, _RANKS = 32, 8192
_SPECS = {
    "SpectralFly": "lps:23,13,endpoints=8",
    "DragonFly": "dragonfly:a=16,p=8,h=8,g=69,arrangement=circulant",
    "SlimFly": "slimfly:27,endpoints=8",
    "BundleFly": "bundlefly:9,9,endpoints=6",
}
_LARGEST = "the largest SlimFly of 32 ports"
#: q, switches, and ports to other switches of a SlimFly: q = 4 w + delta (McKay, Miller, Siran).
_Q, _DELTA = 27, -1
_SWITCHES, _LINKS = 2 * _Q * _Q, (3 * _Q - _DELTA) // 2
#: Channel utilisation at 70 % uniform minimal traffic: ranks per switch times mean hops, divided by its
#: channels. A switch has its neighbours at distance 1 and all others at distance 2.
_MEAN_HOPS = (_LINKS + 2 * (_SWITCHES - 1 - _LINKS)) / _SWITCHES
_BUSY = 0.7 * _RANKS / _SWITCHES * _MEAN_HOPS / _LINKS


def _counted(row: str, _work: Measurement) -> Row:
    if row == _LARGEST:
        return {"endpoints": _largest()}
    network = build(_SPECS[row])
    result: dict[str, float] = {
        "ports of a switch": int(network.ports.max()),
        "endpoints": int(network.endpoints.sum()),
    }
    if row == "SlimFly":
        result["fullest channel at 0.7"] = _fullest(_SPECS[row])
    return result


def _largest() -> int:
    """Return the maximum number of endpoints in any SlimFly of 32-port switches."""
    every = instances(FAMILIES["slimfly"], 20_000)
    return max(item.routers * (_PORTS - item.radix) for item in every if item.radix < _PORTS)


def _fullest(spec: str) -> float:
    """Return the utilisation of the busiest channel under uniform minimal traffic at load 0.7."""
    from netfloor.traffic.channels import channels_of  # noqa: PLC0415 - loads Numba
    from netfloor.traffic.load.channel_load import channel_load  # noqa: PLC0415
    from netfloor.traffic.patterns import pattern_of  # noqa: PLC0415
    from netfloor.traffic.routing import routing_named  # noqa: PLC0415

    network = build(spec)
    loads = channel_load(
        network, channels_of(network), routing_named("minimal"), pattern_of(network, "uniform", _RANKS, 1)
    )
    return 0.7 * loads.highest


_SIZE, _RADIX = Said("~8.7k network endpoints", 7830, 9570), Said("32 ports", 1, _PORTS)
_SATURATED: Printed = Said("becomes saturated", 0.95, 1.05)
SET_UP = Reproduction(
    key="spectralfly-figures-6-to-10-networks",
    paper="SpectralFly",
    exhibits=("Figure 6", "Figure 7", "Figure 8", "Figure 9", "Figure 10"),
    part="the networks",
    command="netfloor traffic load slimfly:27,endpoints=8 --ranks 8192 --seed 1",
    first="networks",
    columns=(
        FigureColumn("ports of a switch"),
        FigureColumn("endpoints"),
        FigureColumn("fullest channel at 0.7", digits=2),
    ),
    printed={
        **{name: (_RADIX, _SIZE, _SATURATED if name == "SlimFly" else None) for name in _SPECS},
        _LARGEST: (None, Said("8,192 endpoints", _RANKS), None),
    },
    by_formula={
        ("SlimFly", "ports of a switch"): _LINKS + 8,
        ("SlimFly", "endpoints"): _SWITCHES * 8,
        ("SlimFly", "fullest channel at 0.7"): _BUSY,
        (_LARGEST, "endpoints"): max(
            2 * q * q * (_PORTS - (3 * q - delta) // 2)
            for q, delta in ((5, 1), (7, -1), (8, 0), (9, 1), (11, -1), (13, 1), (16, 0), (17, 1), (19, -1))
        ),
    },
    measure=_counted,
)

EXHIBITS = (SET_UP,)
