"""Every command on five fabrics: one formula, several networks, mixed rates, lists, an import."""

import csv
import io
import json
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from defusedxml.ElementTree import fromstring
from openpyxl import load_workbook

import netfloor as nf
from netfloor import exit_codes
from netfloor.fabric.fabric import PDU, SERVER, SWITCH, Fabric
from netfloor.plans.alignment import PricedFabric
from netfloor.plans.diff import diff_fabrics
from netfloor.plans.load import load_any_plan
from netfloor.plans.networks import networks_of
from netfloor.plans.sums import fabric_sums
from netfloor.reports.candidates.answer import answer
from netfloor.reports.diff.table import changes_table
from netfloor.reports.figures.table import FIGURES
from netfloor.structure.hops.distances import distances
from netfloor.studies.candidates.run import CandidatesRequest, compare_plans
from tests.fixtures.commands import rehash
from tests.fixtures.fabrics import (
    FABRICS,
    ROOT,
    FabricCase,
    built_list,
    cable_rows,
    call,
    exchanged,
    fabric_in,
    lay_lists,
)


def ends(fabric: Fabric) -> Counter[frozenset[str]]:
    """Return how many cables join each two devices."""
    names = [device.name for device in fabric.devices]
    return Counter(frozenset(names[end.device] for end in cable.ends) for cable in fabric.cables)


