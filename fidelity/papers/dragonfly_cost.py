"""The dragonfly paper's costs: where optical cables win, Figure 18's cables and Figure 19's savings."""

import tempfile
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np

from netfloor.fidelity.reproduction import Measurement, Reproduction, Row
from netfloor.reports.fidelity.exhibit import FigureColumn, Printed, Said
from netfloor.reports.growth.types import GrowthRow
from netfloor.topologies.spec import build

_STUDY = "netfloor growth examples/growth/dragonfly-fig19.toml --out out/fig19"
#: Bits per second of a link in the study, three lanes of 6 Gb/s.
_GBPS = 18.0


def _crossing(_row: str, _work: Measurement) -> Row:
    """Return the length from which an optical cable costs less than a copper one."""
    from netfloor.costmodels.sets.load import load_cost_set  # noqa: PLC0415
    from netfloor.studies.growth.crossovers import optical_crossover  # noqa: PLC0415 - loads the studies

    found = optical_crossover(load_cost_set("dragonfly-2008"), _GBPS)
    return {} if found is None else {"m": found.after / 1000}


FIGURE_2 = Reproduction(
    key="dragonfly-figure-2",
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
#: Ports of the paper's switches.
_PORTS = 64


def _global_cables(row: str, _work: Measurement) -> Row:
    """Return cables between groups, or outside the first dimension, and the ports that they take."""
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


#: 4,096 switches, 15 links in each of two dimensions of 16, both ends counted.
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
    measure=_global_cables,
    minutes=0.2,
)


def _growth() -> list[list[object]]:
    """Return family, endpoints, way of length and cents per endpoint of every network of Figure 19."""
    from netfloor.foundation.interrupt import Interrupt  # noqa: PLC0415
    from netfloor.foundation.observer import SILENT  # noqa: PLC0415
    from netfloor.studies.growth.run import GrowthRequest, run_growth  # noqa: PLC0415 - loads Numba

    with tempfile.TemporaryDirectory() as folder, as_file(files("netfloor.examples") / "growth") as study:
        request = GrowthRequest(study / "dragonfly-fig19.toml", Path(folder) / "out")
        found, _ = run_growth(request, SILENT, Interrupt(), force=False)
    return [_cost(row) for row in found.rows if row.way in ("closed", "generated")]


def _cost(row: GrowthRow) -> list[object]:
    return [row.family, row.wanted, row.way, row.cents_per_endpoint]


def _saving(row: str, work: Measurement) -> Row:
    """Return what the dragonfly saves by closed forms of the lengths and by layouts of the same rules."""
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


#: Difference in percentage points that is still what the paper calls approximately.
_NEAR = 5
FIGURE_19 = Reproduction(
    key="dragonfly-figure-19",
    paper="Dragonfly",
    exhibits=("Figure 19",),
    command=_STUDY,
    seed=1,
    first="endpoints, against",
    columns=(
        FigureColumn("by closed forms, %", _NEAR, digits=1),
        FigureColumn("by layouts, %", _NEAR, digits=1, another_way=True),
    ),
    printed={
        "1K, flattened butterfly": _both(0),
        "4K, flattened butterfly": _both(10),
        "16K, flattened butterfly": _both(20),
        "64K, flattened butterfly": _both(20),
        "16K, folded Clos": _both(Said("over 50 %", least=50)),
        "64K, folded Clos": _both(Said("over 50 %", least=50)),
        "1K, 3-D torus": _both(62),
        "8K, 3-D torus": _both(47),
        "64K, 3-D torus": _both(Said("exceeds 60 %", least=60)),
    },
    measure=_saving,
    minutes=1,
)

EXHIBITS = (FIGURE_2, FIGURE_18, FIGURE_19)
