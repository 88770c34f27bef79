"""An existing fabric as a network: rate and names of switches, hosts with ports on several switches."""

from pathlib import Path

import pytest

from netfloor.exchange.imported.network import UNLIKE, network_of, servers_of
from netfloor.fabric.fabric import SERVER, SWITCH, Cable, Device, End, Fabric
from netfloor.foundation.errors import InputError

HERE = Path("fabric.csv")


def fabric(rates: list[float | None], of_hosts: list[float | None], names: str = "abcd") -> Fabric:
    """Return a ring of four switches with a rate for each link, and hosts at the first."""
    guids = dict(zip(range(4), (17, None, None, 18), strict=True))
    devices = [Device(name, "switch", 20, guid=guids[n]) for n, name in enumerate(names)]
    cables = [
        Cable(f"C{n}", End(n % 4, 1 + n), End((n + 1) % 4, 5 + n), gbps=rate)
        for n, rate in enumerate(rates)
    ]
    for n, rate in enumerate(of_hosts):
        devices.append(Device(f"h{n}", "server", 1))
        cables.append(Cable(f"H{n}", End(0, 10 + n), End(4 + n, 1), gbps=rate))
    return Fabric("fabric.csv", tuple(devices), tuple(cables))


@pytest.mark.parametrize(
    ("rates", "of_hosts", "gbps", "said"),
    [
        ([100.0] * 4, [25.0] * 9, 100.0, ""),
        ([100.0, 200.0, 200.0, None], [], 200.0, "2 of 4 links have 200 Gb/s; that rate is used for all"),
        ([100.0, 200.0, None, None], [], 200.0, "1 of 4 links has 200 Gb/s; that rate is used for all"),
        ([None] * 4, [25.0, 50.0, 25.0], 25.0, "25 Gb/s, the rate of most server links, is used"),
        ([None] * 4, [25.0, 50.0], 50.0, "50 Gb/s, the rate of most server links, is used"),
        ([None] * 4, [None], 100.0, "the file has no rate: 100 Gb/s is an example"),
    ],
)
def test_the_rate_is_that_of_most_links(
    rates: list[float | None], of_hosts: list[float | None], gbps: float, said: str
) -> None:
    """Of two that are as frequent the higher; what is used for others is said."""
    topology = network_of(fabric(rates, of_hosts), HERE, None).topology
    assert topology.link_gbps == gbps
    assert any(said in note for note in topology.notes) if said else not topology.notes


def test_a_rate_that_is_given_counts() -> None:
    """Whatever the file says; it must be one."""
    found = network_of(fabric([100.0] * 4, []), HERE, 400.0).topology
    assert (found.link_gbps, found.notes) == (400.0, ())
    for gbps in (0.0, -1.0, float("nan"), float("inf")):
        with pytest.raises(InputError, match="a number above 0"):
            network_of(fabric([100.0] * 4, []), HERE, gbps)


def test_switches_of_one_name_are_told_apart() -> None:
    """By their GUID where they have one, by a number else; a name that is taken is not given again."""
    labels = network_of(fabric([100.0] * 4, [], names="aaab"), HERE, None).topology.labels
    assert labels is not None
    assert list(labels) == ["a-0000000000000011", "a-1", "a-2", "b"]


def fabric_of_hosts(*rows: tuple[int, ...]) -> Fabric:
    """Return three switches and hosts whose ports lead to some of them."""
    switches = [Device(f"s{k}", SWITCH, 9) for k in range(3)]
    hosts = [Device(f"h{k}", SERVER, len(row)) for k, row in enumerate(rows)]
    used, cables = [0, 0, 0], []
    for host, row in enumerate(rows):
        for port, switch in enumerate(row, start=1):
            used[switch] += 1
            cables.append(Cable(f"{host}-{port}", End(switch, used[switch]), End(3 + host, port)))
    return Fabric("x", (*switches, *hosts), tuple(cables))


def test_hosts_on_several_switches_are_servers_of_the_network() -> None:
    """Neighbours alike are a group; hosts on one switch each are endpoints as ever; others are told."""
    numbers = {0: 0, 1: 1, 2: 2}
    found, said = servers_of(fabric_of_hosts((0, 1), (0, 1), (1, 0), (2, 2)), numbers)
    assert said == ()
    assert found is not None
    assert found.switches.tolist() == [[0, 1], [1, 0], [2, 2]]
    assert found.servers.tolist() == [2, 1, 1]
    assert found.labels == ("h0", "h1", "h2", "h3")
    assert servers_of(fabric_of_hosts((0, 0), (1,), ()), numbers) == (None, ())
    assert servers_of(fabric_of_hosts((0, 1), (1,)), numbers) == (None, (UNLIKE,))
