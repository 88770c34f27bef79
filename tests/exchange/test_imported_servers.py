"""Hosts with ports on several switches, of an existing fabric."""

from netfloor.exchange.fabric import HOST, SWITCH, Cable, Device, End, Fabric
from netfloor.exchange.imported.servers import UNLIKE, servers_of


def fabric(*rows: tuple[int, ...]) -> Fabric:
    """Return three switches and hosts whose ports lead to some of them."""
    switches = [Device(f"s{k}", SWITCH, 9) for k in range(3)]
    hosts = [Device(f"h{k}", HOST, len(row)) for k, row in enumerate(rows)]
    used, cables = [0, 0, 0], []
    for host, row in enumerate(rows):
        for port, switch in enumerate(row, start=1):
            used[switch] += 1
            cables.append(Cable(f"{host}-{port}", End(switch, used[switch]), End(3 + host, port)))
    return Fabric("x", (*switches, *hosts), tuple(cables))


def test_hosts_on_several_switches_are_servers_of_the_network() -> None:
    """Neighbours alike are a group; hosts on one switch each are endpoints as ever; others are told."""
    numbers = {0: 0, 1: 1, 2: 2}
    found, said = servers_of(fabric((0, 1), (0, 1), (1, 0), (2, 2)), numbers)
    assert said == ()
    assert found is not None
    assert found.switches.tolist() == [[0, 1], [1, 0], [2, 2]]
    assert found.servers.tolist() == [2, 1, 1]
    assert found.labels == ("h0", "h1", "h2", "h3")
    assert servers_of(fabric((0, 0), (1,), ()), numbers) == (None, ())
    assert servers_of(fabric((0, 1), (1,)), numbers) == (None, (UNLIKE,))
