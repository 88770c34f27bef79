"""Commands on five fabrics: one formula, several networks, mixed rates, lists, an import."""

import csv
import io
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from defusedxml.ElementTree import fromstring

from netfloor import exit_codes
from netfloor.fabric.fabric import PDU, SERVER, SWITCH
from netfloor.plans.alignment import PricedFabric
from netfloor.plans.diff import diff_fabrics
from netfloor.plans.load import load_any_plan
from netfloor.reports.diff.table import changes_table
from tests.fixtures.fabrics import (
    FABRICS,
    FabricCase,
    built_list,
    cable_rows,
    ends,
    exchanged,
    fabric_in,
    listed_anew,
    metres,
)


def test_diff_accounts_for_every_device_and_cable(cli: Any, fabric_case: FabricCase) -> None:
    """All of the old fabric stays, changes or goes; all of the new one stays, changes or comes."""
    document = cli("diff", fabric_case.old, fabric_case.new, "--json").json()
    old, new = fabric_case.fabrics
    account = document["account"]
    devices = [own for own in account.values() if "changed" not in own]
    cables = [own for own in account.values() if "changed" in own]
    for kinds, groups, sizes in (
        (("stay", "moved", "exchanged"), devices, (len(old.devices), len(new.devices))),
        (("stay", "changed"), cables, (len(old.cables), len(new.cables))),
    ):
        both = sum(own[kind] for own in groups for kind in kinds)
        gone, come = (sum(own[kind] for own in groups) for kind in ("removed", "added"))
        assert (both + gone, both + come) == sizes
    assert document["equal"] is False
    change = document["metres"]["total_cable_change_m"]
    assert change == pytest.approx(metres(new) - metres(old), abs=1e-3)
    whole = document["sums"][0]
    assert [whole[when]["length_m"] for when in ("old", "new")] == pytest.approx([metres(old), metres(new)])
    networks = {device.network for side in (old, new) for device in side.devices if device.network}
    assert networks <= {one["network"] for one in document["sums"]}


def test_networks_add_up_to_the_whole(cli: Any, fabric_case: FabricCase) -> None:
    """Of several networks each cable is of one, or of a group that joins two."""
    whole, *networks = cli("diff", fabric_case.old, fabric_case.new, "--json").json()["sums"]
    for when in ("old", "new") if networks else ():
        own = [one[when] for one in networks if one[when]]
        assert sum(one["cables"] for one in own) == whole[when]["cables"]
        assert sum(one["length_m"] for one in own) == pytest.approx(whole[when]["length_m"])


def test_nothing_differs_from_itself(cli: Any, fabric_case: FabricCase) -> None:
    """No change, and the command says so."""
    assert cli("diff", fabric_case.new, fabric_case.new).out == "no difference\n"


def test_a_place_is_the_same_on_labels_and_in_diff(fabric_case: FabricCase) -> None:
    """Cabinet and lowest rack unit, of switches as of servers; of a device at the side its cabinet."""
    fabric = replace(fabric_in(fabric_case.old), named=False)
    joined = {end.device for cable in fabric.cables for end in cable.ends}
    places = {fabric.place_name(number) or fabric.cabinet_name(number) for number in joined}
    diff = diff_fabrics(PricedFabric(fabric), PricedFabric(replace(fabric, devices=(), cables=())))
    rows = changes_table(diff, diff.cables).rows
    assert {place for row in rows for place in str(row[2]).split(" to ")} == places


@pytest.mark.usefixtures("here")
def test_the_files_of_diff_hold_every_change(cli: Any, fabric_case: FabricCase) -> None:
    """A line a cable in CSV, the counts in the picture, the floor before and after in the page."""
    files = ("--csv", "d.csv", "--svg", "d.svg", "--html", "d.html")
    ran = cli("diff", fabric_case.old, fabric_case.new, "--json", *files)
    document = ran.json()
    rows = list(csv.DictReader(io.StringIO(Path("d.csv").read_text())))
    assert [row["change"].split("+") for row in rows] == [one["changes"] for one in document["cables"]]
    ids = {cable.id for side in fabric_case.fabrics for cable in side.cables}
    assert {row["new_cable"] or row["old_cable"] for row in rows} <= ids
    text = " ".join(fromstring(Path("d.svg").read_text()).itertext())
    assert "moved" in text
    page = Path("d.html").read_text()
    assert "before: " in page
    assert "Devices and cables by kind of change" in page


def test_diff_names_ports_as_printed_on_the_boxes(cli: Any, fabric_cases: Any) -> None:
    """Device, port label, rack and unit before and after; watts and units of what is there."""
    case = fabric_cases("lists")
    ran = cli("diff", case.old, case.new, "--verbose")
    assert "leaf1 Eth1/50 (A01-28) to spine1 Eth1/3 (A01-30)" in ran.out
    assert "leaf2 Eth1/1 (A02-28) to nas1 e0 (A02-01), 10 Gb/s" in ran.out
    assert "1 exchanged" in ran.out
    (line,) = [line for line in ran.out.splitlines() if line.startswith("highest draw (W)")][:1]
    assert line.split()[-3:] == ["4,110", "3,510", "-600"]
    document = cli("diff", case.old, case.new, "--json").json()
    assert (document["money"], document["currency"]) == (None, None)
    assert any(note.startswith("costs are not compared") for note in document["notes"])
    assert document["power_cord_metres"]["taken_out_m"] == pytest.approx(0.3)


