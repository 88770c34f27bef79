"""Warnings of a plan: the same on its page, workbook, bill, terminal and beside other plans."""

import json
import re
import shutil
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from netfloor.exit_codes import CHECK_FAILED
from netfloor.plans.load import load_plan
from netfloor.plans.order.parts_list import parts_list
from netfloor.plans.order.terms import planned_order
from netfloor.plans.order.trays import recorded_tray_fill
from netfloor.plans.order.warnings import overfull_trays, plan_warnings
from tests.plans.forge.kinds import ROOM
from tests.studies.hall_plan.test_networks import call

EXAMPLES = Path(__file__).parents[3] / "examples/catalogue"
REQUEST = """
title = "{title}"
room = "room.toml"
catalogue = "parts.toml"
ownership = "own.toml"
[network]
spec = "complete:{switches}"
endpoints = 2
gbps = 400
[servers]
per_cabinet = 2
[layout]
iterations = 1000
[parts]
server = "EX-GPU8-AIR"
[trays]
electrical_mm2 = 75
optical_mm2 = 70
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with two plans in a hall whose tray holds one cable, and both side by side."""
    folder = tmp_path_factory.mktemp("warnings")
    catalogue = (EXAMPLES / "parts_800g.toml").read_text()
    dark = re.sub(
        r'(part = "EX-GPU8-AIR".*?power_w = )[\d_.]+', r"\g<1>0", catalogue, count=1, flags=re.DOTALL
    )
    assert dark != catalogue
    (folder / "parts.toml").write_text(dark)
    shutil.copy(EXAMPLES.parents[1] / "netfloor/starter_files/ownership.toml", folder / "own.toml")
    terms = (folder / "own.toml").read_text()
    (folder / "own.toml").write_text(terms.replace('"EUR"', '"USD"', 1))
    (folder / "room.toml").write_text(ROOM.replace("access_m = 2", "access_m = 2, capacity_mm2 = 100"))
    for name, switches in (("a", 3), ("b", 4)):
        (folder / f"{name}.toml").write_text(REQUEST.format(title=f"Offer {name}", switches=switches))
        assert call("plan", folder / f"{name}.toml", "--out", folder / name, "--quiet") == CHECK_FAILED
    plans = folder / "a/plan.json", folder / "b/plan.json"
    own = ("--ownership", folder / "own.toml")
    assert call("compare", *plans, *own, "--out", folder / "both", "--quiet") == 0
    return folder


def _document(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text())
    return found


