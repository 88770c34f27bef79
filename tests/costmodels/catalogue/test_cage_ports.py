"""Ports of switches whose cages take several links."""

from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.costmodels.catalogue.cage_ports import shared_cage_ports, shared_cages
from netfloor.layout.cable_plan import number_ports
from netfloor.layout.check.cables import Network
from netfloor.plans.check.ports import port_problems, saves_cables


def cables(links):
    """Return the ends of every cable of ``{(u, v): how many}``."""
    ends, counts = list(links), list(links.values())
    return np.repeat(np.array(ends, dtype=np.int32).reshape(-1, 2), counts, axis=0)


def every_numbering(routers, endpoints):
    """Yield all ways to number ports, each router's after its endpoints'."""
    ends = [np.argwhere(routers == router).tolist() for router in range(len(endpoints))]
    orders = (permutations(range(len(mine))) for mine in ends)
    for one in product(*orders):
        ports = np.zeros(routers.shape, dtype=np.int32)
        for router, order in enumerate(one):
            for (cable, side), turn in zip(ends[router], order, strict=True):
                ports[cable, side] = endpoints[router] + 1 + turn
        yield ports


def whole(routers, ports, per):
    """Return the cages full of links that all lead to one cage alike, or to cages of one link."""
    ends = zip(routers.tolist(), ports.tolist(), strict=True)
    full = Counter()
    for (u, v), (a, b) in ends:
        ku, kv = per[u], per[v]
        here, there = (u, (a - 1) // ku), (v, (b - 1) // kv)
        key = (here, there) if ku == kv else here if kv == 1 else there if ku == 1 else None
        if key is not None and max(ku, kv) > 1:
            full[key, max(ku, kv)] += 1
    return sum(count == size for (_, size), count in full.items())


SMALL = {
    "two pairs": ({(0, 1): 4}, [0, 0], [2, 2]),
    "an endpoint on one side": ({(0, 1): 4}, [1, 0], [2, 2]),
    "an endpoint on both": ({(0, 1): 4}, [1, 1], [2, 2]),
    "a triangle of pairs": ({(0, 1): 2, (0, 2): 2, (1, 2): 2}, [0, 0, 0], [2, 2, 2]),
    "with an endpoint each": ({(0, 1): 2, (0, 2): 2, (1, 2): 2}, [1, 1, 1], [2, 2, 2]),
    "a path that shares what it gives up": ({(0, 1): 2, (1, 2): 2, (2, 3): 2}, [1, 1, 1, 1], [2] * 4),
    "odd ones beside pairs": ({(0, 1): 3, (0, 2): 1, (1, 2): 1}, [0, 1, 0], [2, 2, 2]),
    "cages of three": ({(0, 1): 4, (1, 2): 1}, [1, 2, 0], [3, 3, 3]),
    "neighbours with cages of one link": ({(0, 1): 1, (0, 2): 1, (0, 3): 2}, [0, 0, 0, 1], [2, 1, 1, 2]),
    "cages of one link on both sides": ({(0, 1): 2, (1, 2): 1}, [0, 1, 0], [1, 2, 1]),
    "nothing to share": ({(0, 1): 1, (0, 2): 1, (1, 2): 1}, [1, 1, 1], [2, 2, 2]),
    "unlike cages": ({(0, 1): 4}, [0, 0], [2, 4]),
}


@pytest.mark.parametrize("name", SMALL)
def test_no_numbering_has_more_cables_that_serve_whole_cages(name):
    """Against every numbering; None only where counting by neighbour is one of the best."""
    links, endpoints, per = SMALL[name]
    routers, endpoints, per = cables(links), np.array(endpoints, np.int32), np.array(per, np.int64)
    found = shared_cage_ports(routers, endpoints, per)
    ports = number_ports(routers, endpoints) if found is None else found
    best = max(whole(routers, one, per) for one in every_numbering(routers, endpoints.tolist()))
    assert shared_cages(routers, ports, per) == whole(routers, ports, per) == best


@settings(max_examples=60, deadline=None)
@given(
    counts=st.lists(st.integers(0, 7), min_size=6, max_size=6),
    endpoints=st.lists(st.integers(0, 5), min_size=4, max_size=4),
    per=st.lists(st.sampled_from([1, 2, 3, 4]), min_size=4, max_size=4),
)
def test_the_check_accepts_every_numbering_and_counts_its_cages_alike(counts, endpoints, per):
    """Each port once, after the endpoints'; better than by neighbour, by code of its own."""
    pairs = [(u, v) for u in range(4) for v in range(u + 1, 4)]
    links = {pair: count for pair, count in zip(pairs, counts, strict=True) if count}
    routers = cables(links)
    found = shared_cage_ports(routers, np.array(endpoints, np.int32), np.array(per, np.int64))
    if found is None:
        return
    network = Network(4, tuple(links), tuple(links.values()))
    claimed = [tuple(row) for row in found.tolist()]
    assert list(port_problems(network, endpoints, claimed)) == []
    assert saves_cables(network, endpoints, claimed, per)
    plain = [tuple(row) for row in number_ports(routers, np.array(endpoints)).tolist()]
    assert not saves_cables(network, endpoints, plain, per)
    claimed[0] = (claimed[0][0] + 1, claimed[0][1])
    assert list(port_problems(network, endpoints, claimed))
