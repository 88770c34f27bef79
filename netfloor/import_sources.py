"""What ``netfloor layout`` takes to place an imported fabric anew: network, room and places as files."""

import csv
import io
from pathlib import Path

import numpy as np

from foundation.errors import InputError
from foundation.files import read_bytes
from layout.placement import Placement
from netfloor.import_network import ImportedNetwork
from netfloor.import_room import ImportedRoom, room_toml
from rooms.room import Room
from topologies.files import write_topology


def source_files(network: ImportedNetwork, floor: ImportedRoom, placement: Placement) -> dict[str, str]:
    """Return the files that ``netfloor layout`` takes to place the network anew."""
    topology, room = network.topology, floor.room
    if not len(topology.links):
        raise InputError("--sources", "no cable joins two switches", "leave it out")
    files = {topology.parameters["path"]: write_topology(topology, "graphml")}
    if floor.derived and isinstance(room, Room):
        files[floor.spec] = room_toml(room)
    files[f"{network.stem}.csv"] = _fixed_csv(network, floor, placement)
    return files


def _fixed_csv(network: ImportedNetwork, floor: ImportedRoom, placement: Placement) -> str:
    """Return router, cabinet and position from 1, as ``netfloor layout --fix`` reads them."""
    cabinet_of_slot = floor.room.lengths.cabinet_of_slot
    first = np.searchsorted(cabinet_of_slot, cabinet_of_slot)
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(("router", "cabinet", "position"))
    for router, slot in enumerate(placement.slot_of.tolist()):
        cabinet = floor.room.cabinet_name(int(cabinet_of_slot[slot]))
        writer.writerow((network.topology.label(router), cabinet, int(slot - first[slot]) + 1))
    return buffer.getvalue()


def holds(text: str, path: Path) -> bool:
    """Return True if a file holds exactly this already."""
    try:
        return read_bytes(path) == text.encode()
    except InputError:
        return False