@pytest.mark.parametrize("command", ["bom", "compare"])
def test_an_order_of_the_network_alone_counts_its_own_cables_in_the_trays(
    folder: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The plan places servers, the order leaves them out: the trays hold the 3 links of 3 switches."""
    plan = load_plan(folder / "a/plan.json")
    file, _, terms = planned_order(plan)
    alone = replace(terms, network_only=True)
    fill = recorded_tray_fill(parts_list(plan, file, alone))
    assert fill is not None
    assert fill.cables.max() <= 3
    catalogue = ("--catalogue", file) if command == "bom" else ()
    plans = (folder / "a/plan.json", folder / "b/plan.json")[: 1 if command == "bom" else 2]
    assert call(command, *plans, *catalogue, "--network-only", "--json") == 0
    document = json.loads(capsys.readouterr().out)
    assert "server_cost" not in document or not document["server_cost"]


def test_a_plan_file_knows_its_own_warnings(folder: Path) -> None:
    """Trays by the cross-sections that the plan records, prices, watts: each by its count."""
    plan = load_plan(folder / "a/plan.json")
    file, _, terms = planned_order(plan)
    parts = parts_list(plan, file, terms)
    fill = recorded_tray_fill(parts)
    assert fill is not None
    assert fill.used_mm2.max() % 70 == 0  # optical cables alone are in trays, 70 mm2 each
    lines = parts.bom.lines
    doubtful = [line for line in lines if line.sku.buying.price_from.trust in ("example", "unverified")]
    share = sum(line.purchase.total_cents for line in doubtful) / parts.bom.net_cents
    warnings = plan_warnings(parts)
    assert warnings == plan_warnings(parts, fill)
    trays, prices = warnings[:2]
    assert trays.startswith(f"Overfull trays: {len(fill.overfull)} of {len(fill.cables)} segments")
    assert f"{fill.used_mm2.max():,.0f} % of its capacity" in trays
    assert prices.startswith(f"EXAMPLE prices for {len(doubtful)} of {len(lines)} part numbers")
    assert f"{100 * share:.0f} % of the cost of parts" in prices
    assert any(text.startswith("No watts") and "EX-GPU8-AIR" in text for text in warnings)


def test_nobody_is_told_to_lead_cables_around_who_does(folder: Path) -> None:
    """The advice is for plans without detours; the trays of both are overfull."""
    plan = load_plan(folder / "a/plan.json")
    file, _, terms = planned_order(plan)
    parts = parts_list(plan, file, terms)
    led = replace(parts, plan=replace(plan, detours={0: ("optical", 100_000)}))
    fill = recorded_tray_fill(parts)
    assert "reroute = true" in plan_warnings(parts, fill)[0]
    assert plan_warnings(led, fill)[0].startswith("Overfull trays")
    assert not any("reroute" in text for text in plan_warnings(led, fill))


@pytest.mark.parametrize("unsure", [0, 1])
def test_a_cost_of_ownership_says_how_many_of_its_figures_are_unverified(
    unsure: int, folder: Path, cli: Any
) -> None:
    """Not that all of them are, where one is; nothing where none is."""
    text = (folder / "own.toml").read_text()
    read = 'source = "our own"\ntrust = "read"\n'
    text = text.replace("currency =", f"{read}currency =", 1)
    one = '{ value = 1.4, source = "a guess", year = 2025, trust = "unverified" }'
    text = re.sub(r"(?m)^pue = .*$", f"pue = {one if unsure else 1.4}", text)
    (folder / f"own{unsure}.toml").write_text(text)
    found = cli("bom", folder / "a/plan.json", "--ownership", folder / f"own{unsure}.toml", "--json").json()
    assert sum(row["trust"] == "unverified" for row in found["ownership"]["assumptions"]) == unsure
    told = [text for text in found["warnings"] if "cost of ownership" in text]
    assert len(told) == unsure
    assert all(f"depends on UNVERIFIED figures: {unsure} of " in text for text in told)


def test_every_paper_of_a_plan_begins_with_its_warnings(folder: Path, cli: Any) -> None:
    """Page, workbook, its CSV, JSON, the terminal and a comparison have all of them."""
    plan = load_plan(folder / "a/plan.json")
    file, _, terms = planned_order(plan)
    warnings = plan_warnings(parts_list(plan, file, terms))
    assert len(warnings) >= 3
    document = _document(folder / "a/bom.json")
    assert tuple(document["warnings"][: len(warnings)]) == warnings
    page = unescape((folder / "a/report.html").read_text())
    head, compared = page[: page.index("<dl")], unescape((folder / "both/report.html").read_text())
    csv = (folder / "a/bom-summary.csv").read_text()
    out = cli("bom", folder / "a/plan.json").out
    books = [load_workbook(folder / name).worksheets[0] for name in ("a/bom.xlsx", "both/comparison.xlsx")]
    sheets = [[row[0] for row in book.iter_rows(values_only=True)] for book in books]
    for text in warnings:
        assert text in head
        assert text in csv
        assert text in out[: out.index("\nnetwork parts")]
        assert text in sheets[0]
        assert f"Offer a: {text}" in sheets[1]
        assert f"Offer a: {text}" in compared[: compared.index("<dl")]


def test_a_comparison_says_how_much_of_its_money_has_no_source(folder: Path) -> None:
    """Unsourced parts, and all that unverified terms add, over the whole cost: on the first page."""
    found = _document(folder / "both/comparison.json")
    assert any(row["trust"] == "unverified" for row in found["assumptions"])
    shares = []
    for one in found["candidates"]:
        doubtful = sum(
            row["cost"][one["name"]] for row in found["parts"] if row["trust"] in ("example", "unverified")
        )
        parts = sum(row["cost"][one["name"]] for row in found["parts"])
        total = one["figures"]["ownership_cost"]
        shares.append((doubtful + total - parts) / total)
        assert one["figures"]["unsourced_share"] == pytest.approx(shares[-1])
    page = (folder / "both/report.html").read_text()
    spans = {f"{100 * share:.0f} %" for share in shares}
    assert all(span in page[: page.index("<dl")] for span in spans)
    assert found["answer"].count("depends on figures without a source") == 1


def test_plans_side_by_side_are_called_by_their_titles(folder: Path) -> None:
    """Neither file nor network stands where a title does; capital and order total are both named."""
    found = _document(folder / "both/comparison.json")
    assert sorted(one["name"] for one in found["candidates"]) == ["Offer a", "Offer b"]
    for one in found["candidates"]:
        bill = _document(folder / one["name"][-1] / "bom.json")["summary"]
        figures = one["figures"]
        assert figures["bill_cost"] == bill["total_cost"]
        assert figures["capital_cost"] == pytest.approx(bill["parts_cost"] + figures["works_cost"])
    assert "parts with spares, and works" in (folder / "both/report.html").read_text()


@pytest.mark.parametrize("percent", [0, 19])
def test_taxes_are_named_where_there_are_any(percent: float, folder: Path, cli: Any) -> None:
    """Without taxes neither the total says that they are in it nor a line has them."""
    there = folder / f"tax{percent}"
    there.mkdir()
    parts = re.sub(r"tax_percent = .*", "", (folder / "parts.toml").read_text())
    head, tables = parts.split("\n[", 1)
    (there / "parts.toml").write_text(f"{head}\ntax_percent = {percent}\n[{tables}")
    for name in ("a.toml", "room.toml", "own.toml"):
        shutil.copy(folder / name, there)
    out = cli("plan", there / "a.toml", "--out", there / "out").out
    page = (there / "out/report.html").read_text()
    assert ("19 % taxes" in out) is bool(percent)
    assert ("19 % taxes included" in page) is bool(percent)
    assert ("Sum with taxes" in page) is bool(percent)
    assert ("no taxes" in page) is not bool(percent)


def test_installers_sheets_say_that_trays_are_overfull(folder: Path, cli: Any) -> None:
    """Every page that is pulled by does, and so do the notes of papers and of exported pull sheets."""
    plan = load_plan(folder / "a/plan.json")
    file, _, terms = planned_order(plan)
    state = overfull_trays(parts_list(plan, file, terms))
    assert state.startswith("Overfull trays: ")
    papers = ("papers", folder / "a/plan.json", "--only", "pull-rows", "--out", folder / "papers", "--json")
    notes = cli(*papers).json()["notes"]
    assert notes[0].startswith(state)
    for page in PdfReader(folder / "papers/pull-rows.pdf").pages:
        assert state in page.extract_text()
    export = ("export", folder / "a/plan.json", "--to", "pull-sheets", "--out", folder / "sheets", "--json")
    assert any(note.startswith(state) for note in cli(*export).json()["notes"])
