"""``netfloor explain`` and ``verify`` of a plan made from lists."""

import json
from pathlib import Path
from typing import Any

import pytest

from netfloor import exit_codes
from netfloor.plans.file import document_sha256
from netfloor.plans.laid import LaidFabric
from tests.fixtures.fabrics import call

EXAMPLE = Path(__file__).parents[3] / "examples/room"
PARTS = Path(__file__).parents[3] / "examples/catalogue/parts_cluster.toml"


@pytest.fixture(scope="module")
def example_room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a plan of the example room with every unit given, so that nothing is searched."""
    folder = tmp_path_factory.mktemp("room")
    devices = (EXAMPLE / "devices.csv").read_text().replace("N2U,R03,", "N2U,R03,1+")
    for name, place in (("SW32", "R02,41+"), ("SW48", "R01,18+"), ("SW24", "R03,42")):
        devices = devices.replace(f"{name},,", f"{name},{place}")
    (folder / "devices.csv").write_text(devices)
    lists = (folder / "devices.csv", EXAMPLE / "cables.csv")
    assert call("plan", *lists, "--room", EXAMPLE / "room.toml", "--out", folder / "out") == 0
    return folder / "out/plan.json"


@pytest.mark.parametrize("name", ["leaf2:Eth1/49", "spine1 Eth1/2", "LEAF2/eth1/49"])
def test_a_cable_is_named_by_a_port_at_one_end(cli: Any, laid_plan: Path, name: str) -> None:
    """Up from leaf2, along the ladder, down to spine1, slack at both ends."""
    document = cli("explain", laid_plan, name, "--json").json()
    assert document["ends"] == [
        "switch leaf2 in A02 U8, port Eth1/49",
        "switch spine1 in A01 U10, port Eth1/2",
    ]
    assert [one["mm"] for one in document["terms"] if one["mm"]] == [300, 2067, 600, 1978, 300]
    assert document["length_mm"] == document["plan_length_mm"] == 5245


def test_every_cable_adds_up(cli: Any, laid_plan: Path, laid: LaidFabric) -> None:
    """By its id; the terms come to what the plan says."""
    for cable in laid.fabric.cables:
        document = cli("explain", laid_plan, cable.id, "--json").json()
        assert sum(one["mm"] for one in document["terms"]) == cable.length_mm


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("C000099", "did you mean C000006 or C000005 or C000004"),
        ("leaf3", "did you mean leaf2 or leaf1"),
        ("leaf2:Eth1/48", "its ports in use are such as Eth1/49"),
        ("leaf2:x", "its ports in use are such as Eth1/1, Eth1/2 and Eth1/3"),
        ("", "an id such as C000001, a port such as leaf1:Eth1/49, a device such as spine1"),
    ],
)
def test_what_has_no_such_name_is_refused(cli: Any, laid_plan: Path, name: str, advice: str) -> None:
    """With the names that resemble it, or one of each kind that there is."""
    ran = cli("explain", laid_plan, name)
    assert (ran.code, ran.out) == (exit_codes.INVALID_INPUT, "")
    assert advice in ran.err


def test_a_device_shows_its_place_and_every_cable(cli: Any, laid_plan: Path) -> None:
    """Its model, rack, unit, watts and weight; each port with what is at the other end."""
    lines = cli("explain", laid_plan, "LEAF2").out.splitlines()
    assert lines[:3] == [
        "switch leaf2, SW48",
        "place  A02, unit 8, ports at the rear",
        "size   1 rack unit, 250 W, 8.0 kg",
    ]
    assert "  port Eth1/2: C000005 to nas1 port e0 (A03-01), 10 Gb/s, 5.645 m" in lines


@pytest.mark.parametrize("name", ["leaf1", "R02", "C000001", "srv01:eth0", None])
def test_a_screen_has_twelve_lines_and_verbose_the_rest(
    cli: Any, example_room: Path, name: str | None
) -> None:
    """Of a switch with 15 cables, a full cabinet, cables, and the spare capacity; nothing is dropped."""
    named = [name] if name else []
    short = cli("explain", example_room, *named).out.splitlines()
    full = cli("explain", example_room, *named, "--verbose").out.splitlines()
    assert 1 < len(short) <= 12
    assert short[0] == full[0]
    assert [line for line in short if line not in full and not line.endswith("--verbose")] == []
    if name in {"leaf1", "R02"}:
        left = len(full) - len(short) + 1
        assert short[-1] == f"  ... {left:,} more: --verbose"


def test_notes_on_the_lists_are_not_an_answer_about_a_cable(cli: Any, example_room: Path) -> None:
    """They are in the plan and in JSON; on screen the answer is alone."""
    assert cli("explain", example_room, "srv01:eth0").err == ""


def test_a_port_that_no_cable_is_in_is_free(cli: Any, laid_plan: Path) -> None:
    """By its number: what the list does not use has no label."""
    document = cli("explain", laid_plan, "leaf2:7", "--json").json()
    assert (document["explains"], document["cable"], document["ports_in_use"]) == ("port", None, 4)
    assert cli("explain", laid_plan, "leaf2:7").out.startswith("port 7 of leaf2: no cable")


def test_a_cabinet_shows_its_limits_and_what_is_in_it(cli: Any, laid_plan: Path) -> None:
    """Watts of 1,000, units of 10; from the top down, the PDU at the side last; where cables lead."""
    document = cli("explain", laid_plan, "a01", "--json").json()
    assert (document["units_used"], document["units"]) == (4, 10)
    assert (document["watts"], document["watts_limit"]) == (1200, 1000)
    assert [one["device"] for one in document["devices"]] == ["spine1", "leaf1", "srv1", "pdu1"]
    assert (document["cables_inside"], document["cables_leaving"]) == (3, 1)
    assert document["leads_to"] == {"A02": 1}


def test_no_part_is_made_up(cli: Any, laid_plan: Path) -> None:
    """Without a catalogue nothing is chosen."""
    out = cli("explain", laid_plan, "C000001").out
    assert "no part is chosen: give a catalogue" in out
    assert "part  " not in out


def test_part_and_money_are_those_of_the_bill(cli: Any, laid_plan: Path) -> None:
    """The links' shares are the money of the bill; the length is that of the medium bought."""
    bought = ("--catalogue", PARTS)
    bill = cli("bom", laid_plan, *bought, "--partial", "--json").json()
    shares = 0.0
    for name in ("C000001", "C000002", "C000003", "C000004"):
        document = cli("explain", laid_plan, name, *bought, "--json").json()
        shares += document["price"]["in_order"]
        assert document["ordered_mm"] >= document["length_mm"] == document["plan_length_mm"]
    money = bill["summary"]
    assert shares == pytest.approx(money["parts_cost"] - money["power_cord_cost"])
    out = cli("explain", laid_plan, "C000002", *bought).out
    assert "part   EX-AOC-100-7, ordered 7 m" in out
    assert "not 100G QSFP28 DAC: the longest is 5 m, 5.245 m needed (0.245 m short)" in out