def metres(fabric: Fabric) -> float:
    """Return the length of all cables but power cords."""
    kinds = [device.kind for device in fabric.devices]
    return (
        sum(
            cable.length_mm or 0
            for cable in fabric.cables
            if PDU not in {kinds[end.device] for end in cable.ends}
        )
        / 1000
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
    assert "What stays, moves, comes and goes" in page


def test_diff_names_ports_as_printed_on_the_boxes(cli: Any, fabric_cases: Any) -> None:
    """Device, port label, rack and unit before and after; watts and units of what is there."""
    case = fabric_cases("lists")
    ran = cli("diff", case.old, case.new)
    assert "leaf1 Eth1/50 (A01-28) to spine1 Eth1/3 (A01-30)" in ran.out
    assert "leaf2 Eth1/1 (A02-28) to nas1 e0 (A02-01), 10 Gb/s" in ran.out
    assert "1 exchanged" in ran.out
    (line,) = [line for line in ran.out.splitlines() if line.startswith("highest draw (W)")][:1]
    assert line.split()[-3:] == ["4,110", "3,510", "-600"]
    document = cli("diff", case.old, case.new, "--json").json()
    assert (document["money"], document["currency"]) == (None, None)
    assert any(note.startswith("no money is compared") for note in document["notes"])
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
    ran = cli("diff", case.old, case.new, "--cost-set", "slimfly-2014")
    assert (ran.code, ran.out) == (exit_codes.INVALID_INPUT, "")
    assert "is made from lists" in ran.err


@pytest.fixture
def as_list(fabric_cases: Any, fabric_folder: Path) -> tuple[Path, Path]:
    """Return the plan of one formula, and the plan of lists that hold its devices and cables."""
    old = fabric_cases("single").old
    return old, listed_anew(fabric_in(old), fabric_folder, "as-list")


@pytest.fixture
def rated_list(fabric_cases: Any, fabric_folder: Path) -> Path:
    """Return the plan of lists that hold the devices and cables of one formula, with their rate."""
    return listed_anew(fabric_in(fabric_cases("single").old), fabric_folder, "rated-list", "200G")


def listed_anew(fabric: Fabric, folder: Path, name: str, rate: str = "") -> Path:
    """Return the plan of lists that hold the devices and cables of a fabric."""
    devices = [
        (device.name, device.kind, fabric.cabinet_name(number), device.unit, device.units)
        for number, device in enumerate(fabric.devices)
    ]
    texts = []
    for heads, rows in (
        (("name", "kind", "rack", "unit", "height"), devices),
        (("a", "port a", "b", "port b", "rate"), [[*row, rate] for row in cable_rows(fabric)]),
    ):
        text = io.StringIO()
        csv.writer(text).writerows([heads, *rows])
        texts.append(text.getvalue())
    new = folder / name / "plan.json"
    return new if new.exists() else lay_lists(folder, name, *texts)


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
        assert "What is left for more servers" in page


@pytest.mark.parametrize("name", FABRICS)
def test_explain_suggests_the_nearest_names(cli: Any, fabric_cases: Any, name: str) -> None:
    """A name with a letter too many is refused with the name that was meant."""
    case = fabric_cases(name)
    cabinet = fabric_in(case.new).cabinets[0].name
    ran = cli("explain", case.new, f"{cabinet}x")
    assert (ran.code, ran.out) == (exit_codes.INVALID_INPUT, "")
    assert f"did you mean {cabinet}" in ran.err


#: Prices of the plans that were made without any, as options of ``whatif`` and ``bom``.
PRICES = {
    "lists": ("--catalogue", "parts_cluster.toml", "--partial"),
    "imported": ("--catalogue", "parts_cluster.toml"),
}


@pytest.fixture
def ask_whatif(
    cli: Any, fabric_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., dict[str, Any]]:
    """Return the document of ``whatif`` on a fabric by its own prices, or by a catalogue."""
    monkeypatch.chdir(fabric_folder)

    def ask(case: FabricCase, *changes: object) -> dict[str, Any]:
        ran = cli("whatif", case.old, *changes, *PRICES.get(case.name, ()), "--json")
        assert ran.code == 0, ran.err
        document: dict[str, Any] = ran.json()
        return document

    return ask


def test_whatif_prices_a_plan_as_bom_does(cli: Any, ask_whatif: Any, fabric_case: FabricCase) -> None:
    """Money and its currency are those of the bill; the length is that of the fabric."""
    document = ask_whatif(fabric_case, "--set", "slack=+1")
    bill = cli("bom", fabric_case.old, *PRICES.get(fabric_case.name, ()), "--json").json()
    figures = document["baseline"]["figures"]
    assert figures["bill_cost"] == bill["summary"]["total_cost"]
    assert document["currency"] == bill["currency"]
    with_servers = figures["all_cable_m"]
    length = figures["total_cable_m"] if with_servers is None else with_servers
    assert length == pytest.approx(metres(fabric_in(fabric_case.old)))
    assert document["answer"][0].startswith("slack=+1: total of the bill ")


def test_whatif_networks_add_up(ask_whatif: Any, fabric_case: FabricCase) -> None:
    """Each of several networks has its own cable and latency; all has no figure that only one may have."""
    document = ask_whatif(fabric_case, "--set", "overhead=+0.5")
    point = document["points"][0]
    networks = {device.network for device in fabric_in(fabric_case.old).devices if device.network}
    assert set(point["networks"]) == networks
    if not networks:
        assert point["figures"]["mean_latency_ns"] is not None
        return
    assert point["figures"]["mean_latency_ns"] is None
    assert point["figures"]["radix"] is None
    for when in ("figures", "differences"):
        parts = [one[when]["total_cable_m"] for one in point["networks"].values()]
        assert sum(parts) <= point[when]["total_cable_m"] + 1e-6
    assert point["differences"]["total_cable_m"] > 0


def test_whatif_adds_a_metre_to_every_cable_between_cabinets(
    ask_whatif: Any, fabric_case: FabricCase
) -> None:
    """Half a metre more slack at each end, by hand; cables inside cabinets stay."""
    point = ask_whatif(fabric_case, "--set", "overhead=+0.5")["points"][0]
    fabric = fabric_in(fabric_case.old)
    apart = sum(
        len({fabric.devices[end.device].cabinet for end in cable.ends}) > 1
        for cable in fabric.cables
        if {fabric.devices[end.device].kind for end in cable.ends} == {SWITCH}
    )
    assert point["differences"]["total_cable_m"] == pytest.approx(apart)


def test_whatif_doubles_what_electricity_costs(ask_whatif: Any, fabric_case: FabricCase) -> None:
    """The change is one more time the electricity, and nothing else changes."""
    document = ask_whatif(fabric_case, "--electricity", 0.2, "--years", 3, "--sweep", "electricity=+100%")
    base, point = document["baseline"]["figures"], document["points"][0]
    assert base["electricity_cost"] > 0
    for key in ("ownership_cost", "electricity_cost"):
        assert point["differences"][key] == pytest.approx(base["electricity_cost"])
    assert point["differences"]["bill_cost"] == point["differences"]["total_cable_m"] == 0


def test_whatif_counts_the_watts_of_listed_devices(ask_whatif: Any, fabric_cases: Any) -> None:
    """Of lists: 350 + 2 x 250 + 60 W of switches, 4 x 600 + 800 W of servers and storage, all year."""
    case = fabric_cases("lists")
    figures = ask_whatif(case, "--electricity", 0.2, "--set", "slack=+1")["baseline"]["figures"]
    assert (figures["network_power_w"], figures["power_with_servers_w"]) == (910, 4110)
    assert figures["electricity_kwh"] == pytest.approx(4110 * 8.76)


@pytest.mark.usefixtures("here")
def test_whatif_raises_one_kind_of_part_by_its_share(cli: Any, fabric_cases: Any) -> None:
    """A fifth more for switches is a fifth of what the bill has for them: no other switch is cheaper."""
    plan = fabric_cases("mixed").old
    parts = cli("bom", plan, "--json").json()["parts"]
    paid = sum(part["extended_price"] for part in parts if part["kind"] == "switch")
    document = cli("whatif", plan, "--set", "price.switch=+20%", "--json").json()
    assert document["points"][0]["differences"]["bill_cost"] == pytest.approx(0.2 * paid, abs=0.01)


@pytest.mark.usefixtures("here")
def test_whatif_files_and_the_results_of_several_networks(cli: Any, fabric_cases: Any) -> None:
    """A line of CSV for all and each network, a table on the page, and the stored run says the same."""
    files = ("--csv", "w.csv", "--html", "w.html", "--results", "r.sqlite")
    document = cli("whatif", fabric_cases("mixed").old, "--set", "slack=+1", *files, "--json").json()
    rows = list(csv.DictReader(io.StringIO(Path("w.csv").read_text())))
    assert [row["of_network"] for row in rows] == ["", "data", "storage", "control"] * 2
    of_data = document["points"][0]["networks"]["data"]["figures"]["parts_cost"]
    assert rows[5]["parts_cost"] == repr(of_data)
    assert "Every network" in Path("w.html").read_text()
    stored = cli("report", "--from", "r.sqlite", "--json").json()["runs"][0]
    assert stored["points"] == document["points"]


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("name", ["networks", "lists"])
def test_whatif_places_again_what_loses_its_cabinet(cli: Any, fabric_cases: Any, name: str) -> None:
    """Refused by name without ``--replace``; with it all stands elsewhere, and it says what moved."""
    case = fabric_cases(name)
    fabric = fabric_in(case.old)
    lost = fabric.cabinet_name(fabric.switches[0])
    refused = cli("whatif", case.old, "--set", f"taken={lost}")
    assert refused.code == exit_codes.INVALID_INPUT
    assert fabric.devices[fabric.switches[0]].name in refused.err
    again = ("--replace", "--iterations", 500, "--html", "w.html")
    document = cli("whatif", case.old, "--set", f"taken={lost}", *again, "--json").json()
    point = document["points"][0]
    assert point["placement"] == "placed again"
    assert any(note.startswith(f"taken={lost}: ") for note in point["notes"])
    assert "w.html" in {path.name for path in Path().iterdir()}


def test_whatif_says_all_that_prices_lack_at_once(cli: Any, fabric_cases: Any) -> None:
    """A part, a currency and a reach that a catalogue has not, and nothing is worked out."""
    changes = ("price.XYZ=2", "exchange.EUR=1.1", "reach=3")
    words = [word for one in changes for word in ("--set", one)]
    ran = cli("whatif", fabric_cases("single").old, *words)
    assert (ran.code, ran.out) == (exit_codes.INVALID_INPUT, "")
    assert [name in ran.err for name in ("price.XYZ", "exchange.EUR", "reach")] == [True] * 3


def test_the_library_changes_any_plan(fabric_cases: Any, fabric_folder: Path) -> None:
    """The answer of the command, figures as columns, networks as rows of their own."""
    mixed = nf.whatif(fabric_cases("mixed").old, {"price.switch": ["+10%", "+20%"]})
    assert len(mixed) == 3
    first, second = mixed["bill_cost_difference"][1:]
    assert second == pytest.approx(2 * first, abs=0.02)
    assert len(mixed.networks) == 9
    assert mixed.answers[0].startswith("price.switch=+10%: total of the bill ")
    laid = nf.whatif(
        fabric_cases("lists").old,
        {"overhead": "+0.5"},
        catalogue=fabric_folder / "parts_cluster.toml",
        partial=True,
    )
    assert laid["total_cable_m_difference"][1] > 0


#: Figures of one network, which several together do not have.
OF_NETWORK = [key for key, figure in FIGURES.items() if figure.of_network]
PARTS = ROOT / "examples/catalogue/parts_800g.toml"


@cache
def compared(*plans: object) -> dict[str, Any]:
    """Return plans side by side, each by its file."""
    with redirect_stdout(io.StringIO()) as out:
        assert call("compare", *plans, "--json", "--quiet") == 0
    document: dict[str, Any] = json.loads(out.getvalue())
    return document | {"by_file": {one["file"]: one for one in document["candidates"]}}


def test_compare_begins_with_the_totals_of_every_fabric(fabric_case: FabricCase) -> None:
    """Metres, cables, devices, units, watts and the longest are those of devices and cables."""
    found = compared(fabric_case.old, fabric_case.new)
    for path in (fabric_case.old, fabric_case.new):
        fabric, figures = fabric_in(path), found["by_file"][str(path)]["figures"]
        whole = fabric_sums(fabric)[0]
        assert figures["all_cable_m"] == pytest.approx(metres(fabric))
        assert figures["cables"] == whole.cables.cables
        assert figures["longest_m"] == pytest.approx(whole.longest_mm / 1000)
        assert figures["devices"] == len(fabric.devices)
        assert (figures["rack_units"], figures["device_draw_w"]) == (whole.units, whole.watts)
    lengths = sorted((metres(fabric_in(path)), str(path)) for path in (fabric_case.old, fabric_case.new))
    shortest = found["by_file"][lengths[0][1]]["name"]
    more = f"{lengths[1][0] - lengths[0][0]:,.2f} m ("
    least = f"{shortest} has the least cable: {lengths[0][0]:,.2f} m; "
    if found["currency"]:
        least = f" Least cable: {shortest}, {lengths[0][0]:,.2f} m; "
    assert least in found["answer"]
    assert lengths[0][0] == lengths[1][0] or more in found["answer"]


def test_compare_has_the_money_of_each_order(cli: Any, fabric_case: FabricCase) -> None:
    """Parts are those of ``bom``, in all and network by network; without prices there is no money."""
    found = compared(fabric_case.old, fabric_case.new)
    if fabric_case.name in {"lists", "imported"}:
        assert (found["currency"], found["ranked_by"]) == ("", "all_cable_m")
        assert "records no prices" in found["unpriced"] or "record no prices" in found["unpriced"]
        assert {one["figures"]["parts_cost"] for one in found["candidates"]} == {None}
        assert found["candidates"][0]["figures"]["all_cable_m"] == pytest.approx(
            min(metres(fabric) for fabric in fabric_case.fabrics)
        )
        return
    for path in (fabric_case.old, fabric_case.new):
        bill, one = cli("bom", path, "--json").json(), found["by_file"][str(path)]
        assert one["figures"]["parts_cost"] == pytest.approx(bill["summary"]["parts_cost"])
        money = {network["name"]: network["cost"] for network in bill.get("networks", ())}
        watts = {network["name"]: network["power_w"] for network in bill.get("networks", ())}
        own = {network["name"]: network["figures"] for network in one["networks"]}
        assert {name: figures["parts_cost"] for name, figures in own.items()} == pytest.approx(money)
        drawn = {
            name: figures["power_with_servers_w"] or figures["network_power_w"]
            for name, figures in own.items()
        }
        assert drawn == pytest.approx(
            watts
        )  # adapters of the management network draw nothing by the catalogue
    totals = [one["figures"]["ownership_cost"] for one in found["candidates"]]
    assert totals == sorted(totals)


def test_compare_gives_what_is_of_one_network_under_its_name(fabric_case: FabricCase) -> None:
    """Of several networks the whole has no bisection or latency: each network has its own."""
    found = compared(fabric_case.old, fabric_case.new)
    for path, one in found["by_file"].items():
        placed = networks_of(load_any_plan(Path(path)))
        several = len(placed) > 1
        assert [network["name"] for network in one["networks"]] == (list(placed) if several else [])
        assert not several or {one["figures"][key] for key in OF_NETWORK} == {None}
        for network in one["networks"]:
            topology, figures = placed[network["name"]].topology, network["figures"]
            halved, joined = topology.routers > 1, len(topology.endpoint_switches) > 1
            assert (figures["bisection_links"] is not None) is halved
            assert figures["diameter"] == (distances(topology).diameter if joined else None)
            assert (figures["mean_latency_ns"] is not None) is joined
            assert (figures["mw_per_gbps"] is not None) is (halved and not found.get("unpriced"))


def test_every_blank_of_compare_has_its_reason(fabric_case: FabricCase) -> None:
    """A figure that another plan or network has is there, or a reason is."""
    found = compared(fabric_case.old, fabric_case.new)
    wholes, networks = found["candidates"], [own for one in found["candidates"] for own in one["networks"]]
    for rows in (wholes, networks):
        shown = {key for row in rows for key, value in row["figures"].items() if value is not None}
        for row in rows:
            lacking = {key for key in shown if row["figures"][key] is None}
            assert lacking <= {key for key, reason in row["blanks"].items() if reason}
            assert all(row["figures"][key] is None for key in row["blanks"])


@pytest.mark.usefixtures("here")
def test_the_files_of_compare_hold_every_network(cli: Any, fabric_case: FabricCase) -> None:
    """A line in CSV and a sheet of the workbook for each; page, Markdown and stored results show them."""
    files = ("--out", "out", "--results", "all.sqlite")
    document = cli("compare", fabric_case.old, fabric_case.new, *files, "--json").json()
    expected = [
        (one["rank"], name, figures)
        for one in document["candidates"]
        for name, figures in [
            ("", one["figures"]),
            *((own["name"], own["figures"]) for own in one["networks"]),
        ]
    ]
    rows = list(csv.DictReader(io.StringIO(Path("out/rows.csv").read_text())))
    assert [(int(row["rank"]), row["network_name"]) for row in rows] == [one[:2] for one in expected]
    for row, (_, _, figures) in zip(rows, expected, strict=True):
        assert {key: float(row[key]) for key in figures if row[key]} == {
            key: pytest.approx(value) for key, value in figures.items() if value is not None
        }
    names = {name for _, name, _ in expected if name}
    sheets = load_workbook("out/comparison.xlsx", read_only=True).sheetnames
    assert {f"Network {name}" for name in names} <= set(sheets)
    page = Path("out/report.html").read_text()
    assert all(f"Network {name}" in page for name in names)
    assert page.count("<svg") >= 2
    assert cli("report", "--from", "all.sqlite", "--format", "csv").out == Path("out/rows.csv").read_text()
    assert all(
        f"Network {name}" in cli("report", "--from", "all.sqlite", "--format", "md").out for name in names
    )


def test_a_formula_and_the_list_of_its_cables_cost_the_same(
    cli: Any, fabric_cases: Any, rated_list: Path
) -> None:
    """By the formula's own catalogue; devices of the list are in none, so cables alone are compared."""
    old = fabric_cases("single").old
    found = compared(old, rated_list, "--cage", "200=QSFP56")
    one, other = found["candidates"]
    for key in ("parts_cost", "ownership_cost", "all_cable_m", "cables", "devices", "copper_links"):
        assert one["figures"][key] == other["figures"][key], key
    assert "for cables and transceivers alone" in found["answer"]
    bill = cli("bom", old, "--json").json()
    of_cables = sum(
        part["extended_price"] for part in bill["parts"] if part["kind"] in {"DAC", "AOC", "AEC"}
    )
    assert one["figures"]["parts_cost"] == pytest.approx(of_cables)


def test_a_list_without_cages_is_no_bargain(fabric_cases: Any, rated_list: Path) -> None:
    """What has no part comes last with the reason and the remedy; metres are compared all the same."""
    found = compared(rated_list, fabric_cases("single").old)
    last = found["candidates"][-1]
    assert last["file"] == str(rated_list)
    assert "give cage 200=QSFP56" in last["not_purchasable"]
    assert last["figures"]["parts_cost"] is None
    assert "has as much" in found["answer"]


def test_compare_sets_one_kind_of_fabric_against_another(fabric_cases: Any) -> None:
    """One network, several and lists at once: each total is there, and networks under their names."""
    plans = [fabric_cases(name).old for name in ("single", "networks", "lists")]
    document = compared(*plans, "--catalogue", PARTS)
    names = {network["name"] for one in document["candidates"] for network in one["networks"]}
    assert names == {"compute", "storage", "fabric", "management"}
    lengths = [document["by_file"][str(path)]["figures"]["all_cable_m"] for path in plans]
    assert lengths == pytest.approx([metres(fabric_in(path)) for path in plans])


def test_the_answer_says_in_which_network_the_money_differs(fabric_cases: Any) -> None:
    """Of two plans with networks of the same names."""
    case = fabric_cases("networks")
    found = compare_plans([load_any_plan(case.old), load_any_plan(case.new)], CandidatesRequest())
    first, second = found.candidates
    figures = dict(second.networks[1].figures)
    figures["parts_cost"] = (first.networks[1].figures["parts_cost"] or 0) + 1234
    networks = (second.networks[0], replace(second.networks[1], figures=figures))
    said = answer(replace(found, candidates=(first, replace(second, networks=networks))))
    assert "storage +1,234 USD; the other network costs the same." in said
    assert "Parts by network" not in answer(found)


def test_a_cost_set_is_refused_for_several_networks(cli: Any, fabric_cases: Any) -> None:
    """It prices links of one rate; the plan in the way is named, and what to give instead."""
    case = fabric_cases("mixed")
    ran = cli("compare", case.old, case.new, "--cost-set", "slimfly-2014")
    assert (ran.code, ran.out) == (exit_codes.INVALID_INPUT, "")
    assert f"{case.old} has several networks; give --catalogue" in " ".join(ran.err.split())


def test_the_library_compares_every_fabric(fabric_case: FabricCase) -> None:
    """The same answer and figures as the command; networks are a table of their own."""
    found = nf.compare([fabric_case.old, str(fabric_case.new)])
    document = found.to_dict()
    assert found["all_cable_m"] == [one["figures"]["all_cable_m"] for one in document["candidates"]]
    rows = [(one["name"], own["name"]) for one in document["candidates"] for own in one["networks"]]
    assert [(row["plan"], row["name"]) for row in found.networks] == rows
    assert found.currency or "No money is compared" in found.answer


#: What each fabric of formulas grows to; the others grow by lists.
GROWN = {
    "single": ("circulant:10:1,3",),
    "networks": ("compute=leafspine:3,2,t=4", "storage=leafspine:3,1,t=4"),
    "mixed": ("storage=leafspine:4,1,t=4", "control=complete:3,endpoints=10"),
}


def grown_lists(fabric: Fabric) -> tuple[Path, Path]:
    """Write lists of a fabric without places, ports and ids, and a server more; return them."""
    files = Path("more-devices.csv"), Path("more-cables.csv")
    with files[0].open("w") as text:
        rows = [(one.name, one.kind, one.units, one.network) for one in fabric.devices]
        first = next(one.name for one in fabric.devices if one.kind == SWITCH)
        csv.writer(text).writerows(
            [("name", "kind", "height", "network"), *rows, ("added", "server", 1, "")]
        )
    with files[1].open("w") as text:
        ends = [(*(fabric.devices[end.device].name for end in one.ends), one.gbps) for one in fabric.cables]
        cables = [(a, "", b, "", "" if gbps is None else f"{gbps:g}G") for a, b, gbps in ends]
        csv.writer(text).writerows([("a", "port a", "b", "port b", "rate"), *cables])
        csv.writer(text).writerow((first, "", "added", "", "25G"))
    return files


@pytest.fixture
def grown(cli: Any, fabric_case: FabricCase, here: Path) -> tuple[FabricCase, Path, Any]:
    """Return a fabric, the plan that it grew to and what ``grow`` said."""
    new = GROWN.get(fabric_case.name) or grown_lists(fabric_in(fabric_case.old))
    effort = ("--iterations", 300) if fabric_case.name in GROWN else ()
    ran = cli("grow", fabric_case.old, *new, *effort, "--out", "grown.json", "--json")
    assert ran.code == 0, ran.err
    return fabric_case, here / "grown.json", ran.json()


class NamedCable(NamedTuple):
    """A cable by its id, and device, place and port of its ends."""

    id: str
    ends: tuple[tuple[str, str, str], ...]


def named_cables(fabric: Fabric) -> list[NamedCable]:
    """Return the cables of a fabric by the names of their devices."""
    names = [device.name for device in fabric.devices]
    return [
        NamedCable(
            one.id,
            tuple((names[end.device], fabric.whereabouts(end.device), end.port_text) for end in one.ends),
        )
        for one in fabric.cables
    ]


def labels(cli: Any, plan: Path, out: str) -> dict[tuple[str, str], tuple[str, str]]:
    """Return both lines of the label at each end of each cable."""
    assert cli("export", plan, "--to", "labels", "--out", out).code == 0
    rows = csv.DictReader(io.StringIO(Path(out, "labels.csv").read_text()))
    return {(row["CableID"], row["End"]): (row["Line1"], row["Line2"]) for row in rows}


def test_grow_keeps_names_places_ports_and_labels(cli: Any, grown: tuple[FabricCase, Path, Any]) -> None:
    """Counted from both plans; what stays has its label, and `verify` counts it again."""
    case, path, document = grown
    sides = fabric_in(case.old), fabric_in(path)
    places = [
        {one.name: (side.cabinet_name(number), one.height) for number, one in enumerate(side.devices)}
        for side in sides
    ]
    stay = sum(places[1].get(name) == place for name, place in places[0].items())
    devices, cables = (document["stays"][key] for key in ("devices", "cables"))
    assert (devices["stay"], devices["stay"] + devices["changed"]) == (
        stay,
        len(places[0].keys() & places[1].keys()),
    )
    assert devices["stay"] == len(places[0])  # nothing is in the way of anything here
    assert cables["stay"] + cables["changed"] + cables["added"] == len(sides[1].cables)
    before, after = (labels(cli, one, f"labels{n}") for n, one in enumerate((case.old, path)))
    ends = {frozenset(one.ends): one.id for one in named_cables(sides[0])}
    stays = {one.id for one in named_cables(sides[1]) if ends.get(frozenset(one.ends)) == one.id}
    assert len(stays) >= cables["stay"] > 0
    changed = [end for end, text in before.items() if end[0] in stays and after.get(end, text) != text]
    assert changed == []
    checked = cli("verify", path)
    assert checked.code == 0, checked.out


def test_a_false_account_of_growth_is_found(cli: Any, grown: tuple[FabricCase, Path, Any]) -> None:
    """One cable more that is said to stay than is laid alike in both plans."""
    _, path, _ = grown
    document = json.loads(path.read_text())
    document["grown"]["cables"]["stay"] += 1
    path.write_text(json.dumps(rehash(document)))
    ran = cli("verify", path)
    assert (ran.code, "grown.cables.stay" in ran.out) == (exit_codes.CHECK_FAILED, True)


def test_papers_since_have_what_changed_alone(cli: Any, grown: tuple[FabricCase, Path, Any]) -> None:
    """First line what to do and how many; a label for each end that is new or says something else."""
    case, path, document = grown
    ran = cli("papers", path, "--since", case.old, "--out", "papers", "--json")
    assert ran.code == 0, ran.err
    changes, cables = ran.json()["changes"], document["stays"]["cables"]
    assert (changes["cables"]["new"], changes["cables"]["gone"]) == (cables["added"], cables["removed"])
    assert sum(changes["cables"].values()) == sum(cables[key] for key in ("added", "removed", "changed"))
    before, after = (labels(cli, one, f"labels{n}") for n, one in enumerate((case.old, path)))
    assert changes["labels"] == sum(before.get(end) != text for end, text in after.items())
    written = {one["file"] for one in ran.json()["papers"]}
    assert written == {one.name for one in Path("papers").glob("*.pdf")}
    assert {"changes.pdf", "pull-rows.pdf", "ports.pdf", "labels.pdf"} <= written
    said = cli("papers", path, "--since", case.old, "--out", "papers", "--force").out
    assert said.splitlines()[0] == changes["summary"]
    none = cli("papers", path, "--since", path, "--out", "none", "--json").json()
    assert none["changes"]["summary"].endswith("nothing to do; everything else stays.")


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
