"""The order of an imported plan: cables of servers as the fabric has them, each link at its own rate."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from netfloor.foundation.errors import InputError
from netfloor.plans.by_names import server_cables
from netfloor.plans.load import load_plan
from netfloor.plans.order.parts_list import parts_list
from netfloor.plans.order.terms import OrderTerms

Cli = Callable[..., Any]
CATALOGUES = Path(__file__).parents[3] / "examples/catalogue"
PARTS = CATALOGUES / "parts_400g.toml"
LIST = """Source,Rack,Unit,Port,Destination,Rack,Unit,Port,Speed
leaf1,R01C01,40,31,spine1,R01C03,40,7,400G
leaf2,R01C02,40,31,spine1,R01C03,40,8,400G
leaf1,R01C01,40,1,server1,R01C01,1,1,{near}
leaf1,R01C01,40,2,server2,{rack},2,1,400G
"""
HALL = """
[hall]
outline_m = [[0, 0], [12, 0], [12, 8], [0, 8]]
[[row]]
name = "R01C"
start_m = [2, 2]
count = 3
switch_units = [40, 41]
"""


def imported(cli: Cli, *more: object, rack: str = "R01C02", near: str = "400G") -> Path:
    """Return the plan of two leaves, a spine and two servers, the second in a rack."""
    Path("list.csv").write_text(LIST.format(rack=rack, near=near))
    ran = cli("import", "list.csv", "--from", "csv", *more, "--out", "plan.json", "-q")
    assert ran.code == 0, ran.err
    return Path("plan.json")


@pytest.mark.usefixtures("here")
def test_cables_of_servers_are_as_long_as_the_fabric_says(cli: Cli) -> None:
    """In the bill, for a cost set, and in the answer to a question about one cable."""
    path = imported(cli)
    plan = load_plan(path)
    assert plan.given is not None
    lengths = [cable.length_mm for cable in plan.given.cables[2:]]
    assert lengths[0] == plan.room.inside_mm
    assert lengths[1] is not None
    assert lengths[1] > plan.room.inside_mm
    parts = parts_list(plan, PARTS)
    assert parts.links.needs.electrical_mm[2:].tolist() == lengths
    assert parts.links.needs.optical_mm[2:].tolist() == lengths
    assert parts.bom is not None
    own = server_cables(plan)
    assert own is not None
    assert (own.length_mm.tolist(), own.between_cabinets) == (lengths, 1)
    told = cli("explain", path, plan.given.cables[3].id, "--json").json()
    assert (told["length_mm"], told["plan_length_mm"]) == (lengths[1], lengths[1])
    assert told["ends"][1] == "server server2 in R01C02 U2, port 1"


@pytest.mark.usefixtures("here")
def test_a_cable_of_unknown_length_is_not_billed(cli: Cli) -> None:
    """It is named, with what helps; the network alone is ordered all the same."""
    path = imported(cli, rack="")
    ran = cli("bom", path, "--catalogue", PARTS)
    assert ran.code != 0
    assert "1 cable to servers of unknown length: " in ran.err
    assert "--network-only" in ran.err
    assert len(parts_list(load_plan(path), PARTS, OrderTerms(network_only=True)).links.needs) == 2
    assert server_cables(load_plan(path)) is None


@pytest.mark.usefixtures("here")
def test_each_link_is_bought_at_its_own_rate(cli: Cli) -> None:
    """One of unknown rate at the network's, which the bill says."""
    parts = parts_list(load_plan(imported(cli, near="")), PARTS)
    assert parts.links.needs.gbps.tolist() == [400.0] * 4
    assert parts.assumed == ("1 link of unknown rate: parts of 400 Gb/s are bought",)
    ran = cli("bom", imported(cli, "--force", near="100G"), "--catalogue", PARTS)
    assert ran.code != 0
    assert "carries 400 Gb/s a link, needed: 100 and 400" in ran.err


@pytest.mark.usefixtures("here")
def test_in_a_hall_a_cable_goes_from_unit_to_unit(cli: Cli) -> None:
    """The way that is explained adds up to the length that is bought; without a unit there is none."""
    Path("hall.toml").write_text(HALL)
    path = imported(cli, "--room", "hall.toml")
    plan = load_plan(path)
    assert plan.given is not None
    lengths = [cable.length_mm for cable in plan.given.cables[2:]]
    parts = parts_list(plan, PARTS)
    assert parts.links.needs.optical_mm[2:].tolist() == lengths
    assert parts.links.needs.electrical_mm[2:].tolist() == lengths
    told = cli("explain", path, plan.given.cables[3].id, "--json").json()
    assert sum(term["mm"] for term in told["terms"]) == told["plan_length_mm"] == lengths[1]
    text = LIST.replace("server2,{rack},2,1", "server2,{rack},,1")
    Path("list.csv").write_text(text.format(rack="R01C02", near="400G"))
    where = ("--room", "hall.toml", "--out", "other.json")
    assert cli("import", "list.csv", "--from", "csv", *where, "-q").code == 0
    with pytest.raises(InputError, match="1 cable to servers of unknown length"):
        parts_list(load_plan(Path("other.json")), PARTS)
