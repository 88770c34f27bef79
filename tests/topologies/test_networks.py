"""Several networks side by side, tied by servers with ports on all of them."""

import networkx as nx
import numpy as np
import pytest

from netfloor.costmodels.catalogue.cage_ports import shared_cage_ports
from netfloor.foundation.errors import InfeasibleError, InputError
from netfloor.layout.cable_plan import ports_by_neighbour
from netfloor.layout.check.cables import number_ports
from netfloor.plans.check.networks import network_problems
from netfloor.plans.check.ports import own_links, port_problems
from netfloor.topologies.management import (
    management_ends,
    taken_ports,
    with_management_ports,
    without_management_links,
)
from netfloor.topologies.networks import NetworkMember, side_by_side
from netfloor.topologies.servers import ServerGroups
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology


def joined(*members: tuple[str, float, int | None, bool], managing: tuple[int, ...] = ()) -> Topology:
    """Return networks side by side, given by spec, rate, ports of a server and spread."""
    return side_by_side(
        [
            NetworkMember(f"n{i}", build(spec, link_gbps=gbps), ports, spread, i in managing)
            for i, (spec, gbps, ports, spread) in enumerate(members)
        ]
    )


def rows(topology: Topology) -> list[list[int]]:
    """Return the switch of each port, server by server."""
    groups = topology.servers
    assert isinstance(groups, ServerGroups)
    table: list[list[int]] = groups.switches[groups.group].tolist()
    return table


CASES = {
    "rails, storage, management": [
        ("rails:2,4,2,8", 400.0, None, False),
        ("leafspine:4,2,t=4", 200.0, 2, True),
        ("leafspine:3,1,t=3", 25.0, 1, False),
    ],
    "endpoints in turn": [
        ("torus:3x3,endpoints=2", 100.0, 2, False),
        ("complete:2,endpoints=7", 1.0, 1, False),
    ],
    "planes": [
        ("complete:3,endpoints=1", 100.0, None, False),
        ("complete:2,endpoints=2,planes=2", 50.0, None, False),
    ],
}


@pytest.mark.parametrize("name", CASES)
def test_each_network_is_itself_and_nothing_but_servers_joins_two(name: str) -> None:
    """Links, rates and labels of each network are its own; no path of switches leads into another."""
    whole = joined(*CASES[name])
    assert whole.networks is not None
    graph = nx.Graph(whole.links.tolist())
    for part in whole.networks:
        end = part.first + part.switches
        inside = (whole.links[:, 0] >= part.first) & (whole.links[:, 0] < end)
        assert (whole.links[inside] - part.first).tolist() == part.alone.links.tolist()
        assert whole.multiplicity[inside].tolist() == part.alone.multiplicity.tolist()
        assert set(whole.rates[part.first : end].tolist()) == {part.gbps}
        assert whole.label(part.first) == f"{part.name}.{part.alone.label(0)}"
        assert all(
            len({u >= part.first and u < end for u in one}) == 1 for one in nx.connected_components(graph)
        )
    assert whole.endpoints.sum() == whole.servers.count * whole.servers.ports  # type: ignore[union-attr]
    assert network_problems(whole) == []


@pytest.mark.parametrize("name", CASES)
def test_a_server_has_its_ports_on_every_network_in_turn(name: str) -> None:
    """Port by port, a server's switch is of the network that its port is named after; none is overfull."""
    whole = joined(*CASES[name])
    assert whole.networks is not None
    for row in rows(whole):
        for port, switch in enumerate(row):
            part = whole.networks[int(whole.network_of_switches[switch])]
            assert whole.port_name(port).startswith(f"{part.name}-")
    for part in whole.networks:
        used = whole.endpoints[part.first : part.first + part.switches]
        assert (used <= part.alone.endpoints).all()


