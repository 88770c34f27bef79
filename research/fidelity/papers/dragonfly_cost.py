"""Costs in the dragonfly paper: optical break-even length, cables of Figure 18 and Table 2, Figure 19."""

import tempfile
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np

from netfloor.research.fidelity.report.exhibit import FigureColumn, Printed, Said
from netfloor.research.fidelity.reproduction import Measurement, Reproduction, Row
from netfloor.research.growth.report.types import GrowthRow
from netfloor.topologies.spec import build

_STUDY = "netfloor growth examples/growth/dragonfly-fig19.toml --out out/fig19"
#: Rate of a link in the study: three lanes of 6 Gb/s.
_GBPS = 18.0


def _crossing(_row: str, _work: Measurement) -> Row:
    """Return the length above which an optical cable costs less than a copper cable."""
    from netfloor.costmodels.sets.load import load_cost_set  # noqa: PLC0415
    from netfloor.research.growth.study.crossovers import optical_crossover  # noqa: PLC0415 - loads the studies

    result = optical_crossover(load_cost_set("dragonfly-2008"), _GBPS)
    return {} if result is None else {"m": result.after / 1000}


FIGURE_2 = Reproduction(
    key="dragonfly-figure-2",
    excuse="inputs missing",
    paper="Dragonfly",
    exhibits=("Figure 2",),
    command=_STUDY,
    first="cost set",
    columns=(FigureColumn("m", 0.5, digits=3),),
    printed={"dragonfly-2008, as recalled": (10,)},
    measure=_crossing,
)

_DRAGONFLY = "dragonfly:a=16,p=16,h=16,g=256"
_BUTTERFLY = "flattened-butterfly:16,4"
#: Radix of the paper's switches.
_PORTS = 64


def _global_cables(row: str, _work: Measurement) -> Row:
    """Return the cables between groups (or outside the first dimension) and the ports they occupy."""
    network = build(row)
    groups = network.groups if row == _DRAGONFLY else np.arange(network.routers) // 16
    if groups is None:
        raise ValueError("a dragonfly has groups")
    outside = groups[network.links[:, 0]] != groups[network.links[:, 1]]
    cables = int(network.multiplicity[outside].sum())
    return {
        "global cables": cables,
        "ports of 64, %": 100 * 2 * cables / network.routers / _PORTS,
        "cables per 100 of the other": 100 * cables / _GLOBAL_OF_BUTTERFLY,
    }


#: 4,096 switches with 15 links in each of two dimensions of 16; each link has two ends.
_GLOBAL_OF_BUTTERFLY = 4096 * 30 // 2
FIGURE_18 = Reproduction(
    key="dragonfly-figure-18",
    paper="Dragonfly",
    exhibits=("Figure 18",),
    command="netfloor topology show SPEC",
    columns=(
        FigureColumn("global cables"),
        FigureColumn("ports of 64, %", 0.5, digits=1),
        FigureColumn("cables per 100 of the other", digits=1),
    ),
    printed={
        _DRAGONFLY: (None, 25, Said("only half", 45, 55)),
        _BUTTERFLY: (None, 50, None),
    },
    by_formula={(_BUTTERFLY, "ports of 64, %"): 100 * 2 * 15 / _PORTS},
    measure=_global_cables,
    minutes=0.2,
)


def _growth() -> list[list[object]]:
    """Return family, endpoints, length method and cents per endpoint of every network of Figure 19."""
    from netfloor.foundation.interrupt import Interrupt  # noqa: PLC0415
    from netfloor.foundation.observer import SILENT  # noqa: PLC0415
    from netfloor.research.growth.study.run import GrowthRequest, run_growth  # noqa: PLC0415 - loads Numba

    with tempfile.TemporaryDirectory() as folder, as_file(files("netfloor.examples") / "growth") as study:
        request = GrowthRequest(study / "dragonfly-fig19.toml", Path(folder) / "out")
        result, _ = run_growth(request, SILENT, Interrupt(), force=False)
    return [_cost(row) for row in result.rows if row.way in ("closed", "generated")]


def _cost(row: GrowthRow) -> list[object]:
    return [row.family, row.wanted, row.way, row.cents_per_endpoint]


def _saving(row: str, work: Measurement) -> Row:
    """Return the dragonfly's saving, from closed-form lengths and from layouts under the same rules."""
    size, against = row.split(", ")
    cents = {(family, wanted, way): cost for family, wanted, way, cost in work.step("costs", _growth)}
    wanted = int(size.replace("K", "")) * 1024
    saved: dict[str, float] = {}
    for name, way in (("by closed forms, %", "closed"), ("by layouts, %", "generated")):
        own, other = (cents[family, wanted, way] for family in ("dragonfly", _FAMILIES[against]))
        saved[name] = 100 * (1 - own / other)
    return saved


_FAMILIES = {"flattened butterfly": "flattened-butterfly", "folded Clos": "clos", "3-D torus": "torus"}


def _both(printed: Printed) -> tuple[Printed, Printed]:
    return printed, printed


def _approximately(percent: float) -> tuple[Printed, Printed]:
    return _both(Said(f"approximately {percent:g} %", 0.9 * percent, 1.1 * percent))


def _over(text: str, percent: float) -> tuple[Printed, Printed]:
    """Return a saving "over" a number: above it, and no saving exceeds 100 %."""
    return _both(Said(text, percent + 0.0001, 100))