def test_a_cable_without_a_part_says_why(cli: Any, laid_plan: Path) -> None:
    """A power cord, and a link that nothing is sold for."""
    assert (
        "why    fits both connectors and is long enough; chosen with all other parts"
        in cli(*_explained(laid_plan, "cord-7")).out
    )
    out = cli(*_explained(laid_plan, "C000005")).out
    assert "why    no part is chosen: 10 Gb/s, SFP+, up to 5.645 m: no part on sale" in out
    ran = cli("explain", laid_plan, "C000001", "--gbps", 100)
    assert (ran.code, "--gbps: counts only with a catalogue" in ran.err) == (exit_codes.INVALID_INPUT, True)


def _explained(plan: Path, cable: str) -> tuple[object, ...]:
    return "explain", plan, cable, "--catalogue", PARTS


def test_verify_recomputes_and_says_what_it_cannot_know(cli: Any, laid_plan: Path) -> None:
    """Lengths are proved; what lists say is listed as theirs."""
    ran = cli("verify", laid_plan, "--json")
    document = ran.json()
    assert (ran.code, document["ok"], document["max_cable_m"]) == (0, True, 5.645)
    assert {"devices.watts", "cables.label_a"} <= {one["field"] for one in document["not_provable"]}


def test_verify_finds_a_changed_length_with_a_new_checksum(cli: Any, laid_plan: Path) -> None:
    """Exit code 6, the cable, both lengths."""
    document = json.loads(laid_plan.read_text())
    document["cables"]["length_mm"][1] -= 1
    document["sha256"] = document_sha256({key: value for key, value in document.items() if key != "sha256"})
    laid_plan.write_text(json.dumps(document))
    ran = cli("verify", laid_plan)
    assert ran.code == exit_codes.CHECK_FAILED
    assert "C000002: is 5245 mm, the plan says 5244" in ran.out
