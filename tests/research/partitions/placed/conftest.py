"""Small networks placed at random in small rooms."""

from collections.abc import Callable

import numpy as np
import pytest

from netfloor.layout.cable_plan import make_cable_plan
from netfloor.layout.placement import Placement
from netfloor.research.partitions.placed.units import By, Units, make_units
from netfloor.rooms.room import GridRoom
from netfloor.topologies.spec import build

Place = Callable[..., Units]


@pytest.fixture(scope="session")
def place() -> Place:
    """Place a network: ``place(spec, rows, columns, by=..., seed=...)``."""

    def placed(spec: str, rows: int, columns: int, *, by: By = "routers", seed: int = 0) -> Units:
        topology, room = build(spec), GridRoom("test", rows, columns, 2000, 600)
        slots = np.random.default_rng(seed).permutation(room.slots)[: topology.routers]
        placement = Placement(slots.astype(np.int32), room.slots)
        holding = np.asarray(room.lengths.cabinet_of_slot, np.int32)[placement.slot_of]
        return make_units(topology, room, holding, make_cable_plan(topology, room, placement), by)

    return placed