def test_money_of_several_networks_is_that_of_their_order(cli: Any, fabric_cases: Any) -> None:
    """The change of the bill is what ``bom`` says of each plan alone."""
    case = fabric_cases("mixed")
    document = cli("diff", case.old, case.new, "--json").json()
    bills = [cli("bom", path, "--json").json()["summary"]["total_cost"] for path in (case.old, case.new)]
    assert document["money"]["total_cost_change"] == pytest.approx(bills[1] - bills[0])
    assert document["differences"] is None


def test_prices_of_one_network_are_refused_for_others(cli: Any, fabric_cases: Any) -> None:
    """A cost set prices neither lists nor several rates, and says which plan is in the way."""
    case = fabric_cases("lists")
    ran = cli("diff", case.old, case.new, "--catalogue", "slimfly-2014")
    assert (ran.code, ran.out) == (exit_codes.INVALID_INPUT, "")
    assert "is made from lists" in ran.err


@pytest.fixture
def as_list(fabric_cases: Any, fabric_folder: Path) -> tuple[Path, Path]:
    """Return the plan of one formula, and the plan of lists that hold its devices and cables."""
    old = fabric_cases("single").old
    return old, listed_anew(fabric_in(old), fabric_folder, "as-list")


def test_a_formula_and_the_list_of_its_devices_do_not_differ(cli: Any, as_list: tuple[Path, Path]) -> None:
    """Names, racks, units, ports and lengths are the same, whatever the plan was made from."""
    document = cli("diff", *as_list, "--json").json()
    assert document["equal"], document["cables"][:1]
    assert document["metres"]["total_cable_change_m"] == 0


def check(cli: Any, case: FabricCase, rows: list[list[str]] | None = None) -> Any:
    """Compare the list of what stands with the new plan."""
    Path("found.csv").write_text(built_list(fabric_in(case.new), rows))
    return cli("check", "built", case.new, "found.csv", "--from", "csv", "--json")


@pytest.mark.usefixtures("here")
def test_what_stands_as_planned_is_right(cli: Any, fabric_case: FabricCase) -> None:
    """Every cable of the list, named by the labels of its ports."""
    ran = check(cli, fabric_case)
    assert (ran.code, ran.json()["ok"]) == (0, True)
    assert ran.json()["right_cables"] == len(cable_rows(fabric_in(fabric_case.new)))


@pytest.mark.usefixtures("here")
def test_two_exchanged_plugs_are_found_and_nothing_else(cli: Any, fabric_case: FabricCase) -> None:
    """Two steps on one switch, by the ports as they are called."""
    rows, (switch, one, other) = exchanged(fabric_in(fabric_case.new))
    ran = check(cli, fabric_case, rows)
    document = ran.json()
    assert (ran.code, document["least_steps"]) == (exit_codes.CHECK_FAILED, 2)
    plugs = [(step["taken_out_of"][0], step["put_into"][0]) for step in document["steps"]]
    steps = {(out["device"], str(out["port"]), str(into["port"])) for out, into in plugs}
    assert steps == {(switch, one, other), (switch, other, one)}


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("name", ["mixed", "lists"])
def test_a_port_that_no_plan_has_is_named_as_found(cli: Any, fabric_cases: Any, name: str) -> None:
    """A plug in port 777 of a switch is moved from there, by one step."""
    case = fabric_cases(name)
    rows = cable_rows(fabric_in(case.new))
    switches = {device.name for device in fabric_in(case.new).devices if device.kind == SWITCH}
    row = next(one for one in rows if not switches.isdisjoint(one[::2]))
    place = 0 if row[0] in switches else 2
    planned, row[place + 1] = row[place + 1], "777"
    (step,) = check(cli, case, rows).json()["steps"]
    assert (str(step["taken_out_of"][0]["port"]), str(step["put_into"][0]["port"])) == ("777", planned)


