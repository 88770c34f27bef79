"""A plan that grows by lists: blanks are what stands, ids are never used again, places are kept."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from netfloor.plans.load import load_laid
from tests.fixtures.commands import rehash
from tests.fixtures.fabrics import ROOM

Cli = Callable[..., Any]
DEVICES = "name,kind,rack,unit,height\nsw1,switch,A01,10,1\nsw2,switch,A02,10,1\nsrv[1-3],server,A01,1+,2\n"
CABLES = "a,port a,b,port b,rate\nsw1,up1,sw2,up1,100G\nsrv[1-3],eth0,sw1,Eth[1-3],25G\n"


@pytest.fixture
def old(cli: Cli, here: Path) -> Path:
    """Return the plan of two switches and three servers."""
    (here / "room.toml").write_text(ROOM)
    (here / "d.csv").write_text(DEVICES)
    (here / "c.csv").write_text(CABLES)
    assert cli("plan", "d.csv", "c.csv", "--room", "room.toml", "--out", "old", "-q").code == 0
    return here / "old/plan.json"


def grow(cli: Cli, plan: Path, devices: str, cables: str, out: str, *more: object) -> Any:
    """Grow a plan by the texts of two lists."""
    Path("d2.csv").write_text(devices)
    Path("c2.csv").write_text(cables)
    return cli("grow", plan, "d2.csv", "c2.csv", "--out", out, *more)


def cables(plan: Path) -> dict[str, set[tuple[str, str]]]:
    """Return device and port of both ends of each cable by its id."""
    fabric = load_laid(plan).fabric
    return {
        one.id: {(fabric.devices[end.device].name, end.port_text) for end in one.ends}
        for one in fabric.cables
    }


BLANK = "name,kind,height\nsw[1-2],switch,1\nsrv[1-3],server,2\nsrv4,server,2\n"
MORE = "a,b,rate\nsw1,sw2,100G\nsrv[1-3],sw1,25G\nsrv4,sw1,25G\n"


def test_blanks_are_what_stands_and_new_cables_take_free_ports_and_new_ids(cli: Cli, old: Path) -> None:
    """Five devices and four cables as they were; the fourth server in a free port."""
    ran = grow(cli, old, BLANK, MORE, "new.json", "--json")
    assert ran.code == 0, ran.err
    document = ran.json()
    none = {"changed": 0, "removed": 0}
    assert document["stays"]["devices"] == {"stay": 5, "added": 1} | none
    assert document["stays"]["cables"] == {"stay": 4, "added": 1} | none
    before, after = cables(old), cables(Path("new.json"))
    assert {name: after[name] for name in before} == before
    assert after["C000005"] == {("srv4", "port 1"), ("sw1", "Eth4")}
    assert cli("verify", "new.json").code == 0


def test_an_id_is_never_used_again(cli: Cli, old: Path) -> None:
    """The cable of a server that goes takes its id with it, in the plan after the next one too."""
    fewer, less = BLANK.replace("srv4,server,2\n", ""), MORE.replace("srv4,sw1,25G\n", "")
    assert grow(cli, old, BLANK, MORE, "one.json").code == 0
    ran = grow(cli, Path("one.json"), fewer, less, "two.json")
    assert ran.code == 0
    assert "1 device missing from them will be removed: srv4" in ran.err
    assert grow(cli, Path("two.json"), BLANK, MORE, "three.json").code == 0
    assert "C000005" not in cables(Path("three.json"))
    assert cables(Path("three.json"))["C000006"] == {("srv4", "port 1"), ("sw1", "Eth4")}
    document = json.loads(Path("three.json").read_text())
    assert document["next_number"] == 7


def test_a_listed_id_of_other_devices_is_refused(cli: Cli, old: Path) -> None:
    """With the line and the devices that it joined; nothing is written."""
    ran = grow(
        cli,
        old,
        BLANK,
        MORE.replace("rate\n", "rate,id\n").replace("srv4,sw1,25G", "srv4,sw1,25G,C000001"),
        "x.json",
    )
    assert (ran.code, Path("x.json").exists()) == (3, False)
    assert "line 4: id 'C000001' joins sw1 and sw2 in the plan" in ran.err


def test_a_device_whose_place_is_listed_for_another_moves(cli: Cli, old: Path) -> None:
    """Two units of the first server are given to another box: it is placed again, the others stay."""
    devices = (
        "name,kind,rack,unit,height\nbox,storage,A01,1,2\n"
        + "".join(
            f"{name},{kind},,,{height}\n"
            for name, kind, height in (("sw1", "switch", 1), ("sw2", "switch", 1))
        )
        + "".join(f"srv{n},server,,,2\n" for n in (1, 2, 3))
    )
    ran = grow(cli, old, devices, MORE.replace("srv4,sw1,25G\n", ""), "new.json", "--json")
    assert ran.code == 0, ran.err
    assert ran.json()["stays"]["devices"] == {"stay": 4, "changed": 1, "added": 1, "removed": 0}
    assert cli("verify", "new.json").code == 0


def test_a_reused_id_is_found_by_verify(cli: Cli, old: Path) -> None:
    """Two cables exchange their ids: each joined other devices in the old plan."""
    assert grow(cli, old, BLANK, MORE, "new.json").code == 0
    document = json.loads(Path("new.json").read_text())
    names = document["cables"]["id"]
    names[1], names[4] = names[4], names[1]
    Path("new.json").write_text(json.dumps(rehash(document)))
    ran = cli("verify", "new.json")
    assert ran.code == 6
    assert "grown: cable" in ran.out
