"""Networks of formulas and lists in one planning file: rows add to what the formulas made."""

import json
from pathlib import Path
from typing import Any

import pytest

from netfloor import exit_codes
from netfloor.plans.load import load_laid
from tests.fixtures.lists import ROOM

WIDE = ROOM.replace("switch_units = [8, 10]\npower_limit_w = 1000\nweight_limit_kg = 80\n", "")

FILE = """
schema = 2
room = "room.toml"
[networks.compute]
spec = "leafspine:4,2,t=8"
names = "sw-{number:03}"
model = "SW32"
height = 1
[networks.control]
spec = "complete:2,endpoints=10"
gbps = 1
height = 1
[lists]
devices = "devices.csv"
cables = "cables.csv"
"""
DEVICES = """\
name,kind,model,rack,unit,height,watts
sw-001,switch,SW32,A01,10,1,250
srv[1-4],server,,,,1,600
"""
CABLES = """\
a,port a,b,port b,rate,id,colour
srv[1-4],eth0,sw-00[1-4],,25G,,
srv[1-4],bmc,control.0,,1G,,
sw-001,9,sw-005,1,,LINK-1,red
"""


@pytest.fixture
def planned(cli: Any, here: Path) -> Any:
    """Return a function that plans the file with some texts replaced."""

    def plan(file: str = FILE, devices: str = DEVICES, cables: str = CABLES) -> Any:
        texts = {"plan.toml": file, "devices.csv": devices, "cables.csv": cables, "room.toml": WIDE}
        for name, text in texts.items():
            (here / name).write_text(text)
        return cli("plan", "plan.toml", "--out", "out", "--force", "--json")

    return plan


def test_lists_add_to_a_formula(planned: Any, cli: Any) -> None:
    """A row about a switch places it; one about a link gives it id and colour; the rest is added."""
    ran = planned()
    assert ran.code == 0, ran.err
    document = json.loads(ran.out)
    assert (document["devices"], document["cables"]) == (6 + 2 + 4, 8 + 1 + 8)
    fabric = load_laid(Path("out/plan.json")).fabric
    by_name = {device.name: device for device in fabric.devices}
    assert {by_name[f"sw-00{number}"].network for number in range(1, 7)} == {"compute"}
    assert (by_name["control.1"].kind, by_name["sw-003"].model) == ("switch", "SW32")
    assert (fabric.place_name(fabric.device_named["sw-001"]), by_name["sw-001"].watts) == ("A01-10", 250)
    (link,) = [cable for cable in fabric.cables if cable.id == "LINK-1"]
    assert (link.gbps, link.attributes["colour"]) == (100.0, "red")
    names = [(fabric.devices[end.device].name, end.port_text) for end in link.ends]
    assert names == [("sw-001", "9"), ("sw-005", "1")]
    ports = {cable.b.port_text for cable in fabric.cables if cable.gbps == 25}
    assert ports == {"1"}  # the first of the eight that the formula keeps for endpoints
    assert {cable.gbps for cable in fabric.cables} == {100.0, 25.0, 1.0}
    assert cli("verify", "out/plan.json").code == 0


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            {"devices": DEVICES.replace("switch,SW32", "server,SW32")},
            "kind 'server', but 'switch' in networks.compute",
        ),
        (
            {"cables": CABLES.replace("sw-001,9,sw-005,1", "sw-001,9,sw-002,10")},
            "port sw-001 9 is used twice",
        ),
        ({"cables": CABLES.replace("control.0", "contrl.0")}, "did you mean control.0"),
        (
            {"file": FILE.replace("[networks.control]", '[networks.control]\nnames = "sw-{number:03}"')},
            "is called 'sw-001' too",
        ),
    ],
)
def test_contradictions_are_refused(planned: Any, change: dict[str, str], said: str) -> None:
    """A list deletes nothing and changes nothing of a formula."""
    ran = planned(**change)
    assert (ran.code, ran.out) == (exit_codes.INVALID_INPUT, "")
    assert said in ran.err
    assert not Path("out").exists()
