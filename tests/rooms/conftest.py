"""Random rooms that the tests of this folder share."""

import pytest
from hypothesis import strategies as st

from netfloor.rooms.room import GridRoom


@st.composite
def _rooms(draw):
    """Draw a small room: some cabinets missing or taken, at least one left, any lengths."""
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 6))
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    barred = draw(st.lists(st.sampled_from(cells), max_size=len(cells) - 1, unique=True))
    cut = draw(st.integers(0, len(barred)))
    return GridRoom(
        name=draw(st.sampled_from(["hall", "", "Säle & Räume"])),
        rows=rows,
        columns=columns,
        row_pitch_mm=draw(st.integers(1, 10_000)),
        column_pitch_mm=draw(st.integers(1, 10_000)),
        slots_per_cabinet=draw(st.sampled_from([1, 2, 3, 5])),
        overhead_mm=draw(st.integers(0, 5000)),
        inside_mm=draw(st.integers(0, 12_000)),
        missing=frozenset(barred[:cut]),
        taken=frozenset(barred[cut:]),
    )


@pytest.fixture(scope="session")
def rooms():
    """Rooms to draw from."""
    return _rooms()
