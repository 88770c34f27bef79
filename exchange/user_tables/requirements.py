"""Reader of users' requirements, including the CSV of groups that a requirement may refer to."""

from collections.abc import Sequence
from pathlib import Path

from netfloor.exchange.tables.tables import csv_table
from netfloor.exchange.tables.text_input import source_name
from netfloor.foundation.errors import InputError
from netfloor.foundation.files import read_text
from netfloor.layout.requirements import Requirement, read_requirement
from netfloor.rooms.any_room import Room
from netfloor.topologies.parameters import shown
from netfloor.topologies.topology import Topology

GROUPS = "groups-together="


def read_requirements(texts: Sequence[str], topology: Topology, room: Room) -> tuple[Requirement, ...]:
    """Return the placement requirements; raise `InputError` for names unknown to network, room or file."""
    results = []
    for text in dict.fromkeys(texts):
        path = Path(text.strip().removeprefix(GROUPS))
        groups = _read_groups(path, topology) if text.strip().startswith(GROUPS) else ()
        results.append(read_requirement(f"{GROUPS}{path.name}" if groups else text, topology, room, groups))
    return tuple(results)


def _read_groups(path: Path, topology: Topology) -> list[int]:
    """Return the group number of each switch from a CSV of switch,group, in file order."""
    number = {topology.label(router): router for router in range(topology.routers)}
    names: dict[str, int] = {}
    group_of = [-1] * topology.routers
    for row in csv_table(read_text(path, "groups of switches"), source_name(path)).rows:
        if row.is_empty or [cell.lower() for cell in row.cells] == ["switch", "group"]:
            continue
        if len(row.cells) != 2 or row.cells[0] not in number or not row.cells[1]:
            what = f"{shown(','.join(row.cells))!r} is not a switch of the network with its group"
            raise InputError(row.where, what, "switch,group")
        router = number[row.cells[0]]
        if group_of[router] >= 0:
            raise InputError(
                row.where, f"switch {row.cells[0]} is named twice", "write one line per switch"
            )
        group_of[router] = names.setdefault(row.cells[1], len(names))
    if -1 in group_of:
        missing = topology.label(group_of.index(-1))
        raise InputError(str(path), f"switch {missing} has no group", "write one line per switch")
    return group_of
