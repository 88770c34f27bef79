"""Cable lengths against plain code that shares nothing with ours."""

import random
from dataclasses import replace

import pytest

BOTH = ("electrical", "optical")


def dice(seed):
    """Return a source of chance."""
    return random.Random(seed)  # noqa: S311 - halls, not secrets


@pytest.fixture
def compare(plain_hall, places):
    """Assert that random pairs of slots are as far apart as plain code says, by medium."""

    def compare(hall, pairs, draw):
        table = hall.definition()
        slots = places(table)
        plain = {medium: plain_hall(table, medium) for medium in BOTH}
        ours = {medium: hall.slot_lengths(medium) for medium in (*BOTH, None)}
        for _ in range(pairs):
            a, b = draw.sample(range(len(slots)), 2)
            lengths = [plain[medium].length(slots[a], slots[b]) for medium in BOTH]
            assert [ours[medium][a, b] for medium in BOTH] == lengths
            assert ours[None][a, b] == min(length for length in lengths if length >= 0)

    return compare


@pytest.mark.parametrize("seed", range(14))
def test_lengths_over_trays_equal_plain_code(seed, compare, drawn_hall):
    """Oblique trays, two media, risers, under-floor trays, several accesses: to the millimetre."""
    compare(drawn_hall(seed), 25, dice(seed))


@pytest.mark.parametrize("axis", [0.0, 45.0, 90.0])
def test_lengths_without_trays_equal_plain_code(axis, compare, drawn_hall):
    """Rectilinear in the hall's axes."""
    compare(replace(drawn_hall(0), trays=(), risers=(), axis_deg=axis), 40, dice(int(axis)))
