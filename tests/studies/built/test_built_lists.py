"""``check built`` of a plan made from lists: ports are told by the labels on the boxes."""

import re
from pathlib import Path
from typing import Any

import pytest

from netfloor import exit_codes

#: What stands, as planned: the network's cables of `tests.fixtures.lists.CABLES`, without the power cord.
FOUND = """\
leaf1,Eth1/49,spine1,Eth1/1
leaf2,Eth1/49,spine1,Eth1/2
srv1,eth0,leaf1,Eth1/1
srv2,eth0,leaf2,Eth1/1
nas1,e0,leaf2,Eth1/2
nas1,e1,leaf2,Eth1/3
"""


def check(cli: Any, plan: Path, found: str, *words: object) -> Any:
    """Compare a cable list with a plan."""
    Path("found.csv").write_text(found)
    return cli("check", "built", plan, "found.csv", "--from", "csv", *words)


@pytest.mark.parametrize(
    ("ours", "theirs"), [("Eth", "Eth"), ("Eth", "Ethernet"), ("Eth", "ETH"), ("eth0", "Eth0")]
)
def test_what_stands_as_planned_is_right(cli: Any, laid_plan: Path, ours: str, theirs: str) -> None:
    """However long the machine writes the letters of a label; power cords are not asked of a network."""
    document = check(cli, laid_plan, FOUND.replace(ours, theirs), "--json").json()
    assert (document["ok"], document["right_cables"], document["planned_cables"]) == (True, 6, 6)
    assert "the file has no PDU: 1 planned cable left out of the comparison" in document["notes"]


def test_two_exchanged_cables_are_found_by_their_labels(cli: Any, laid_plan: Path) -> None:
    """Both of storage on leaf2: each step names the port to unplug and the one to plug into."""
    found = FOUND.replace("Eth1/2\n", "x\n").replace("Eth1/3\n", "Eth1/2\n").replace("x\n", "Eth1/3\n")
    found = found.replace("spine1,Eth1/3", "spine1,Eth1/2")
    ran = check(cli, laid_plan, found, "--json")
    document = ran.json()
    assert (ran.code, document["least_steps"]) == (exit_codes.CHECK_FAILED, 2)
    ports = [(one["taken_out_of"][0], one["put_into"][0]) for one in document["steps"]]
    assert {(a["device"], a["port"], b["port"]) for a, b in ports} == {
        ("leaf2", "Eth1/3", "Eth1/2"),
        ("leaf2", "Eth1/2", "Eth1/3"),
    }


def test_a_port_that_the_plan_does_not_use_is_named_as_found(cli: Any, laid_plan: Path) -> None:
    """It is not mixed up with the planned port of the same last number, Eth1/1."""
    ran = check(cli, laid_plan, FOUND.replace("leaf1,Eth1/1", "leaf1,Eth2/1"), "--json")
    (problem,) = ran.json()["problems"]
    assert problem["problem"] == "other port"
    assert [end["port"] for end in problem["found"]] in (["eth0", "Eth2/1"], ["Eth2/1", "eth0"])
    (step,) = ran.json()["steps"]
    assert (step["taken_out_of"][0]["port"], step["put_into"][0]["port"]) == ("Eth2/1", "Eth1/1")


def test_a_server_whose_system_names_ports_otherwise_is_told_by_its_switch_port(
    cli: Any, laid_plan: Path
) -> None:
    """``ens1f0`` is what the operating system says for the box's ``eth0``."""
    assert check(cli, laid_plan, FOUND.replace("srv1,eth0", "srv1,ens1f0"), "--json").json()["ok"]


def test_a_server_of_another_name_is_not_the_one_planned_at_its_port(cli: Any, laid_plan: Path) -> None:
    """Lists name every machine: the names of one side only are told, and its cable is wrong."""
    ran = check(cli, laid_plan, FOUND.replace("srv1", "srv9"), "--json")
    document = ran.json()
    assert (ran.code, document["right_cables"]) == (exit_codes.CHECK_FAILED, 5)
    assert [one["device"] for one in document["unknown_devices"]] == ["srv9"]
    assert {"1 name of devices only in the plan: srv1", "1 name of devices only in the file: srv9"} <= {
        *document["notes"]
    }


def test_a_switch_of_another_name_is_not_told_by_its_cables(cli: Any, laid_plan: Path) -> None:
    """Unless the user says which it is."""
    found = FOUND.replace("leaf2", "leaf7")
    document = check(cli, laid_plan, found, "--json").json()
    assert (document["ok"], document["missing_switches"][0]["device"]) == (False, "leaf2")
    Path("names.csv").write_text("found,planned\nleaf7,leaf2\n")
    assert check(cli, laid_plan, found, "--json", "--names", "names.csv").json()["ok"]


def test_a_file_without_any_name_of_the_plan_is_refused(cli: Any, laid_plan: Path) -> None:
    """Its structure does not count."""
    found = re.sub(r"(?m)(spine|leaf|srv|nas)(?=[0-9],)", r"x\1", FOUND).replace("x", "x-")
    found = found.replace("x-leaf1", "q1").replace("x-leaf2", "q2").replace("x-spine1", "q3")
    ran = check(cli, laid_plan, found)
    assert ran.code == exit_codes.INVALID_INPUT
    assert "has the name of one of the plan" in ran.err


def test_the_page_draws_the_floor_of_the_lists(cli: Any, laid_plan: Path) -> None:
    """With the verdict first."""
    ran = check(cli, laid_plan, FOUND.replace("nas1,e1,leaf2,Eth1/3\n", ""), "--html", "built.html")
    assert ran.code == exit_codes.CHECK_FAILED
    page = Path("built.html").read_text()
    assert "5 of 6 cables" in page
    assert "lay a cable storage nas1" in page
    assert '"leaf2"' in page
