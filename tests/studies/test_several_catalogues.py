"""Several price lists as one catalogue wherever one is taken, and found again by the plan's record."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import netfloor as nf
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.sets.load import set_sha256
from netfloor.foundation.errors import InputError
from netfloor.foundation.files import files_of, one_name

FAR = """
schema = 1
title = "far"
currency = "USD"
price_date = 2026-01-01

[[suppliers]]
name = "Far"
freight = 3

[[cables]]
name = "patch cord, far"
kind = "TP"
gbps = 1
connector_a = "RJ45"
connector_b = "RJ45"
reach_m = 100
lengths = [{ part = "FAR-5", length_m = 5, price = 0.5 }]
"""
DEVICES = "name,kind,rack,unit,height\nsw1,switch,R01C01,40,1\nsrv[1-4],server,,,1\n"
CABLES = "a,port a,b,port b,rate\nsw1,[1-4],srv[1-4],eth0,1G\n"
ROOM = """schema = 1
name = "three racks"
[hall]
outline_m = [[0, 0], [4, 0], [4, 4], [0, 4]]
[cable]
slack_per_end_m = 0.3
inside_cabinet_m = 0.3
[[row]]
name = "R01C"
start_m = [1.2, 2]
count = 3
pitch_m = 0.6
depth_m = 1.0
front = "left"
units = 42
power_limit_w = 10000
[[tray]]
name = "ladder"
points_m = [[0.8, 2], [3, 2]]
height_m = 2.4
access_m = 1
"""


@pytest.fixture
def lists(cli: Callable[..., Any], here: Path) -> tuple[str, ...]:
    """Return the options that name two price lists, of a plan of lists in out."""
    (here / "devices.csv").write_text(DEVICES)
    (here / "cables.csv").write_text(CABLES)
    (here / "far.toml").write_text(FAR)
    (here / "room.toml").write_text(ROOM)
    cli("init", "example", "catalogue")
    ran = cli("plan", "devices.csv", "cables.csv", "--room", "room.toml", "--out", "out")
    assert ran.code == 0, ran.err
    return "--catalogue", "examples/catalogue/parts_cluster.toml", "--catalogue", "far.toml"


def test_every_command_takes_several_lists(cli: Callable[..., Any], lists: tuple[str, ...]) -> None:
    """The bill has the far list's cords with its freight; so have explain, exports and comparisons."""
    told = cli("bom", "out/plan.json", *lists, "--json").json()
    assert [one["supplier"] for one in told["orders"]] == ["Far"]
    assert (
        told["summary"]["total_cost"] == 5 * 0.5 + 3
    )  # one spare: the largest percentage of the lists counts
    assert "part   FAR-5" in cli("explain", "out/plan.json", "srv1:eth0", *lists).out
    assert cli("export", "out/plan.json", "--to", "labels", "--out", "labels", *lists).code == 0
    assert cli("papers", "out/plan.json", "--out", "papers", *lists).code == 0
    compared = cli("compare", "out/plan.json", "out/plan.json", *lists)
    assert compared.code == 0, compared.err
    assert "costs 5.50 USD" in compared.out
    points = cli("whatif", "out/plan.json", *lists, "--sweep", "slack=0,1", "--json")
    assert points.code == 0, points.err
    checked = cli("catalogue", "check", *lists[1::2], "--for", "out/plan.json")
    assert "complete; EXAMPLE prices, not for orders" in checked.out
    shown = cli("catalogue", "show", *lists[1::2], "--json").json()
    assert "FAR-5" in json.dumps(shown)


def test_twisted_pair_carries_lower_rates(
    cli: Callable[..., Any], here: Path, lists: tuple[str, ...]
) -> None:
    """A cord of 10 Gb/s serves links of 1 Gb/s, and the bill's own check agrees; one of 0.1 does not."""
    (here / "far.toml").write_text(FAR.replace("gbps = 1\n", "gbps = 10\n"))
    told = cli("bom", "out/plan.json", *lists, "--json").json()
    assert [one["supplier"] for one in told["orders"]] == ["Far"]
    assert told["choice"]["proved"]
    (here / "far.toml").write_text(FAR.replace("gbps = 1\n", "gbps = 0.1\n"))
    told = cli("bom", "out/plan.json", *lists, "--json").json()
    assert [one["supplier"] for one in told["orders"]] == ["parts_cluster"]


def test_a_plan_records_all_its_lists(cli: Callable[..., Any], here: Path, lists: tuple[str, ...]) -> None:
    """Placed by the parts of two lists: bom and verify find them by the plan, and notice another one."""
    ran = cli(
        "plan",
        "devices.csv",
        "cables.csv",
        "--room",
        "room.toml",
        "--out",
        "by",
        "--objective",
        "parts",
        *lists,
    )
    assert ran.code == 0, ran.err
    record = json.loads((here / "by/plan.json").read_text())["search"]["objective"]
    assert record["catalogue"] == "examples/catalogue/parts_cluster.toml + far.toml"
    catalogue = load_catalogue("examples/catalogue/parts_cluster.toml + far.toml")
    assert record["catalogue_sha256"] == set_sha256(catalogue)
    assert cli("verify", "by/plan.json").code == 0
    assert cli("bom", "by/plan.json", "--json").json()["orders"][0]["supplier"] == "Far"
    far = (here / "far.toml").read_text()
    (here / "by/far.toml").write_text(far)
    (here / "far.toml").write_text(far.replace("price = 0.5", "price = 7"))
    assert cli("bom", "by/plan.json", "--json").json()["orders"][0]["supplier"] == "Far"
    (here / "by/far.toml").unlink()
    ran = cli("bom", "by/plan.json")
    assert ran.code == 3
    assert "has changed since the plan was made" in ran.err


def test_names_of_several_files(here: Path) -> None:
    """One name for several files, unless a file is called so; a file twice is refused."""
    assert one_name(["a.toml", "b.toml"]) == Path("a.toml + b.toml")
    assert one_name([]) is None
    assert files_of("a.toml + b.toml") == (Path("a.toml"), Path("b.toml"))
    (here / "a.toml + b.toml").write_text("")
    assert files_of("a.toml + b.toml") == (Path("a.toml + b.toml"),)
    with pytest.raises(InputError, match=r"a\.toml.*is given twice"):
        one_name(["a.toml", "b.toml", "a.toml"])


def test_the_library_takes_several_lists(lists: tuple[str, ...]) -> None:
    """A list of names is one catalogue."""
    bill = nf.read_plan("out/plan.json").bill(list(lists[1::2]))
    assert bill.to_dict()["summary"]["total_cost"] == 5.5