def test_spread_ports_are_on_different_switches_and_others_fill_switch_by_switch() -> None:
    """With spread a server's two ports are on the two leaves of a pair; without, on one leaf."""
    first = ("complete:4,endpoints=2", 100.0, 1, False)
    apart = rows(joined(first, ("leafspine:4,1,t=4", 100.0, 2, True)))
    together = rows(joined(first, ("leafspine:4,1,t=4", 100.0, 2, False)))
    assert [row[1:] for row in apart] == [[4, 5]] * 4 + [[6, 7]] * 4
    assert [row[1:] for row in together] == [[4, 4]] * 2 + [[5, 5]] * 2 + [[6, 6]] * 2 + [[7, 7]] * 2


def test_a_rate_is_not_told_where_networks_have_several() -> None:
    """A figure that needs one rate is refused with all rates; networks of one rate have it."""
    with pytest.raises(InputError, match="n0 400, n1 25"):
        _ = joined(
            ("complete:2,endpoints=1", 400.0, 1, False), ("complete:2,endpoints=1", 25.0, 1, False)
        ).link_gbps
    assert joined(*[("complete:2,endpoints=1", 400.0, 1, False)] * 2).link_gbps == 400.0


@pytest.mark.parametrize(
    ("second", "error", "words"),
    [
        (("complete:2,endpoints=3", 1.0, 1, False), InfeasibleError, "6 endpoints, enough for 6 servers"),
        (("complete:2,endpoints=15", 1.0, 4, False), InfeasibleError, "30 endpoints, enough for 7 servers"),
        (("complete:2,endpoints=9", 1.0, 1, True), InputError, "at least 2 ports"),
        (("complete:2,endpoints=9", 1.0, 3, True), InfeasibleError, "2 switches with endpoints"),
        (("complete:2,endpoints=9,planes=2", 1.0, 3, False), InputError, "2 ports of their own"),
    ],
)
def test_what_cannot_be_attached_is_refused(
    second: tuple[str, float, int | None, bool], error: type[Exception], words: str
) -> None:
    """Too few endpoints or switches, and ports that contradict the network's own, are named."""
    with pytest.raises(error, match=words):
        joined(("complete:4,endpoints=2", 100.0, 1, False), second)


def test_names_stand_once_and_are_names() -> None:
    """A name stands before switches and ports, so it is plain and stands once."""
    one = build("complete:2,endpoints=1")
    for names in (("a", "a"), ("A", "b"), ("a b", "c"), ("", "d")):
        with pytest.raises(InputError):
            side_by_side([NetworkMember(name, one) for name in names])


def test_the_check_notices_a_server_on_another_switch() -> None:
    """Servers that stand on other switches than their networks say are noticed by code of its own."""
    whole = joined(*CASES["endpoints in turn"])
    assert whole.servers is not None
    switches = whole.servers.switches.copy()
    switches[[0, 1], 0] = switches[[1, 0], 0]
    object.__setattr__(whole, "servers", ServerGroups(switches, whole.servers.servers.copy()))
    assert np.array_equal(whole.endpoints, whole.servers.endpoints(whole.routers))
    assert network_problems(whole) == ["inputs.network: server 0 is not on the switches of its networks"]


#: In front a network whose servers leave endpoints, in the middle one with gaps, last one in turn.
MANAGED = {
    "in front": (
        [("complete:3,endpoints=5", 1.0, 2, True), ("complete:4,endpoints=2", 400.0, 1, False)],
        0,
    ),
    "in the middle": (
        [
            ("rails:1,4,2,8", 400.0, None, False),
            ("leafspine:3,2,t=9", 1.0, 2, True),
            ("leafspine:4,1,t=1,k=2", 200.0, 1, False),
        ],
        1,
    ),
    "last": ([("hyperx:2x2,t=1,k=2x2", 400.0, 1, False), ("complete:2,endpoints=4", 1.0, 1, False)], 1),
}


