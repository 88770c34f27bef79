"""What is known of the links of a network before it is placed."""

import numpy as np
import pytest

from netfloor.layout.cable_plan import make_cable_plan
from netfloor.layout.placement import Placement
from netfloor.rooms.room_spec import room_from_spec
from netfloor.studies.hall_plan.min_parts import _links_beyond
from netfloor.topologies.spec import build


@pytest.mark.parametrize("spec", ["complete:12", "hyperx:3x3,t=1,k=2x2", "slimfly:3"])
def test_no_placement_has_fewer_long_links_than_are_counted(spec):
    """Against random placements, parallel links too; where all links must be long, all are counted."""
    network, room = build(spec), room_from_spec("grid:4x6")
    lengths_mm = [0, 2_000, 4_000, 6_000, 8_000]
    counted = _links_beyond(network, room, None, lengths_mm)
    assert counted[0] == network.link_count
    assert counted == sorted(counted, reverse=True)
    rng = np.random.default_rng(1)
    for _ in range(20):
        slot_of = rng.permutation(room.slots)[: network.routers].astype(np.int32)
        routed = make_cable_plan(network, room, Placement(slot_of, room.slots)).length_mm
        assert all(int((routed > mm).sum()) >= n for mm, n in zip(lengths_mm, counted, strict=True))
    assert counted[1] > 0
