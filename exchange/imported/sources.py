"""Inputs for ``netfloor layout`` to re-plan an imported fabric: network, room and placement as files."""

from pathlib import Path

import numpy as np

from netfloor.exchange.imported.network import ImportedNetwork
from netfloor.exchange.imported.room import ImportedRoom, room_toml
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.files import read_bytes
from netfloor.foundation.spreadsheet_text import machine_csv
from netfloor.layout.placement import Placement
from netfloor.rooms.room import GridRoom
from netfloor.topologies.files import write_topology


def source_files(network: ImportedNetwork, floor: ImportedRoom, placement: Placement) -> dict[str, str]:
    """Return the files with which ``netfloor layout`` can re-plan the network."""
    topology, room = network.topology, floor.room
    if not len(topology.links):
        raise InputError(setting("sources"), "no cable joins two switches", "leave it out")
    files = {topology.parameters["path"]: write_topology(topology, "graphml")}
    if floor.derived and isinstance(room, GridRoom):
        files[floor.spec] = room_toml(room)
    files[f"{network.stem}.csv"] = _fixed_csv(network, floor, placement)
    return files


def _fixed_csv(network: ImportedNetwork, floor: ImportedRoom, placement: Placement) -> str:
    """Return switch, cabinet and position (from 1) in the format of ``netfloor layout --fix``."""
    cabinet_of_slot = floor.room.lengths.cabinet_of_slot
    first = np.searchsorted(cabinet_of_slot, cabinet_of_slot)
    rows = [
        (
            network.topology.label(router),
            floor.room.cabinet_name(int(cabinet_of_slot[slot])),
            str(slot - first[slot] + 1),
        )
        for router, slot in enumerate(placement.slot_of.tolist())
    ]
    return machine_csv(("switch", "cabinet", "position"), rows)


def holds(text: str, path: Path) -> bool:
    """Return True if a file already has exactly this content."""
    try:
        return read_bytes(path) == text.encode()
    except InputError:
        return False
