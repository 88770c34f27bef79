"""Which new router each old one becomes, by a CSV of names."""

from collections import Counter
from pathlib import Path

import numpy as np
import numpy.typing as npt

from netfloor.exchange.readers.input.tables import csv_table
from netfloor.exchange.readers.input.text_input import source_name
from netfloor.foundation.errors import InputError
from netfloor.foundation.files import read_text
from netfloor.plans.by_names import router_names
from netfloor.plans.plan import Plan
from netfloor.topologies.parameters import shown
from netfloor.topologies.router_names import known_by
from netfloor.topologies.topology import Topology

COLUMNS = "old,new"


def read_match(path: Path, plan: Plan, topology: Topology) -> npt.NDArray[np.int32]:
    """Return the new router of each old one by a CSV, one ``old,new`` a line; others have none.

    Raises
    ------
    InputError
        If a router does not exist or comes twice.
    """
    old = known_by({name: router for router, name in enumerate(router_names(plan))})
    new, match = known_by(routers_by_name(topology)), np.full(plan.topology.routers, -1, dtype=np.int32)
    for number, row in enumerate(
        csv_table(read_text(path, "match of switches"), source_name(path)).rows, start=1
    ):
        where, cells = row.where, list(row.cells)
        if not any(cells) or (number == 1 and cells == COLUMNS.split(",")):
            continue
        if len(cells) != 2:
            raise InputError(where, f"{len(cells)} columns", COLUMNS)
        for name, known, which in ((cells[0], old, "old"), (cells[1], new, "new")):
            if name not in known:
                raise InputError(
                    where, f"the {which} network has no switch {shown(name)!r}", "a switch's name"
                )
        if match[old[cells[0]]] >= 0 or new[cells[1]] in match:
            raise InputError(
                where, f"{','.join(cells)} names a switch that came before", "one line per switch"
            )
        match[old[cells[0]]] = new[cells[1]]
    return match


def routers_by_name(topology: Topology) -> dict[str, int]:
    """Return the routers by their names; `InputError` if two have one."""
    names = [topology.label(router) for router in range(topology.routers)]
    if len(set(names)) < len(names):
        twice = Counter(names).most_common(1)[0][0]
        raise InputError(topology.name, f"two switches are called {twice!r}", "give each its own name")
    return {name: router for router, name in enumerate(names)}
