"""What lists say of a plan is compared with them, read again: types of devices, order, graph files."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.fixtures.commands import rehash
from tests.fixtures.rows import row_edit
from tests.plans.forge.listed import ROOM

Cli = Callable[..., Any]
DEVICES = "name,kind,model,rack,unit,height\nsw1,switch,S1,A01,10,1\nsrv[1-2],server,M1,A02,1+,2\n"
MORE = "name,kind,rack,unit,height\nnas1,storage,A03,1,2\n"
CABLES = "a,b,rate\nsrv[1-2],sw1,25G\nnas1,sw1,25G\n"
TYPE = "manufacturer: Acme\nmodel: M1\nslug: acme-m1\nu_height: 2\nweight: 20\nweight_unit: kg\n"


@pytest.fixture
def lists(here: Path) -> list[str]:
    """Write a room, two lists of devices and one of cables, and types; return the lists, out of order."""
    types = here / "types/Acme"
    types.mkdir(parents=True)
    (types / "M1.yaml").write_text(TYPE)
    texts = {"room.toml": ROOM, "z.csv": DEVICES, "b.csv": MORE, "c.csv": CABLES}
    for name, text in texts.items():
        (here / name).write_text(text)
    return ["c.csv", "z.csv", "b.csv"]


def forge(plan: Path, number: int, **changes: Any) -> Path:
    """Return a plan beside one whose device says something else, its checksums redone."""
    document = json.loads(plan.read_text())
    row_edit("devices", number, **changes)(document)
    forged = plan.with_name("forged.json")
    forged.write_text(json.dumps(rehash(document)))
    return forged


def test_types_of_devices_are_read_again(cli: Cli, here: Path, lists: list[str]) -> None:
    """A weight from the types is proved by them; without their folder that is unchecked, by name."""
    options = ("--room", "room.toml", "--device-types", "types", "--out", "out", "-q")
    assert cli("plan", *lists, *options).code == 0
    plan = here / "out/plan.json"
    reading = json.loads(plan.read_text())["inputs"]["reading"]
    assert reading == {"device_types": "types"}
    assert cli("verify", plan, "--strict").code == 0
    ran = cli("verify", forge(plan, 1, kilograms=2.0))
    assert ran.code == 6
    assert "device srv1: kilograms is '2.0', the lists say '20.0'" in ran.out
    (here / "types").rename(here / "elsewhere")
    ran = cli("verify", plan, "--strict")
    assert ran.code == 6
    assert "the lists are not read again: types is not here" in ran.out


def test_lists_are_read_in_their_order(cli: Cli, here: Path, lists: list[str]) -> None:
    """Devices count in the order of their lists; names and numbers of others are refused."""
    assert cli("plan", *lists, "--room", "room.toml", "--out", "out", "-q").code == 0
    plan = here / "out/plan.json"
    named = [one["file"] for one in json.loads(plan.read_text())["inputs"]["lists"]]
    assert named == ["z.csv", "b.csv", "c.csv"]
    assert cli("verify", plan, "--strict").code == 0
    for change in ({"name": "nas2"}, {"feed": "A"}, {"kind": "server"}, {"model": "N1"}):
        ran = cli("verify", forge(plan, 3, **change))
        assert (ran.code, "the lists say" in ran.out) == (6, True), change


def test_a_graph_file_among_lists_is_read_again(cli: Cli, here: Path, lists: list[str]) -> None:
    """Beside the plan; where it is not, its switches and links are unchecked."""
    (here / "net.edges").write_text("a b\nb c\nc a\n")
    planning = 'schema = 2\nroom = "room.toml"\n[network]\nspec = "file:net.edges"\nheight = 1\n'
    (here / "plan.toml").write_text(f'{planning}[lists]\ndevices = ["z.csv"]\n')
    assert cli("plan", "plan.toml", "--out", "out", "-q").code == 0
    assert cli("verify", "out/plan.json", "--strict").code == 0
    assert cli("verify", forge(here / "out/plan.json", 0, name="d")).code == 6
    (here / "net.edges").unlink()
    ran = cli("verify", "out/plan.json", "--strict")
    assert ran.code == 6
    assert "file:net.edges is not here" in ran.out
    assert lists
