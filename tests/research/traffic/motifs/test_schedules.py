"""The messages of motifs: who sends what to whom, how many, and what is refused."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.foundation.errors import InputError
from netfloor.research.traffic.motifs import MOTIFS, schedule_of
from netfloor.research.traffic.motifs.grid import even_grid, long_grid, read_grid
from netfloor.research.traffic.motifs.mapping import by_cabinet, mapping_of
from netfloor.research.traffic.motifs.schedule import MessageSchedule, MotifSettings
from netfloor.topologies.spec import build
from netfloor.traffic.endpoints import endpoints_of


def pairs(schedule: MessageSchedule) -> Counter[tuple[int, int]]:
    """Return how many messages go from a rank to another."""
    return Counter(zip(schedule.source.tolist(), schedule.destination.tolist(), strict=True))


@given(st.sampled_from(sorted(MOTIFS)), st.integers(2, 40), st.integers(1, 3), st.integers(1, 300))
def test_schedules_are_sound(motif: str, ranks: int, iterations: int, size: int) -> None:
    """Ranks send to others only, in order, at least a byte that a step waits for, none before its own."""
    schedule = schedule_of(motif, ranks, MotifSettings(size, iterations, blocks=2))
    key = schedule.source.astype(np.int64) * schedule.steps + schedule.step
    assert (np.diff(key) >= 0).all()
    assert (schedule.source != schedule.destination).all()
    assert (schedule.size_bytes >= 1).all()
    assert (schedule.awaited >= schedule.step).all()
    assert (schedule.step < schedule.steps - 1).all()
    assert {*schedule.source.tolist(), *schedule.destination.tolist()} == set(range(ranks))


def test_halo_neighbours_are_those_at_distance_one() -> None:
    """Every pair of ranks that differ by at most one along each axis, faces, edges and corners by size."""
    schedule = schedule_of("halo3d26", 24, MotifSettings(8 * 16, grid=(2, 3, 4)))
    place = np.stack(np.unravel_index(np.arange(24), (2, 3, 4)), axis=1)
    expected = {}
    for one in range(24):
        for two in range(24):
            apart = np.abs(place[one] - place[two])
            if one != two and apart.max() == 1:
                expected[one, two] = {1: 128, 2: 32, 3: 8}[int(apart.sum())]
    ends = zip(schedule.source.tolist(), schedule.destination.tolist(), strict=True)
    assert dict(zip(ends, schedule.size_bytes.tolist(), strict=True)) == expected
    assert schedule.messages == len(expected)


def test_transposes_are_all_to_alls_of_lines() -> None:
    """Along x in the first phase, along y in the second; every other rank of the line once."""
    schedule = schedule_of("fft3d-balanced", 12, MotifSettings(60, grid=(3, 4)))
    for phase, same in ((0, lambda rank: rank // 3), (1, lambda rank: rank % 3)):
        sent = [
            (source, to)
            for source, to, step in zip(
                schedule.source.tolist(), schedule.destination.tolist(), schedule.step.tolist(), strict=True
            )
            if step == phase
        ]
        assert sorted(sent) == [
            (a, b) for a in range(12) for b in range(12) if a != b and same(a) == same(b)
        ]
    assert set(schedule.size_bytes[schedule.step == 0].tolist()) == {20}
    assert set(schedule.size_bytes[schedule.step == 1].tolist()) == {15}


@pytest.mark.parametrize("motif", ["allreduce-doubling", "allreduce-ring"])
@pytest.mark.parametrize("ranks", [2, 3, 6, 8, 13])
def test_an_allreduce_brings_everything_to_everyone(motif: str, ranks: int) -> None:
    """Whoever knows of a rank when a step begins passes it on; in the end all ranks know of all."""
    schedule = schedule_of(motif, ranks, MotifSettings(100, iterations=1))
    knows = np.eye(ranks, dtype=bool)
    arriving: dict[tuple[int, int], list[np.ndarray]] = {}
    for step in range(schedule.steps):
        for rank in range(ranks):
            for found in arriving.pop((rank, step), []):
                knows[rank] |= found
        for message in np.flatnonzero(schedule.step == step):
            place = int(schedule.destination[message]), int(schedule.awaited[message])
            arriving.setdefault(place, []).append(knows[schedule.source[message]].copy())
    assert knows.all()


@pytest.mark.parametrize(("blocks", "iterations"), [(1, 1), (3, 2)])
def test_a_sweep_goes_from_corner_to_corner(blocks: int, iterations: int) -> None:
    """A rank waits in each wave for those before it in that direction: no wave reaches it too early."""
    schedule = schedule_of("sweep3d", 12, MotifSettings(64, iterations, blocks=blocks, grid=(3, 4)))
    assert (schedule.awaited == schedule.step).all()
    starts = []
    for wave in range(int(schedule.step.max()) + 1):
        waits = set(schedule.destination[schedule.step == wave].tolist())
        starts.append(sorted(set(range(12)) - waits))
    assert starts == [[corner] for corner in (0, 0, 8, 8, 11, 11, 3, 3) for _ in range(blocks)] * iterations


@given(st.integers(1, 3000))
def test_grids_hold_all_ranks(ranks: int) -> None:
    """Sides multiply to the ranks; no grid of three sides has a smaller longest one."""
    sides = even_grid(ranks, 3)
    assert np.prod(sides) == ranks == np.prod(even_grid(ranks, 2)) == np.prod(long_grid(ranks))
    best = min(
        max(a, b, ranks // (a * b))
        for a in range(1, ranks + 1)
        if ranks % a == 0
        for b in range(1, int((ranks // a) ** 0.5) + 1)
        if ranks // a % b == 0
    )
    assert max(sides) == best
    assert list(sides) == sorted(sides)


@pytest.mark.parametrize(
    ("what", "said"),
    [
        (lambda: MotifSettings(0), "is 0"),
        (lambda: schedule_of("halo", 8, MotifSettings()), "no motif 'halo'"),
        (lambda: schedule_of("halo3d26", 1, MotifSettings()), "1 ranks"),
        (lambda: schedule_of("halo3d26", 8, MotifSettings(grid=(2, 4))), "does not fit"),
        (lambda: schedule_of("halo3d26", 8, MotifSettings(grid=(2, 2, 3))), "12 ranks, not 8"),
        (lambda: schedule_of("all-to-all", 8192, MotifSettings()), "67,100,672 messages"),
        (lambda: read_grid("4xx"), "not a grid"),
    ],
)
def test_what_no_motif_can_do_is_refused(what: object, said: str) -> None:
    """The message says what was asked for."""
    assert callable(what)
    with pytest.raises(InputError, match=said):
        what()


def test_mappings() -> None:
    """No endpoint twice, cabinets filled in turn, and what does not fit refused."""
    topology = build("torus:4,endpoints=2")
    ends = endpoints_of(topology)
    for name in ("linear", "allocated", "random"):
        endpoint = mapping_of(name, ends, 5, 1, None).endpoint
        assert len(set(endpoint.tolist())) == 5
    assert mapping_of("linear", ends, 5, 1, None).endpoint.tolist() == [0, 1, 2, 3, 4]
    chosen = mapping_of("allocated", ends, 5, 1, None).endpoint.tolist()
    assert chosen == sorted(chosen)
    assert by_cabinet("mine", ends, 5, ("b", "a", "b", "a"), ["b", "a"]).endpoint.tolist() == [
        0,
        1,
        4,
        5,
        2,
    ]
    assert mapping_of("cabinets", ends, 3, 1, ("b", "a", "b", "a")).endpoint.tolist() == [2, 3, 6]
    for call, said in (
        (lambda: mapping_of("linear", ends, 9, 0, None), "9 ranks on 8 endpoints"),
        (lambda: mapping_of("cabinets", ends, 4, 0, None), "only a plan"),
        (lambda: mapping_of("odd", ends, 4, 0, None), "no mapping 'odd'"),
        (lambda: by_cabinet("mine", ends, 4, ("b", "a", "b", "a"), ["a", "a"]), "cabinet a is given twice"),
        (lambda: by_cabinet("mine", ends, 4, ("b", "a", "b", "a"), ["c"]), "no switches in cabinet 'c'"),
        (lambda: by_cabinet("mine", ends, 5, ("b", "a", "b", "a"), ["a"]), "cabinets with 4 endpoints"),
    ):
        with pytest.raises(InputError, match=said):
            call()
