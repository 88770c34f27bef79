"""Where servers stand, as a user's CSV says."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from netfloor.exchange.readers.input.tables import csv_table
from netfloor.exchange.readers.input.text_input import source_name
from netfloor.foundation.errors import InputError
from netfloor.foundation.files import read_text
from netfloor.topologies.parameters import shown
from netfloor.topologies.router_names import known_by
from netfloor.topologies.topology import Topology

COLUMNS = "switch,server (from 1),cabinet"


def read_servers(
    path: Path, topology: Topology, servers: npt.NDArray[np.int64], cabinets: Sequence[str]
) -> npt.NDArray[np.int64]:
    """Return the cabinet of each server, router by router, a number in ``cabinets``, (h,).

    One server a line: its router's name, its number on that router from 1, its cabinet's
    name. A first line ``switch,server,cabinet`` (or ``router,...``) is a heading.

    Raises
    ------
    InputError
        If a line names what does not exist, a server comes twice, or one is missing.
    """
    routers = known_by({topology.label(router): router for router in range(topology.routers)})
    places = {name: place for place, name in enumerate(cabinets)}
    first = np.cumsum(servers) - servers
    cabinet_of = np.full(int(servers.sum()), -1, dtype=np.int64)
    for number, row in enumerate(csv_table(read_text(path, "servers"), source_name(path)).rows, start=1):
        where, cells = row.where, list(row.cells)
        if not any(cells) or (number == 1 and cells[:2] in (["switch", "server"], ["router", "server"])):
            continue
        if len(cells) != 3:
            raise InputError(where, f"{len(cells)} columns", COLUMNS)
        router, place = routers.get(cells[0]), places.get(cells[2])
        if router is None:
            raise InputError(where, f"there is no switch {shown(cells[0])!r}", "a switch of the network")
        if place is None:
            raise InputError(
                where, f"there is no cabinet {shown(cells[2])!r} to use", "such as " + cabinets[0]
            )
        if not cells[1].isdecimal() or len(cells[1]) > 9 or not 1 <= int(cells[1]) <= servers[router]:
            raise InputError(where, f"server {shown(cells[1])!r}", f"1 to {servers[router]} at this switch")
        at = int(first[router]) + int(cells[1]) - 1
        if cabinet_of[at] >= 0:
            raise InputError(
                where, f"server {cells[1]} of switch {cells[0]} is given twice", "one line per server"
            )
        cabinet_of[at] = place
    missing = np.flatnonzero(cabinet_of < 0)
    if len(missing):
        router = int(np.searchsorted(first, missing[0], side="right")) - 1
        what = f"{len(missing)} servers have no line, first one of switch {topology.label(router)}"
        raise InputError(str(path), what, "one line per server")
    return cabinet_of


def read_named_servers(path: Path, names: Sequence[str], cabinets: Sequence[str]) -> npt.NDArray[np.int64]:
    """Return the cabinet of each server that has a name of its own, a number in ``cabinets``, (h,).

    One server a line: its name and its cabinet's. A first line ``server,cabinet`` is a heading.

    Raises
    ------
    InputError
        If a line names what does not exist, a server comes twice, or one is missing.
    """
    number = {name: server for server, name in enumerate(names)}
    places = {name: place for place, name in enumerate(cabinets)}
    cabinet_of = np.full(len(names), -1, dtype=np.int64)
    for line, row in enumerate(csv_table(read_text(path, "servers"), source_name(path)).rows, start=1):
        where, cells = row.where, list(row.cells)
        if not any(cells) or (line == 1 and cells == ["server", "cabinet"]):
            continue
        if len(cells) != 2:
            raise InputError(where, f"{len(cells)} columns", "server,cabinet")
        if cells[0] not in number:
            raise InputError(where, f"there is no server {shown(cells[0])!r}", "such as " + names[0])
        if cells[1] not in places:
            what = f"there is no cabinet {shown(cells[1])!r} to use"
            raise InputError(where, what, "such as " + cabinets[0])
        if cabinet_of[number[cells[0]]] >= 0:
            raise InputError(where, f"server {shown(cells[0])!r} is given twice", "one line per server")
        cabinet_of[number[cells[0]]] = places[cells[1]]
    missing = np.flatnonzero(cabinet_of < 0)
    if len(missing):
        what = f"{len(missing)} servers have no line, first one {shown(names[int(missing[0])])}"
        raise InputError(str(path), what, "one line per server")
    return cabinet_of
