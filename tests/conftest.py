"""For the tests of several packages: how Hypothesis runs, and halls drawn by chance."""

import random

import pytest
from hypothesis import settings

from foundation.errors import InputError
from rooms.hall import Hall
from rooms.hall.parts import Cabinet, CableRule, Riser, Tray
from rooms.hall.soundness import checked

settings.register_profile("netfloor", deadline=None)  # machines are noisy, and no test is timed
settings.load_profile("netfloor")


def dice(seed):
    """Return a source of chance."""
    return random.Random(seed)  # noqa: S311 - halls, not secrets


FLOOR = ((0, 0), (40_000, 0), (40_000, 40_000), (0, 40_000))
BOTH = ("electrical", "optical")


def random_cabinets(draw, count):
    """Return cabinets anywhere on the floor, some taken, with one to three slots."""
    spots = draw.sample([(x, y) for x in range(1000, 39_000, 613) for y in range(1000, 39_000, 997)], count)
    return tuple(
        Cabinet(
            f"C{i:02d}", "C", x, y, 600, 1200, 90.0, 42,
            tuple(draw.sample(range(1, 43), draw.randint(1, 3))), taken=i > 1 and draw.random() < 0.1,
        )
        for i, (x, y) in enumerate(spots)
    )  # fmt: skip


def random_trays(draw):
    """Return oblique, straight and bent trays at two or three heights that all hang together."""
    trays, heights = [], draw.sample([2400, 2550, 2700, -300], draw.randint(1, 3))
    for height in heights:
        spine = (
            (2000, 20_000),
            (draw.randrange(15_000, 25_000), draw.randrange(19_000, 21_000)),
            (38_000, 20_000),
        )
        trays.append((spine, height, BOTH))
        for _ in range(draw.randint(1, 4)):
            low = (draw.randrange(1000, 39_000), draw.randrange(500, 9000))
            high = (draw.randrange(1000, 39_000), draw.randrange(30_000, 39_500))
            middle = [(draw.randrange(1000, 39_000), draw.randrange(9500, 18_000))] * (draw.random() < 0.4)
            trays.append(
                ((low, *middle, high), height, draw.choice([BOTH, BOTH, ("electrical",), ("optical",)]))
            )
    made = tuple(
        Tray(f"T{i}", points, height, tuple(sorted(media)), draw.randrange(4000, 30_000))
        for i, (points, height, media) in enumerate(trays)
    )
    return made, (Riser("R1", (2000, 20_000)), Riser("R2", (38_000, 20_000)))[: 2 * (len(heights) > 1)]


def random_hall(seed):
    """Return a hall with trays, or None where a cabinet or a tray is on its own."""
    draw = dice(seed)
    trays, risers = random_trays(draw)
    rule = CableRule(2000, draw.randrange(3000), draw.randrange(1500), draw.randrange(300))
    hall = Hall(f"hall {seed}", FLOOR, random_cabinets(draw, 24), rule, trays=trays, risers=risers)
    try:
        return checked(hall, "hall")
    except InputError:
        return None


def nth_hall(number):
    """Return one of the halls in which everything hangs together."""
    return next(hall for k in range(100) if (hall := random_hall(1000 * number + k)) is not None)


@pytest.fixture(scope="session")
def drawn_hall():
    """Return the n-th random hall with trays: oblique ones, two media, risers, taken cabinets."""
    return nth_hall
