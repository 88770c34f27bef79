"""Servers with ports on several switches."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.foundation.errors import InputError
from netfloor.topologies.servers import ServerGroups
from netfloor.topologies.spec import FAMILIES, build
from tests.fixtures.servers import groups, two_rails, with_servers

SIZES = st.tuples(st.integers(1, 5), st.integers(1, 4))


@st.composite
def some_groups(draw: st.DrawFn) -> ServerGroups:
    """Return groups on up to 7 switches, a switch perhaps twice in a group."""
    count, ports = draw(SIZES)
    row = st.lists(st.integers(0, 6), min_size=ports, max_size=ports)
    rows = draw(st.lists(row, min_size=count, max_size=count))
    return groups(rows, draw(st.lists(st.integers(1, 4), min_size=count, max_size=count)))


@given(some_groups())
def test_endpoints_of_a_switch_are_its_ports_of_servers_in_order(servers: ServerGroups) -> None:
    """Endpoints, switch by switch, are every (server, port) once, by server, then port."""
    group = [g for g, count in enumerate(servers.servers) for _ in range(count)]
    expected = sorted(
        (int(switch), server, port)
        for server, g in enumerate(group)
        for port, switch in enumerate(servers.switches[g])
    )
    assert servers.of_endpoints.tolist() == [server for _, server, _ in expected]
    assert servers.ports_of_endpoints.tolist() == [port for _, _, port in expected]
    counts = servers.endpoints(7)
    assert counts.tolist() == [sum(switch == at for switch, _, _ in expected) for at in range(7)]


def test_endpoints_that_are_not_the_ports_of_the_servers_are_refused() -> None:
    """A network states its endpoints and servers in agreement, on switches that it has."""
    network = with_servers(build("complete:4"), [[0, 1], [2, 3]], [3, 2])
    assert network.endpoints.tolist() == [3, 3, 2, 2]
    with pytest.raises(ValueError, match="attached ports"):
        replace(network, endpoints=np.full(4, 3, np.int32))
    with pytest.raises(ValueError, match="switches 0"):
        replace(network, servers=groups([[0, 4]], [1]))


@pytest.mark.parametrize(
    ("switches", "servers"), [([[0, 1]], [0]), ([[0, 1]], [1, 1]), ([[-1, 0]], [1]), ([[]], [1])]
)
def test_groups_without_servers_or_switches_are_refused(
    switches: list[list[int]], servers: list[int]
) -> None:
    """Every group has servers, and every port a switch."""
    with pytest.raises(ValueError, match="must"):
        groups(switches, servers)


def test_the_same_servers_are_the_same_however_they_are_grouped() -> None:
    """Groups are a way of writing: what counts is the switch of each port of each server."""
    assert groups([[0, 1]], [2]).is_same(groups([[0, 1], [0, 1]], [1, 1]))
    assert not groups([[0, 1]], [2]).is_same(groups([[1, 0]], [2]))
    assert not groups([[0, 1]], [2]).is_same(groups([[0, 1]], [3]))
    assert not groups([[0]], [2]).is_same(None)


def test_a_spec_cannot_state_the_endpoints_of_servers_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Endpoints beside the servers of a family are refused in a spec, and give way as an argument."""
    rails = replace(FAMILIES["complete"], build=lambda _: two_rails())
    monkeypatch.setitem(FAMILIES, "complete", rails)
    assert build("complete:6", endpoints=9).endpoints.tolist() == two_rails().endpoints.tolist()
    with pytest.raises(InputError, match="omit endpoints"):
        build("complete:6,endpoints=9")
    with pytest.raises(InputError, match="without such servers"):
        build("complete:6*circulant:5:1,2")