@pytest.mark.parametrize("name", MANAGED)
def test_the_management_port_of_every_other_switch_has_a_link_of_its_own(name: str) -> None:
    """One each, to endpoints that servers leave, at its rate; no data port moves, in both codes."""
    members, number = MANAGED[name]
    whole, plain = joined(*members, managing=(number,)), joined(*members)
    part = whole.networks[number]  # type: ignore[index]
    inside = range(part.first, part.first + part.switches)
    ends = np.repeat(whole.links, whole.multiplicity, axis=0)
    joins = management_ends(whole).any(axis=1)
    others = [switch for pair in ends[joins].tolist() for switch in pair if switch not in inside]
    assert sorted(others) == [switch for switch in range(whole.routers) if switch not in inside]
    assert set(whole.rates_of_links[joins].tolist()) == {1.0}
    assert (taken_ports(whole)[inside] <= part.alone.endpoints).all()
    assert np.array_equal(whole.ports - taken_ports(whole), plain.ports - plain.endpoints)
    assert without_management_links(whole).links.tolist() == plain.links.tolist()
    assert network_problems(whole) == []
    ports, own = ports_by_neighbour(whole, ends), own_links(whole)
    numbered = zip(own.network.cables(), number_ports(own.network), strict=True)
    again = own.with_management([(own.before[u] + a, own.before[v] + b) for (u, v), (a, b) in numbered])
    assert ports.tolist() == [list(pair) for pair in again]
    used = sorted(zip(ends.ravel().tolist(), ports.ravel().tolist(), strict=True))
    after = whole.endpoints.tolist()
    degrees = whole.degree.tolist()
    assert used == [(s, after[s] + k) for s in range(whole.routers) for k in range(1, degrees[s] + 1)]
    apart = np.delete(np.arange(whole.routers), inside)
    data = ports_by_neighbour(plain, np.repeat(plain.links, plain.multiplicity, axis=0))
    kept = np.isin(ends[~joins], apart)
    assert ports[~joins][kept].tolist() == data[kept].tolist()


def test_links_that_share_cages_leave_management_ports_where_they_are() -> None:
    """Shared cages number each network's own links alone, and the check takes them so."""
    members, number = MANAGED["last"]
    whole = joined(*members, managing=(number,))
    ends = np.repeat(whole.links, whole.multiplicity, axis=0)
    joins = management_ends(whole).any(axis=1)
    shared = shared_cage_ports(ends[~joins], taken_ports(whole), np.full(whole.routers, 2))
    assert shared is not None
    ports, own = with_management_ports(whole, shared), own_links(whole)
    assert ports[joins].tolist() == ports_by_neighbour(whole, ends)[joins].tolist()
    claimed = [(p, q) for p, q in shared.tolist()]
    assert own.with_management(claimed) == [(p, q) for p, q in ports.tolist()]
    assert list(port_problems(own.network, own.before, claimed)) == []
    assert list(port_problems(own.network, whole.endpoints.tolist(), claimed))


def test_too_few_endpoints_for_management_ports_are_refused_with_both_numbers() -> None:
    """Exactly enough will do; servers come first."""
    first = ("complete:4,endpoints=2", 100.0, 1, False)
    joined(first, ("complete:2,endpoints=6", 1.0, 1, False), managing=(1,))
    with pytest.raises(InfeasibleError, match="10 endpoints; 8 ports of servers and 4 management"):
        joined(first, ("complete:2,endpoints=5", 1.0, 1, False), managing=(1,))
    for managing in ((0, 1), (0,)):
        with pytest.raises(InputError, match="management_ports"):
            joined(*[first] * len(managing), managing=managing)


def test_the_check_notices_a_management_port_on_another_switch() -> None:
    """Links that end on another endpoint than the next that is left are noticed by code of its own."""
    members, number = MANAGED["last"]
    whole = joined(*members, managing=(number,))
    links = whole.links.copy()
    links[((links < 4).sum(axis=1) == 1).nonzero()[0][-1], 1] -= 1
    object.__setattr__(whole, "links", links)
    assert network_problems(whole) == ["inputs.network: its links are not those of its networks"]
