"""``netfloor check built``: whose end is whose, and which stands first."""

import pytest

from netfloor.exchange.built.comparison import compare_built
from netfloor.exchange.built.devices import same_devices
from netfloor.fabric.fabric import SERVER, SWITCH, Cable, Device, End, Fabric
from netfloor.studies.built.run import beginning_as


def test_a_found_cable_begins_where_the_planned_one_does() -> None:
    """However the file states it, the end that is right stands where it stands in the plan's column."""
    ends = ((0, 3), (2, 7))
    for found in (((0, 3), (1, 5)), ((1, 5), (0, 3))):
        assert beginning_as(ends, found)[0] == (0, 3)
    for found in (((1, 5), (2, 7)), ((2, 7), (1, 5))):
        assert beginning_as(ends, found)[1] == (2, 7)


@pytest.mark.parametrize("kind_stated", [False, True])
def test_servers_of_many_ports_are_not_taken_for_switches(kind_stated: bool) -> None:
    """Without a type and a name of the plan they are the plan's servers: nothing is to be taken out."""
    devices = (
        *(Device(f"s{i}", SWITCH, 2) for i in range(3)),
        *(Device(f"h{i}", SERVER, 3) for i in (1, 2)),
    )
    joined = [(End(i, 1 + host), End(3 + host, 1 + i)) for host in (0, 1) for i in range(3)]
    wanted = Fabric("plan", devices, tuple(Cable(f"H{i}", *ends) for i, ends in enumerate(joined)))
    renamed = tuple(
        one if one.kind == SWITCH else Device(f"node{one.name}", SWITCH, 3, kind_stated=kind_stated)
        for one in devices
    )
    found = Fabric("file", renamed, wanted.cables)
    same = same_devices(wanted, found, {})
    built = compare_built(wanted, found, same, any_port=False, switches_only=False)
    assert built.ok != kind_stated
    assert built.right == (0 if kind_stated else len(joined))
