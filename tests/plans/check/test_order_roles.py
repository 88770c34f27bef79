"""Requirements on purchased devices, as the independent check reads them: with and without a figure."""

import pytest

from netfloor.costmodels.check.order_roles import OrderedRole

SERVER = {"part": "SRV", "table": "servers", "nics": 1}
SWITCH = {"part": "SW", "table": "switches", "cages": 2, "links_per_cage": 4, "gbps": 100}


@pytest.mark.parametrize(
    ("asked", "nics", "suits"),
    [({}, 0, False), ({}, 1, True), ({"nics": 2}, 1, False), ({"nics": 2}, 2, True)],
)
def test_a_server_takes_at_least_one_adapter(asked: dict[str, int], nics: int, suits: bool) -> None:
    """Unless more are asked for."""
    assert OrderedRole("servers", 1, asked, {}).suits({**SERVER, "nics": nics}) is suits


@pytest.mark.parametrize(
    ("asked", "suits"),
    [
        ({}, True),
        ({"ports": 8}, True),
        ({"ports": 9}, False),
        ({"gbps": 100, "ports": 8}, True),
        ({"gbps": 200}, False),
        ({"management_port": True}, False),
        ({"part": "SW"}, True),
        ({"part": "OTHER"}, False),
    ],
)
def test_a_switch_has_the_ports_of_all_cages(asked: dict[str, object], suits: bool) -> None:
    """Two cages of four links are eight ports; a rate, a management port or a part may be asked for."""
    assert OrderedRole("switches", 1, asked, {}).suits(SWITCH) is suits


def test_a_part_of_another_table_does_not_suit() -> None:
    """A switch is no server, whatever it has."""
    assert not OrderedRole("servers", 1, {}, {}).suits({**SWITCH, "nics": 4})
    assert OrderedRole("servers", 2, {}, {"SRV": 1}).problem({"SRV": SERVER}).startswith("servers: other")
    assert not OrderedRole("servers", 1, {}, {"SRV": 1}).problem({"SRV": SERVER})
