"""The order of an imported plan: cables of servers as the fabric has them, each link at its own rate."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from netfloor import exit_codes
from netfloor.foundation.errors import InputError
from netfloor.plans.by_names import server_cables
from netfloor.plans.load import load_plan
from netfloor.plans.order.parts_list import parts_list
from netfloor.plans.order.terms import OrderTerms

Cli = Callable[..., Any]
CATALOGUES = Path(__file__).parents[3] / "examples/catalogue"
PARTS, CLUSTER = CATALOGUES / "parts_400g.toml", CATALOGUES / "parts_cluster.toml"
LIST = """Source,Rack,Unit,Port,Destination,Rack,Unit,Port,Speed
leaf1,R01C01,40,31,spine1,R01C03,40,7,400G
leaf2,R01C02,40,31,spine1,R01C03,40,8,400G
leaf1,R01C01,40,1,server1,R01C01,1,1,{near}
leaf1,R01C01,40,2,server2,{rack},2,1,400G
"""
MIXED = """Source,Rack,Unit,Port,Destination,Rack,Unit,Port,Speed
leaf1,R01C01,40,31,spine1,R01C03,40,7,100G
leaf2,R01C02,40,31,spine1,R01C03,40,8,100G
leaf1,R01C01,40,1,server1,R01C01,1,1,25G
leaf1,R01C01,40,2,server2,R01C02,2,1,25G
"""
DEVICES = """name,kind,rack,unit,height
leaf1,switch,R01C01,40,1
leaf2,switch,R01C02,40,1
spine1,switch,R01C03,40,1
server1,server,R01C01,1,1
server2,server,R01C02,2,1
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
    assert ran.code == exit_codes.INVALID_INPUT
    assert "no part of the catalogue has a plug QSFP28. Or --partial" in ran.err


@pytest.mark.usefixtures("here")
def test_an_import_of_several_rates_is_billed_as_its_list_is(cli: Cli) -> None:
    """Link by link, devices there already: the same parts and money as a plan of the lists has."""
    Path("hall.toml").write_text(HALL)
    Path("mixed.csv").write_text(MIXED)
    Path("devices.csv").write_text(DEVICES)
    ran = cli("import", "mixed.csv", "--from", "csv", "--room", "hall.toml", "--out", "import.json", "-q")
    assert ran.code == 0, ran.err
    ran = cli("plan", "devices.csv", "mixed.csv", "--room", "hall.toml", "--out", "lists", "-q")
    assert ran.code == 0, ran.err
    bills = [
        cli("bom", path, "--catalogue", CLUSTER, "--json").json()
        for path in ("import.json", "lists/plan.json")
    ]
    bought = [{one["part"]: (one["used"], one["to_buy"]) for one in bill["parts"]} for bill in bills]
    assert bought[0] == bought[1]
    assert bills[0]["summary"]["total_cost"] == bills[1]["summary"]["total_cost"] > 0
    assert [one["name"] for one in bills[0]["networks"]] == ["100 Gb/s", "25 Gb/s"]
    assert all(bills[0]["identities"].values())
    alone = cli("bom", "import.json", "--catalogue", CLUSTER, "--network-only", "--json").json()
    assert alone["counts"]["links"] == alone["counts"]["network_links"] == 2
    asked = ("import.json", "--catalogue", CLUSTER)
    assert cli("explain", "import.json", "C000003", *asked[1:], "--json").json()["part"].startswith("EX-")
    assert cli("export", *asked, "--to", "labels", "--out", "labels").code == 0
    assert cli("compare", "import.json", "lists/plan.json", *asked[1:]).code == 0
    assert cli("bom", *asked, "--xlsx", "bill.xlsx").code == 0


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
