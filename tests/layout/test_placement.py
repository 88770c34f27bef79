"""A placement refuses what cannot stand."""

import numpy as np
import pytest

from netfloor.layout.placement import Placement


@pytest.mark.parametrize("slot_of", [[0, 1, 0], [2, 2], [3, 1, 2, 3]])
def test_two_routers_in_one_slot_are_refused(slot_of):
    """Wherever they are in the list."""
    with pytest.raises(ValueError, match="two switches are placed in one slot"):
        Placement(np.array(slot_of, dtype=np.int32), 5)


@pytest.mark.parametrize("slot_of", [[0, 5], [-1, 2], [0, 1, 99]])
def test_a_slot_that_does_not_exist_is_refused(slot_of):
    """Slots are 0 .. S-1."""
    with pytest.raises(ValueError, match="a slot that does not exist"):
        Placement(np.array(slot_of, dtype=np.int32), 5)


def test_a_placement_cannot_be_changed():
    """Its array is read-only."""
    placement = Placement(np.array([0, 1], dtype=np.int32), 2)
    with pytest.raises(ValueError, match="read-only"):
        placement.slot_of[0] = 1
