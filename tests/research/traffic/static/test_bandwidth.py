"""Effective bisection bandwidth and heat maps against messages counted one by one."""

from collections import Counter

import numpy as np
import pytest

from netfloor.foundation.errors import InputError
from netfloor.research.traffic.static import STATIC_ROUTINGS
from netfloor.research.traffic.static.bandwidth import congestion, effective_bandwidth, heat_map
from netfloor.research.traffic.static.forwarding import Forwarding
from netfloor.research.traffic.static.placement import PLACEMENTS, placed_ranks
from netfloor.topologies.spec import build
from netfloor.traffic.channels import channels_of
from tests.research.traffic.static.test_tables import walk


def tables_of(spec: str, routing: str) -> Forwarding:
    """Return the tables of a routing on a network."""
    topology = build(spec)
    return STATIC_ROUTINGS[routing].tables(topology, channels_of(topology))


@pytest.mark.parametrize("routing", ["dfsssp", "parx"])
def test_congestion_is_that_of_messages_counted_one_by_one(routing: str) -> None:
    """Each message's fullest channel, all messages of a pattern under way at once."""
    tables = tables_of("hyperx:4x3,t=3", routing)
    random = np.random.default_rng(1)
    targets = np.array([random.permutation(36) for _ in range(3)], np.int32)
    sources = np.tile(np.arange(36, dtype=np.int32), (3, 1))
    found = congestion(tables, sources, targets, 4)
    for row in range(3):
        lids = tables.lids(sources[row], targets[row], 4)
        paths = [walk(tables, int(tables.switch[one]), int(lid)) for one, lid in enumerate(lids)]
        load = Counter(channel for path in paths for channel in path)
        assert found[row].tolist() == [max([1, *(load[one] for one in path)]) for path in paths]


def test_two_switches_share_one_link() -> None:
    """On two switches of two ranks each one of three matchings crosses no link; else two pairs share."""
    tables = tables_of("hyperx:2x2,t=2", "dfsssp")
    found = effective_bandwidth(tables, np.arange(4, dtype=np.int32), 4000, 2)
    assert found.mean == pytest.approx(1 / 3 + 2 / 3 / 2, abs=0.03)
    assert found.slowest == pytest.approx(found.mean)
    assert found.by_time == pytest.approx(1 / (1 / 3 + 2 * 2 / 3), abs=0.03)
    assert abs(found.mean - 2 / 3) < 2 * found.half


def test_every_rank_is_matched_and_an_odd_one_waits() -> None:
    """Five ranks of one switch lose nothing; the slowest is never above the mean."""
    tables = tables_of("hyperx:2x2,t=5", "dfsssp")
    assert effective_bandwidth(tables, np.arange(5, dtype=np.int32), 20, 0).mean == 1.0
    found = effective_bandwidth(tables, np.arange(20, dtype=np.int32), 50, 0)
    assert found.slowest <= found.by_time <= found.mean <= 1.0
    assert found == effective_bandwidth(tables, np.arange(20, dtype=np.int32), 50, 0)


def test_a_heat_map_is_that_of_all_shifts() -> None:
    """Seven nodes on each of four switches in a row: 81/189 by counting flows; a tree loses nothing."""
    tables = tables_of("hyperx:12x8,t=7", "dfsssp")
    shares = heat_map(tables, np.arange(28, dtype=np.int32), 0)
    assert np.isnan(np.diag(shares)).all()
    assert np.nanmean(shares) == pytest.approx(81 / 189)
    assert shares[0, 7] == pytest.approx(1 / 7)
    tree = heat_map(tables_of("leafspine:48,6,k=3,t=14", "d-mod-k"), np.arange(28, dtype=np.int32), 0)
    assert np.nanmin(tree) == 1.0


@pytest.mark.parametrize("name", PLACEMENTS)
def test_placements_use_an_endpoint_once(name: str) -> None:
    """For any number of ranks, the same for a seed; all endpoints for a full job."""
    for ranks in (2, 17, 40):
        placed = placed_ranks(name, 40, ranks, 3)
        assert len(set(placed.tolist())) == ranks
        np.testing.assert_array_equal(placed, placed_ranks(name, 40, ranks, 3))
    with pytest.raises(InputError, match="41 ranks on 40 endpoints"):
        placed_ranks(name, 40, 41, 0)


def test_clustered_ranks_are_mostly_neighbours() -> None:
    """Some four of five strides are 1."""
    strides = np.diff(placed_ranks("clustered", 4000, 1000, 0))
    assert (strides >= 1).all()
    assert (strides == 1).mean() == pytest.approx(0.8, abs=0.05)