FIGURE_19 = Reproduction(
    key="dragonfly-figure-19",
    excuse="inputs missing",
    paper="Dragonfly",
    exhibits=("Figure 19",),
    command=_STUDY,
    seed=1,
    first="endpoints, against",
    columns=(
        FigureColumn("by closed forms, %", 0.5, digits=1),
        FigureColumn("by layouts, %", 0.5, digits=1, another_way=True),
    ),
    printed={
        "1K, flattened butterfly": _both(0),
        "4K, flattened butterfly": _approximately(10),
        "16K, flattened butterfly": _approximately(20),
        "64K, flattened butterfly": _approximately(20),
        "16K, folded Clos": _over("over 50 %", 50),
        "64K, folded Clos": _over("over 50 %", 50),
        "1K, 3-D torus": _approximately(62),
        "8K, 3-D torus": _both(47),
        "64K, 3-D torus": _over("exceeds 60 %", 60),
    },
    measure=_saving,
    minutes=1,
)

#: Small instances of Table 2's two rows: hop counts do not depend on the size.
_HOPS = {"dragonfly": "dragonfly:a=8,p=4,h=4", "flattened butterfly": "flattened-butterfly:8,4"}
_SWITCHES_OF_GROUP = 8
#: Weight of a global hop; it exceeds any number of local hops on a path.
_GLOBAL = 1000
_STRAIGHT = "dragonfly, cables run diagonally"


def _hops_and_lengths(row: str, _work: Measurement) -> Row:
    """Return the longest routes in hops, and lengths of global cables as shares of the floor's side E."""
    lengths = {"average cable, E": _length(row, _MANY)[0], "longest cable, E": _length(row, _MANY)[1]}
    built = _length(row, _SIDE)
    lengths |= {
        f"average, {_SIDE} places a side, E": built[0],
        f"longest, {_SIDE} places a side, E": built[1],
    }
    return lengths if row == _STRAIGHT else {**_longest_routes(row), **lengths}


def _longest_routes(row: str) -> dict[str, str]:
    """Return the longest minimal route and the longest non-minimal route.

    A minimal route has the fewest global hops, then the fewest local hops. A non-minimal route goes
    minimally to an intermediate switch (flattened butterfly) or to the first switch of an intermediate
    group (dragonfly), then minimally to its destination.
    """
    from scipy.sparse import coo_array  # noqa: PLC0415 - heavy
    from scipy.sparse.csgraph import dijkstra  # noqa: PLC0415

    network = build(_HOPS[row])
    groups = np.arange(network.routers) // _SWITCHES_OF_GROUP
    ends = network.links.T
    weights = np.where(groups[ends[0]] == groups[ends[1]], 1, _GLOBAL)
    shape = (network.routers, network.routers)
    hops = dijkstra(coo_array((weights, (ends[0], ends[1])), shape=shape).tocsr(), directed=False)
    first = hops.max(axis=0)
    if row == "dragonfly":
        by_group = hops.reshape(network.routers, -1, _SWITCHES_OF_GROUP)
        entry = by_group.argmin(axis=2) + _SWITCHES_OF_GROUP * np.arange(by_group.shape[1])
        first = np.zeros(network.routers)
        np.maximum.at(first, entry, by_group.min(axis=2))
    other = (first + hops.max(axis=1)).max()
    return {"minimal": _as_hops(int(hops.max())), "nonminimal": _as_hops(int(other))}


def _as_hops(weight: int) -> str:
    return f"{weight % _GLOBAL} local, {weight // _GLOBAL} global"


#: Slots per side of the floor: enough to approximate the limit, and the number that 64K endpoints need.
_MANY, _SIDE = 400, 16


def _length(row: str, side: int) -> tuple[float, float]:
    """Return mean and longest distance between two slots of a line or square, relative to its side."""
    steps = np.arange(side)
    pairs = 2.0 * (side - steps)
    pairs[0] = side
    if row == "flattened butterfly":
        return float(pairs @ steps) / (side * (side - 1)) / side, (side - 1) / side
    far = np.hypot(*np.ix_(steps, steps)) if row == _STRAIGHT else np.add.outer(steps, steps)
    total = float((np.outer(pairs, pairs) * far).sum())
    return total / (side**2 * (side**2 - 1)) / side, float(far.max()) / side


def _shares(average: float | None, average_text: str, longest: float, longest_text: str) -> list[Printed]:
    """Return the printed shares of E; many slots reach the limit within 0.5 % of E."""
    near = 0.005
    mean = None if average is None else Said(average_text, average - near, average + near)
    return [mean, Said(longest_text, longest - near, longest + near), None, None]


TABLE_2 = Reproduction(
    key="dragonfly-table-2",
    paper="Dragonfly",
    exhibits=("Table 2",),
    command="",
    first="topology",
    columns=(
        FigureColumn("minimal"),
        FigureColumn("nonminimal"),
        FigureColumn("average cable, E", digits=3),
        FigureColumn("longest cable, E", digits=3),
        FigureColumn(f"average, {_SIDE} places a side, E", digits=3),
        FigureColumn(f"longest, {_SIDE} places a side, E", digits=3),
    ),
    printed={
        "flattened butterfly": (
            "1 local, 2 global",
            "2 local, 4 global",
            *_shares(1 / 3, "E/3", 1, "E"),
        ),
        "dragonfly": ("2 local, 1 global", "3 local, 2 global", *_shares(2 / 3, "2E/3", 2, "2E")),
        _STRAIGHT: (None, None, *_shares(None, "", 2**0.5, "sqrt(2) E")),
    },
    measure=_hops_and_lengths,
)

EXHIBITS = (FIGURE_2, FIGURE_18, FIGURE_19, TABLE_2)
