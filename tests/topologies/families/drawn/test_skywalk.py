"""SkyWalk by its author's rule, and the repair of what the rule leaves out."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.foundation.errors import InputError
from netfloor.foundation.grids import cabinets_needed, square_grid
from netfloor.topologies.families.drawn.skywalk import (
    LinkSet,
    RackGrid,
    join_components,
    repair_degrees,
    wire,
)
from netfloor.topologies.families.drawn.skywalk_kernels import greedy_rounds
from netfloor.topologies.spec import build
from netfloor.topologies.topology import IntArray, Topology

#: (n, k, rows, columns): unplaced mean in m and links before repair, as measured with
#: independent code (references, sections 1.1 and 3).
MEASURED = {
    (168, 12, 5, 17): (7.49, 998),
    (338, 20, 8, 24): (9.79, 3284),
    (660, 24, 10, 34): (11.20, 7755),
}


def mean_cable_m(links: IntArray, rack_of: IntArray, columns: int) -> float:
    """Return the mean of 2 m inside a cabinet, else 4 + 2|dx| + 0.6|dy|, link by link."""
    total = 0.0
    for u, v in links.tolist():
        (x1, y1), (x2, y2) = (divmod(int(rack_of[end]), columns) for end in (u, v))
        inside = (x1, y1) == (x2, y2)
        total += 2 if inside else 4 + 2 * abs(x1 - x2) + 0.6 * abs(y1 - y2)
    return total / len(links)


def graph(topology: Topology) -> "nx.Graph[int]":
    """Return the same network for NetworkX."""
    return nx.Graph(topology.links.tolist())


@pytest.mark.parametrize("size", MEASURED)
def test_rule_reproduces_the_measured_links_and_means(size: tuple[int, int, int, int]) -> None:
    """Before repair: exactly the measured number of links, the mean within 1 %."""
    n, k, rows, columns = size
    grid = RackGrid(rows, columns, 2, n, cabinets_needed(n, 2))
    wired = [wire(grid, k, np.random.default_rng(seed)) for seed in range(5)]
    means = [mean_cable_m(links.ends, grid.rack_of, columns) for links in wired]
    assert {links.count for links in wired} == {MEASURED[size][1]}
    assert np.mean(means) == pytest.approx(MEASURED[size][0], rel=0.01)


@pytest.mark.parametrize("size", MEASURED)
def test_repair_makes_regular_and_keeps_the_mean(size: tuple[int, int, int, int]) -> None:
    """After repair: k-regular, connected, told in a note, the mean still within 5 %."""
    n, k, rows, columns = size
    topology = build(f"skywalk:{n},{k},seed=3")
    assert (topology.parameters["rows"], topology.parameters["columns"]) == (rows, columns)
    assert topology.is_regular
    assert topology.radix == k
    assert nx.is_connected(graph(topology))
    assert topology.slots is not None
    mean = mean_cable_m(topology.links, topology.slots // 2, columns)
    assert mean == pytest.approx(MEASURED[size][0], rel=0.05)
    missing = n * k // 2 - MEASURED[size][1]
    assert f"left out {missing} of {n * k // 2} links; repair added {missing} " in topology.notes[0]


@given(st.integers(3, 90), st.integers(1, 5), st.data())
@settings(max_examples=80, deadline=None)
def test_any_size_is_simple_connected_and_as_regular_as_can_be(n: int, z: int, data: st.DataObject) -> None:
    """Simple, connected, at most k links; one router misses one link where n k is odd."""
    if max(2, z) > n - 1:
        return
    k = data.draw(st.integers(max(2, z), n - 1))
    topology = build(f"skywalk:{n},{k},per_cabinet={z},seed={data.draw(st.integers(0, 999))}")
    assert nx.is_connected(graph(topology))
    assert (topology.multiplicity == 1).all()
    assert sorted(topology.degree.tolist()) == [k - n * k % 2] + [k] * (n - 1)
    assert any("not regular" in note for note in topology.notes) == bool(n * k % 2)


@given(st.integers(3, 60), st.integers(1, 5), st.integers(0, 2), st.integers(0, 3))
@settings(max_examples=60, deadline=None)
def test_slots_fit_the_room(n: int, z: int, more_rows: int, more_columns: int) -> None:
    """Each router has a slot of its own in a cabinet of z; groups are the cabinets."""
    if z >= n:
        return
    rows, columns = square_grid(cabinets_needed(n, z))
    rows, columns = rows + more_rows, columns + more_columns
    k = max(2, z)
    topology = build(f"skywalk:{n},{k},rows={rows},columns={columns},per_cabinet={z}")
    assert topology.slots is not None
    assert topology.groups is not None
    assert len(set(topology.slots.tolist())) == n
    assert 0 <= topology.slots.min() <= topology.slots.max() < rows * columns * z
    assert (topology.slots // z == topology.groups).all()
    assert topology.groups.max() == cabinets_needed(n, z) - 1


@pytest.mark.parametrize("z", [1, 2, 4])
def test_full_cabinets_are_complete_inside(z: int) -> None:
    """All routers of a cabinet are joined with each other before any repair."""
    grid = RackGrid(4, 5, z, 20 * z, 20)
    links = wire(grid, z + 3, np.random.default_rng(0))
    rack_of = grid.rack_of[links.ends]
    assert (rack_of[:, 0] == rack_of[:, 1]).sum() == 20 * z * (z - 1) // 2


def test_rows_and_columns_are_complete_where_ports_suffice() -> None:
    """With z = 1 and enough ports every rack reaches all racks of its row and column."""
    grid = RackGrid(3, 4, 1, 12, 12)
    links = wire(grid, 7, np.random.default_rng(1))
    for u in range(12):
        mates = {v for v in range(12) if v != u and (v // 4 == u // 4 or v % 4 == u % 4)}
        assert mates <= links.neighbours[u]


def test_few_ports_stay_on_rows_and_columns() -> None:
    """Where ports do not suffice for all of them, only racks of one row or column are joined."""
    grid = RackGrid(6, 7, 1, 42, 42)
    ends = wire(grid, 4, np.random.default_rng(2)).ends
    rows, columns = ends // 7, ends % 7
    assert ((rows[:, 0] == rows[:, 1]) | (columns[:, 0] == columns[:, 1])).all()


@given(st.integers(0, 10**6), st.booleans(), st.integers(2, 6), st.integers(2, 6))
@settings(max_examples=40, deadline=None)
def test_greedy_rounds_follow_their_definition(seed: int, sharing: bool, height: int, width: int) -> None:
    """The kernel's pairs are those of a plain list-based greedy matching."""
    racks = np.arange(height * width, dtype=np.int32)
    orders = np.random.default_rng(seed).permuted(np.tile(racks, (4, 1)), axis=1)
    expected: list[tuple[int, int]] = []
    known: set[frozenset[int]] = set()
    for order in orders.tolist():
        waiting = list(order)
        while waiting:
            first = waiting.pop(0)
            for second in waiting:
                same = first // width == second // width or first % width == second % width
                if same == sharing and frozenset((first, second)) not in known:
                    known.add(frozenset((first, second)))
                    expected.append((first, second))
                    waiting.remove(second)
                    break
    found = greedy_rounds(orders, racks // width, racks % width, sharing)
    assert [tuple(pair) for pair in found.tolist()] == expected


def apart(u: IntArray, v: IntArray) -> "np.ndarray[tuple[int, ...], np.dtype[np.int64]]":
    """Return how far routers on a line are from each other."""
    return np.abs(np.asarray(u, dtype=np.int64) - v)


def test_repair_moves_a_link_where_the_short_routers_are_neighbours() -> None:
    """Routers 0 and 1 of a cube, joined and short of a link each, get it by moving one."""
    cube = {tuple(sorted((u, u ^ bit))) for u in range(8) for bit in (1, 2, 4)}
    links = LinkSet(8, 3)
    for u, v in sorted(cube - {(0, 2), (1, 5)} | {(2, 5)}):
        links.add(u, v)
    assert repair_degrees(links, apart) == (0, 1)
    assert [len(neighbours) for neighbours in links.neighbours] == [3] * 8
    assert 1 in links.neighbours[0]


def test_repair_puts_a_bare_router_into_a_link() -> None:
    """A router that lacks two links and has nobody to join goes into the cheapest link."""
    links = LinkSet(6, 2)
    for u in range(5):
        links.add(u, (u + 1) % 5)
    assert repair_degrees(links, apart) == (0, 1)
    # on a line, going into the link 4-0 costs 1 + 5 - 4 = 2, into 3-4 it costs 1 + 2 - 1 = 2
    assert sorted(links.neighbours[5]) in ([0, 4], [3, 4])


def test_repair_joins_the_nearest_first() -> None:
    """Routers 0, 3, 4 and 9 that lack one link each are joined with short cables."""
    links = LinkSet(10, 1)
    for u, v in [(1, 2), (5, 6), (7, 8)]:
        links.add(u, v)
    assert repair_degrees(links, apart) == (2, 0)
    assert [links.neighbours[u] for u in (0, 3, 4, 9)] == [{3}, {0}, {9}, {4}]


def test_join_components_keeps_degrees() -> None:
    """Three cycles become one connected graph by two exchanges, all degrees kept."""
    links = LinkSet(12, 2)
    for first in (0, 4, 8):
        for i in range(4):
            links.add(first + i, first + (i + 1) % 4)
    exchanges, connected = join_components(links, apart)
    joined: nx.Graph[int] = nx.Graph(links.ends.tolist())
    assert (exchanges, connected) == (2, True)
    assert nx.is_connected(joined)
    assert [degree for _, degree in joined.degree()] == [2] * 12


def test_join_components_tells_what_it_cannot_join() -> None:
    """A component without a cycle cannot be joined by exchanging link ends."""
    links = LinkSet(5, 2)
    for u, v in [(0, 1), (2, 3), (3, 4), (4, 2)]:
        links.add(u, v)
    assert join_components(links, apart) == (0, False)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("skywalk:168,12,rows=5", ["rows and columns go together"]),
        ("skywalk:168,12,rows=5,columns=16", ["5 x 16", "160 switches", "8 too few"]),
        ("skywalk:168,168", ["k=168", "n=168"]),
        ("skywalk:168,1", ["k=1"]),
        ("skywalk:168,3,per_cabinet=4", ["k=3", "per_cabinet"]),
        ("skywalk:168,12,per_cabinet=0", ["per_cabinet=0"]),
        ("skywalk:168,12,rows=0,columns=9", ["rows=0"]),
        ("skywalk:168,12,row=5", ["unknown parameter 'row'", "rows"]),
        ("skywalk:100000000,12", ["GiB"]),
        ("skywalk:1000000000000000,12", ["GiB"]),
    ],
)
def test_refuses_naming_the_culprit(spec: str, words: list[str]) -> None:
    """Wrong parameters end in one message that says what is wrong and what would be right."""
    with pytest.raises(InputError) as caught:
        build(spec)
    assert all(word in str(caught.value) for word in words), str(caught.value)