def test_explain_adds_up_every_cable(cli: Any, fabric_case: FabricCase) -> None:
    """By its id and by the port at either end; terms come to the length in the plan."""
    fabric = fabric_in(fabric_case.new)
    for cable in fabric.cables[:: max(len(fabric.cables) // 4, 1)]:
        names = [f"{fabric.devices[end.device].name}:{end.port_text}" for end in cable.ends]
        found = [cli("explain", fabric_case.new, name, "--json").json() for name in (cable.id, *names)]
        assert [one["cable"] for one in found] == [cable.id] * 3
        assert sum(term["mm"] for term in found[0]["terms"]) == found[0]["length_mm"]
        assert found[0]["plan_length_mm"] == cable.length_mm


def test_explain_lists_what_is_at_a_device_and_in_a_cabinet(cli: Any, fabric_case: FabricCase) -> None:
    """Every cable of a switch with its far port; every device of its cabinet."""
    fabric = fabric_in(fabric_case.new)
    switch = fabric.switches[-1]
    name, cabinet = fabric.devices[switch].name, fabric.cabinet_name(switch)
    document = cli("explain", fabric_case.new, f"switch {name}", "--json").json()
    assert (document["explains"], document["cabinet"]) == ("device", cabinet)
    assert [one["cable"] for one in document["cables"]] == [one.id for _, one in fabric.cables_of[switch]]
    found = cli("explain", fabric_case.new, cabinet, "--json").json()
    places = [fabric.cabinet_name(number) for number in range(len(fabric.devices))]
    inside = {device.name for device, place in zip(fabric.devices, places, strict=True) if place == cabinet}
    assert {one["device"] for one in found["devices"]} == inside
    assert cli("explain", fabric_case.new, cabinet).out.startswith(f"cabinet {cabinet}")


def test_explain_says_what_is_left(cli: Any, fabric_case: FabricCase) -> None:
    """Units that no device covers, by cabinet; a sum that a device does not state is null, never 0."""
    fabric = fabric_in(fabric_case.new)
    document = cli("explain", fabric_case.new, "--json").json()
    held: dict[str, list[Any]] = {one["cabinet"]: [] for one in document["cabinets"]}
    for number, device in enumerate(fabric.devices):
        held[fabric.cabinet_name(number)].append(device)
    for one in document["cabinets"]:
        devices = held[one["cabinet"]]
        covered = {unit for own in devices if own.units for unit in range(own.unit, own.unit + own.units)}
        unknown = sum(own.units is None for own in devices)
        assert one["units"]["left"] == (None if unknown else 30 - len(covered))
        assert one["kilograms"]["devices_not_known"] == sum(
            own.kilograms is None for own in devices if own.units != 0
        )
        assert one["watts"]["left"] is None  # the room has no limit
    assert sum(one["devices"] for one in document["cabinets"]) == len(fabric.devices)
    networks = {one["network"]: one["switches"] for one in document["networks"]}
    assert networks == Counter(one.network for one in fabric.devices if one.kind == SWITCH)
    ran = cli("explain", fabric_case.new)
    assert [line.split("  ")[0] for line in ran.out.splitlines()[:2]] == [
        "tightest cabinet",
        "more servers",
    ]


def test_pages_and_workbooks_say_what_is_left(cli: Any, fabric_cases: Any) -> None:
    """The page of a plan has the section, and the bill's JSON and workbook the same cabinets."""
    case = fabric_cases("mixed")
    document = cli("explain", case.new, "--json").json()
    assert document["by_order"] is True
    bill = json.loads((case.new.parent / "bom.json").read_text())
    assert bill["headroom"]["cabinets"] == document["cabinets"]
    used = {one["cabinet"]: one["units"]["used"] for one in document["cabinets"] if one["devices"]}
    assert used == {one["cabinet"]: one["height_u"] for one in bill["cabinets"]}
    rows = list(csv.DictReader(io.StringIO((case.new.parent / "bom-headroom.csv").read_text())))
    assert [row["cabinet"] for row in rows] == [one["cabinet"] for one in document["cabinets"]]
    for name in ("mixed", "lists"):
        page = (fabric_cases(name).new.parent / "report.html").read_text()
        assert "Spare capacity for servers" in page


@pytest.mark.parametrize("name", FABRICS)
def test_explain_suggests_the_nearest_names(cli: Any, fabric_cases: Any, name: str) -> None:
    """A name with a letter too many is refused with the name that was meant."""
    case = fabric_cases(name)
    cabinet = fabric_in(case.new).cabinets[0].name
    ran = cli("explain", case.new, f"{cabinet}x")
    assert (ran.code, ran.out) == (exit_codes.INVALID_INPUT, "")
    assert f"did you mean {cabinet}" in ran.err


def test_the_five_fabrics_are_what_they_are_called(fabric_case: FabricCase) -> None:
    """Rates, networks and kinds of devices that each is here for."""
    fabric = fabric_in(fabric_case.old)
    rates = {cable.gbps for cable in fabric.cables if cable.gbps is not None}
    networks = {device.network for device in fabric.devices if device.network}
    kinds = {device.kind for device in fabric.devices}
    expected: dict[str, Any] = {
        "single": ({200.0}, set(), {SWITCH, SERVER}),
        "networks": ({200.0}, {"compute", "storage"}, {SWITCH, SERVER}),
        "mixed": ({400.0, 200.0, 1.0}, {"data", "storage", "control"}, {SWITCH, SERVER}),
        "lists": ({100.0, 25.0, 10.0, 1.0}, {"fabric", "management"}, {SWITCH, SERVER, "storage", PDU}),
        "imported": (set(), set(), {SWITCH}),
    }
    assert (rates, networks, kinds) == expected[fabric_case.name]
    assert (load_any_plan(fabric_case.old).path, ends(fabric).total()) == (
        fabric_case.old,
        len(fabric.cables),
    )
