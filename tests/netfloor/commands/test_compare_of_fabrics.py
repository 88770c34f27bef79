"""``compare`` of five fabrics: totals first, then network by network."""

import csv
import io
import json
from contextlib import redirect_stdout
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

import netfloor as nf
from netfloor.plans.load import load_any_plan
from netfloor.plans.networks import networks_of
from netfloor.plans.sums import fabric_sums
from netfloor.reports.candidates.answer import answer
from netfloor.reports.figures.table import FIGURES
from netfloor.structure.hops.distances import distances
from netfloor.studies.candidates.run import CandidatesRequest, compare_plans
from tests.fixtures.fabrics import (
    ROOT,
    FabricCase,
    call,
    fabric_in,
    listed_anew,
    metres,
)


@pytest.fixture
def rated_list(fabric_cases: Any, fabric_folder: Path) -> Path:
    """Return the plan of lists that hold the devices and cables of one formula, with their rate."""
    return listed_anew(fabric_in(fabric_cases("single").old), fabric_folder, "rated-list", "200G")


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
    totals = [one["figures"]["parts_cost"] for one in found["candidates"]]
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


def test_prices_by_formula_are_of_several_networks_too(cli: Any, fabric_cases: Any) -> None:
    """Each link at its own rate: the networks' shares are the whole, but for links that join two."""
    case = fabric_cases("mixed")
    ran = cli("compare", case.old, case.new, "--catalogue", "slimfly-2014", "--json")
    assert ran.code == 0, ran.err
    document = ran.json()
    assert "academic set slimfly-2014" in document["prices"]["text"]
    for plan in document["candidates"]:
        shares = [one["figures"]["parts_cost"] for one in plan["networks"]]
        assert min(shares) > 0
        assert sum(shares) <= plan["figures"]["parts_cost"]


def test_the_library_compares_every_fabric(fabric_case: FabricCase) -> None:
    """The same answer and figures as the command; networks are a table of their own."""
    found = nf.compare([fabric_case.old, str(fabric_case.new)])
    document = found.to_dict()
    assert found["all_cable_m"] == [one["figures"]["all_cable_m"] for one in document["candidates"]]
    rows = [(one["name"], own["name"]) for one in document["candidates"] for own in one["networks"]]
    assert [(row["plan"], row["name"]) for row in found.networks] == rows
    assert found.currency or "Costs are not compared" in found.answer
