"""What cables to servers cannot be below, against all placements of small halls."""

import random
from dataclasses import replace
from itertools import permutations, product

import numpy as np
import pytest

from netfloor.foundation.errors import InfeasibleError
from netfloor.rooms.hosts.limits import HostLimits
from netfloor.rooms.hosts.server_placement import min_wherever_mm, place_hosts
from tests.rooms.hosts.test_hosts import devices, small_hall, tray


@pytest.mark.parametrize("seed", range(6))
def test_no_placement_in_a_hall_has_shorter_cables_to_servers(seed: int) -> None:
    """Three cabinets, trays above or below, limits; with one switch it is the least itself."""
    draw = random.Random(seed)  # noqa: S311 - no secret
    hall = small_hall((draw.choice([None, 2_000]), None), units=8)
    alone = seed % 2 == 0
    hall = replace(hall, cabinets=hall.cabinets[:3], trays=(tray(draw.choice([100, 2500])),))
    made = devices([3] if alone else [draw.randint(1, 2), 1], server=(800_000, 20_000, 1))
    limits, found = HostLimits(draw.choice([1, 2, 5]), None), []
    for slots in permutations(range(hall.slots), len(made.servers)):
        for where in product(range(3), repeat=int(made.servers.sum())):
            try:
                found.append(
                    place_hosts(hall, np.array(slots, np.int32), made, "file", limits, np.array(where))
                )
            except InfeasibleError:
                continue
    least = min(int(one.lengths_of_endpoints(made.servers).sum()) for one in found)
    bound = min_wherever_mm(hall, found[0], made.servers)
    assert bound == least if alone else bound <= least
