"""Every command on five fabrics: one formula, several networks, mixed rates, lists, an import."""

import csv
import io
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from defusedxml.ElementTree import fromstring

from netfloor import exit_codes
from netfloor.fabric.fabric import PDU, SERVER, SWITCH, Fabric
from netfloor.plans.alignment import PricedFabric
from netfloor.plans.diff import diff_fabrics
from netfloor.plans.load import load_any_plan
from netfloor.reports.diff.table import changes_table
from tests.fixtures.commands import rehash
from tests.fixtures.fabrics import (
    FABRICS,
    FabricCase,
    built_list,
    cable_rows,
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
def as_list(cli: Any, fabric_cases: Any, fabric_folder: Path) -> tuple[Path, Path]:
    """Return the plan of one formula, and the plan of lists that hold its devices and cables."""
    del cli
    old = fabric_cases("single").old
    fabric = fabric_in(old)
    devices = [
        (device.name, device.kind, fabric.cabinet_name(number), device.unit, device.units)
        for number, device in enumerate(fabric.devices)
    ]
    texts = []
    for heads, rows in (
        (("name", "kind", "rack", "unit", "height"), devices),
        (("a", "port a", "b", "port b"), cable_rows(fabric)),
    ):
        text = io.StringIO()
        csv.writer(text).writerows([heads, *rows])
        texts.append(text.getvalue())
    new = fabric_folder / "as-list" / "plan.json"
    return old, new if new.exists() else lay_lists(fabric_folder, "as-list", *texts)


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


@pytest.mark.parametrize("name", FABRICS)
def test_explain_suggests_the_nearest_names(cli: Any, fabric_cases: Any, name: str) -> None:
    """A name with a letter too many is refused with the name that was meant."""
    case = fabric_cases(name)
    cabinet = fabric_in(case.new).cabinets[0].name
    ran = cli("explain", case.new, f"{cabinet}x")
    assert (ran.code, ran.out) == (exit_codes.INVALID_INPUT, "")
    assert f"did you mean {cabinet}" in ran.err


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
