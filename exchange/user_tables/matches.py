"""Reader of a CSV that matches old switches to new ones by name."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from netfloor.exchange.tables.tables import csv_table
from netfloor.exchange.tables.text_input import source_name
from netfloor.foundation.errors import InputError
from netfloor.foundation.files import read_text
from netfloor.plans.by_names import router_names
from netfloor.plans.plan import Plan
from netfloor.topologies.parameters import shown
from netfloor.topologies.router_names import known_by
from netfloor.topologies.topology import Topology

COLUMNS = "old,new"


def read_match(path: Path, plan: Plan, topology: Topology) -> npt.NDArray[np.int32]:
    """Return the new switch of each old one from a CSV of ``old,new`` lines; others have none.

    Raises `InputError` if a switch does not exist or is repeated.
    """
    old, new = router_names(plan), routers_by_name(topology)
    match = np.full(plan.topology.routers, -1, dtype=np.int32)
    number = {name: router for router, name in enumerate(old)}
    for before, after in read_name_pairs(path, old, list(new)).items():
        match[number[before]] = new[after]
    return match


def read_name_pairs(path: Path, old: Sequence[str], new: Sequence[str]) -> dict[str, str]:
    """Return the new names of old switches from a CSV of ``old,new`` lines, each name once.

    Raises `InputError` if a switch does not exist or is repeated.
    """
    before, after = (known_by({name: place for place, name in enumerate(own)}) for own in (old, new))
    pairs: dict[str, str] = {}
    taken: set[str] = set()
    rows = csv_table(read_text(path, "match of switches"), source_name(path)).rows
    for number, row in enumerate(rows, start=1):
        where, cells = row.where, list(row.cells)
        if not any(cells) or (number == 1 and cells == COLUMNS.split(",")):
            continue
        if len(cells) != 2:
            raise InputError(where, f"{len(cells)} columns", COLUMNS)
        for name, known, which in ((cells[0], before, "old"), (cells[1], after, "new")):
            if name not in known:
                raise InputError(
                    where, f"the {which} network has no switch {shown(name)!r}", "a switch's name"
                )
        own, other = old[before[cells[0]]], new[after[cells[1]]]
        if own in pairs or other in taken:
            raise InputError(
                where, f"{','.join(cells)} names a switch that came before", "one line per switch"
            )
        pairs[own] = other
        taken.add(other)
    return pairs


def routers_by_name(topology: Topology) -> dict[str, int]:
    """Return the switches by name; raise `InputError` if two share a name."""
    names = [topology.label(router) for router in range(topology.routers)]
    if len(set(names)) < len(names):
        twice = Counter(names).most_common(1)[0][0]
        raise InputError(topology.name, f"two switches are called {twice!r}", "give each its own name")
    return {name: router for router, name in enumerate(names)}
