"""Global wiring of dragonflies: spread evenly, every port once, as published when whole."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from topologies.dragonfly_wiring import ARRANGEMENTS, joined_ports, surplus_pairs

NAMES = st.sampled_from(list(ARRANGEMENTS))


@given(st.integers(1, 40), NAMES, st.data())
@settings(max_examples=150, deadline=None)
def test_ports_are_spread_over_the_pairs(ports: int, arrangement: str, data: st.DataObject) -> None:
    """Each pair of groups has floor or ceil of ports / (groups - 1) links, one at least; all ports
    are used once, but for one idle port where ports times groups is odd.
    """
    groups = data.draw(st.integers(2, ports + 1))
    joined = joined_ports(groups, ports, arrangement)
    used = np.bincount(joined.ravel(), minlength=groups * ports)
    counts = Counter(tuple(sorted(pair)) for pair in (joined // ports).tolist())
    floor, rest = divmod(ports, groups - 1)
    assert used.max() == 1
    assert len(used) - used.sum() == ports * groups % 2
    assert len(counts) == groups * (groups - 1) // 2
    assert all(u != v for u, v in counts)
    assert set(counts.values()) <= {floor, floor + (rest > 0)}
    assert floor >= 1


@given(st.integers(2, 40), st.data())
@settings(max_examples=100, deadline=None)
def test_surplus_is_regular_but_for_one_group(groups: int, data: st.DataObject) -> None:
    """A simple graph in which all groups have the degree; one has 1 less if that is the parity."""
    degree = data.draw(st.integers(0, groups - 2))
    pairs = surplus_pairs(groups, degree)
    degrees = np.bincount(pairs.ravel(), minlength=groups)
    odd = groups * degree % 2
    assert len({tuple(sorted(pair)) for pair in pairs.tolist()}) == len(pairs)
    assert sorted(degrees.tolist()) == [degree - 1] * odd + [degree] * (groups - odd)
    assert not odd or degrees[(groups + 1) // 2] == degree - 1


def partner(arrangement: str, group: int, port: int, groups: int) -> int:
    """Return the group that a port leads to: Hastings et al. 2015, section 2, one by one."""
    if arrangement == "absolute":
        return port if port < group else port + 1
    if arrangement == "relative":
        return (group + port + 1) % groups
    step = port // 2 + 1
    return (group + step if port % 2 == 0 else group - step) % groups


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
@pytest.mark.parametrize("ports", [1, 2, 7, 8, 15])
def test_whole_dragonflies_are_wired_as_published(arrangement: str, ports: int) -> None:
    """With ports + 1 groups each port leads where its arrangement says."""
    joined = joined_ports(ports + 1, ports, arrangement)
    for here, there in [*joined.tolist(), *joined[:, ::-1].tolist()]:
        assert there // ports == partner(arrangement, here // ports, here % ports, ports + 1)
