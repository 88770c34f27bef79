"""What a fabric comes to, on devices and cables that can be counted by hand."""

from netfloor.fabric.fabric import OTHER, PDU, SERVER, SWITCH, Cable, Device, End, Fabric
from netfloor.plans.sums import CableSum, fabric_sums, network_of
from netfloor.topologies.management import MANAGEMENT

DEVICES = (
    Device("a", SWITCH, 9, network="fast", units=1, watts=100),
    Device("b", SWITCH, 9, network="fast", units=1, watts=100),
    Device("m", SWITCH, 9, network="slow", units=1, watts=20),
    Device("s", SERVER, 9, units=2, watts=600),
    Device("p", PDU, 9, units=0),
    Device("x", OTHER, 9, units=1),
)
CABLES = (
    Cable("1", End(0, 1), End(1, 1), 1000, 100.0),
    Cable("2", End(0, 2), End(3, 1), 2000, 25.0),
    Cable("3", End(3, 2), End(2, 1), 3000, 1.0),
    Cable("4", End(0, 9, MANAGEMENT), End(2, 2), 4000, 1.0),
    Cable("5", End(1, 8), End(2, 3), 5000, 1.0),
    Cable("6", End(3, 3), End(4, 1), 300),
)


def test_a_cable_is_of_the_network_of_its_switch() -> None:
    """That of a management port is of the network that manages; others join two; power is of none."""
    fabric = Fabric("two networks", DEVICES, CABLES)
    assert [network_of(fabric, cable) for cable in CABLES] == [
        *("fast", "fast", "slow", "slow", "fast to slow", "")
    ]


def test_networks_and_what_joins_them_make_the_whole() -> None:
    """Devices by kind, cables by rate; power cords apart, and a server of several networks in the whole."""
    whole, fast, slow, between = fabric_sums(Fabric("two networks", DEVICES, CABLES))
    assert [one.network for one in (whole, fast, slow, between)] == ["", "fast", "slow", "fast to slow"]
    assert (whole.cables, whole.power_cords) == (CableSum(5, 15_000), CableSum(1, 300))
    assert whole.by_rate == {1.0: CableSum(3, 12_000), 25.0: CableSum(1, 2000), 100.0: CableSum(1, 1000)}
    assert (whole.devices, fast.devices, between.devices) == (
        {SWITCH: 3, SERVER: 1, PDU: 1, OTHER: 1},
        {SWITCH: 2},
        {},
    )
    assert [one.cables for one in (fast, slow, between)] == [
        *(CableSum(2, 3000), CableSum(2, 7000), CableSum(1, 5000))
    ]
    assert (whole.longest_mm, slow.longest_mm) == (5000, 4000)


def test_a_sum_is_not_known_where_a_device_is_not() -> None:
    """Watts of device x are not known; a PDU draws nothing of its own; units of all are known."""
    whole, fast, slow, between = fabric_sums(Fabric("two networks", DEVICES, CABLES))
    assert [one.watts for one in (whole, fast, slow, between)] == [None, 200, 20, None]
    assert [one.units for one in (whole, fast, slow, between)] == [6, 2, 1, None]
    (alone,) = fabric_sums(Fabric("known", DEVICES[3:5], ()))
    assert (alone.watts, alone.units) == (600, 2)
