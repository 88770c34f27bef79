"""What ``netfloor layout`` takes to place an imported fabric anew: network, room and places as files."""

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
    """Return the files that ``netfloor layout`` takes to place the network anew."""
    topology, room = network.topology, floor.room
    if not len(topology.links):
        raise InputError(setting("sources"), "no cable joins two switches", "leave it out")
    files = {topology.parameters["path"]: write_topology(topology, "graphml")}
    if floor.derived and isinstance(room, GridRoom):
        files[floor.spec] = room_toml(room)
    files[f"{network.stem}.csv"] = _fixed_csv(network, floor, placement)
    return files


def _fixed_csv(network: ImportedNetwork, floor: ImportedRoom, placement: Placement) -> str:
    """Return router, cabinet and position from 1, as ``netfloor layout --fix`` reads them."""
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
    """Return True if a file holds exactly this already."""
    try:
        return read_bytes(path) == text.encode()
    except InputError:
        return False
