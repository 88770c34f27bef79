"""The length rule against a plain re-implementation."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st


def plain_slots(room):
    """Return (row, column) of every usable slot, cabinet by cabinet, row by row."""
    return [
        (row, column)
        for row in range(room.rows)
        for column in range(room.columns)
        if (row, column) not in room.missing and (row, column) not in room.taken
        for _ in range(room.slots_per_cabinet)
    ]


def plain_length(room, one, other):
    """Return the cable length between the cabinets of two different slots."""
    if one == other:
        return room.inside_mm
    (r, c), (s, d) = one, other
    return 2 * room.overhead_mm + room.row_pitch_mm * abs(r - s) + room.column_pitch_mm * abs(c - d)


@given(st.data())
def test_every_length_is_that_of_the_plain_rule(rooms, data):
    """Inside a cabinet constant, else overhead at both ends and the way along rows and columns."""
    room = data.draw(rooms)
    cells = plain_slots(room)
    expected = [
        [0 if i == j else plain_length(room, a, b) for j, b in enumerate(cells)]
        for i, a in enumerate(cells)
    ]
    assert room.slot_lengths().tolist() == expected


@given(st.data())
def test_lengths_are_symmetric_with_zeros_on_the_diagonal(rooms, data):
    """A cable is as long from either end, in whole millimetres."""
    matrix = data.draw(rooms).slot_lengths()
    assert matrix.dtype == np.int64
    assert (matrix == matrix.T).all()
    assert not matrix.diagonal().any()


@given(st.data())
def test_single_lengths_are_entries_of_the_matrix(rooms, data):
    """`between` takes any slots, one by one or many at once."""
    room = data.draw(rooms)
    slots = st.integers(0, room.slots - 1)
    a, b = data.draw(slots), data.draw(slots)
    assert int(room.lengths.between(a, b)) == room.slot_lengths()[a, b]
    assert room.lengths.between([a, b], [b, b]).tolist() == [room.slot_lengths()[a, b], 0]


@given(st.data())
def test_the_slots_of_a_cabinet_stand_in_a_row(rooms, data):
    """``first_slot`` marks where each cabinet begins."""
    room = data.draw(rooms)
    lengths = room.lengths
    for cabinet in range(lengths.cabinets):
        slots = np.flatnonzero(lengths.slot_cabinet == cabinet)
        assert slots.tolist() == list(range(*lengths.first_slot[cabinet : cabinet + 2]))
        assert len(slots) == room.slots_per_cabinet


@given(st.data())
def test_cabinets_as_single_slots_are_as_far_apart_as_before(rooms, data):
    """One slot a cabinet: lengths between different cabinets stay, there are none inside."""
    lengths = data.draw(rooms).lengths
    coarse = lengths.one_slot_per_cabinet()
    assert coarse.slots == coarse.cabinets == lengths.cabinets
    first = lengths.first_slot[:-1]
    assert (coarse.matrix() == lengths.matrix()[np.ix_(first, first)]).all()


@given(st.data())
def test_the_discount_is_what_the_inside_saves(rooms, data):
    """Overhead at both ends less the length inside, below zero where inside is longer."""
    room = data.draw(rooms)
    assert room.lengths.discount_mm == 2 * room.overhead_mm - room.inside_mm
