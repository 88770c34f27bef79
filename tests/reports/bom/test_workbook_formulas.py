"""The workbook reckons as we do: read by a spreadsheet program, its formulas come to our cents."""

import csv
import shutil
import subprocess
from collections.abc import Callable
from fractions import Fraction
from math import floor
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

Cli = Callable[..., Any]
CATALOGUE = Path(__file__).parents[3] / "examples/catalogue/parts_200g.toml"
OFFICE = shutil.which("soffice")
#: A second list: a shorter cable for less, and freight below a value.
SOUTH = """
schema = 1
title = "south"
currency = "USD"
price_date = 2026-11-01

[[suppliers]]
name = "south"
min_order_value = 100
freight = 49.5
freight_free_from = 100000

[[cables]]
name = "DAC of the south"
kind = "DAC"
gbps = 200
connector_a = "QSFP56"
connector_b = "QSFP56"
reach_m = 3
lengths = [{ length_m = 3, part = "S-3", price = 1.5 }]
"""


@pytest.fixture
def bill(cli: Cli, here: Path) -> dict[str, Any]:
    """Return the bill of a small plan with spares, taxes and two suppliers, its workbook beside it."""
    catalogue = here / "parts.toml"
    text = CATALOGUE.read_text().replace("schema = 1", "schema = 1\ntax_percent = 19.0", 1)
    switch = 'part = "EX-SW-40"'
    text = text.replace(switch, f'{switch}\nsupplier = "Switches & Co"\nmaker_part = "MK-40"')
    text = text.replace('part = "EX-NIC-200"', 'part = "EX-NIC-200"\nowned = 5000')  # none is bought
    catalogue.write_text(text)
    (here / "parts_200g_cables.csv").write_text(CATALOGUE.with_name("parts_200g_cables.csv").read_text())
    plan = ("layout", "slimfly:3", "--endpoints", "3", "--gbps", "200", "--iterations", "2000")
    assert cli(*plan, "--seed", "5", "--workers", "1").code == 0
    ran = cli(
        "bom", "plan.json", "--catalogue", "parts.toml", "--xlsx", "b.xlsx", "--spares", "3%", "--json"
    )
    assert ran.code == 0, ran.err
    document: dict[str, Any] = ran.json()
    assert document["summary"]["tax_cost"] > 0
    return document


def converted(path: Path, folder: Path, ending: str) -> None:
    """Let a spreadsheet program work a file out and write it again."""
    assert OFFICE is not None
    command = [OFFICE, f"-env:UserInstallation=file://{path.parent}/profile", "--headless"]
    subprocess.run(  # noqa: S603 - our own file
        [*command, "--convert-to", ending, "--outdir", str(folder), str(path)],
        check=True,
        capture_output=True,
        timeout=300,
    )


def summary_of(path: Path) -> dict[str, float]:
    """Return the amounts of a workbook's summary, its first sheet, worked out by a spreadsheet program."""
    converted(path, path.parent, "csv")
    with path.with_suffix(".csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    return {row[0]: float(row[1].replace(",", "")) for row in rows[1:] if row[1]}


def test_each_supplier_has_an_order_and_the_orders_are_the_bill(bill: dict[str, Any], here: Path) -> None:
    """Parts without a supplier stand in the last order, and no part is in two or none.

    A part of which nothing is bought stands there too, so that a changed quantity reaches its order.
    """
    book = load_workbook(here / "b.xlsx", data_only=True)
    orders = [name for name in book.sheetnames if name.startswith("Order")]
    assert orders == ["Order Switches & Co", "Order, supplier not named"]
    rows = [row for name in orders for row in book[name].iter_rows(min_row=2, values_only=True)]
    ordered = {
        row[0] for row in rows if row[0] not in {"Total", None} and row[2:] != (None,) * len(row[2:])
    }
    assert [part["part"] for part in bill["parts"] if not part["to_buy"]] == ["EX-NIC-200"]
    assert ordered == {part["part"] for part in bill["parts"]}
    heads = [cell.value for cell in book[orders[0]][1]]
    assert book[orders[0]].cell(2, heads.index("supplier") + 1).value == "Switches & Co"
    totals = [next(cell for cell in row[3:] if cell) for row in rows if row[0] == "Total"]
    assert sum(totals) == pytest.approx(bill["summary"]["parts_cost"], abs=1e-6)


def test_the_makers_part_number_stands_beside_the_suppliers(bill: dict[str, Any], here: Path) -> None:
    """In JSON, among all parts and in the order of its supplier; other orders lack the column."""
    assert {one["part"]: one["maker_part"] for one in bill["parts"] if one["maker_part"]} == {
        "EX-SW-40": "MK-40"
    }
    book = load_workbook(here / "b.xlsx", data_only=True)
    for name, is_there in (
        ("Parts", True),
        ("Order Switches & Co", True),
        ("Order, supplier not named", False),
    ):
        heads = [cell.value for cell in book[name][1]]
        assert ("maker's part" in heads) == is_there
        if is_there:
            rows = book[name].iter_rows(min_row=2, values_only=True)
            assert ("EX-SW-40", "MK-40") in {(row[0], row[heads.index("maker's part")]) for row in rows}


@pytest.mark.usefixtures("bill")
def test_an_unknown_tax_rate_is_told(here: Path, cli: Cli) -> None:
    """Beside a stated one: in the first lines, never as a rate of 0, and in the order's cell."""
    (here / "south.toml").write_text(SOUTH)
    command = ("bom", "plan.json", "--catalogue", "parts.toml", "--catalogue", "south.toml")
    document = cli(*command, "--json").json()
    assert {one["supplier"]: one["tax_percent"] for one in document["orders"]}["south"] is None
    assert document["summary"]["tax_percents"] == [19.0]
    assert document["summary"]["suppliers_of_unknown_taxes"] == ["south"]
    assert any("taxes of south" in text for text in document["warnings"])
    text = " ".join(cli(*command).out.split())
    assert "19 % taxes (none of south: rate unknown)" in text


@pytest.mark.usefixtures("bill")
def test_an_unknown_tax_rate_of_laying_is_told(here: Path, cli: Cli) -> None:
    """Only the other list states one: the total names laying, and no rate of 0."""
    laid = "laying = { inside_cabinet = 1, between_cabinets = 2 }"
    parts = (here / "parts.toml").read_text().replace("tax_percent = 19.0", laid)
    (here / "parts.toml").write_text(parts)
    (here / "south.toml").write_text(SOUTH.replace("schema = 1", "schema = 1\ntax_percent = 7.0"))
    command = ("bom", "plan.json", "--catalogue", "parts.toml", "--catalogue", "south.toml")
    document = cli(*command, "--json").json()
    assert document["summary"]["laying_cost"] > 0
    assert document["summary"]["tax_percents"] == [7.0]
    assert document["summary"]["laying_of_unknown_taxes"] is True
    assert any("taxes of laying, on" in text for text in document["warnings"])
    text = " ".join(cli(*command).out.split())
    assert "7 % taxes (none of" in text
    assert "laying: rate unknown)" in text


@pytest.mark.usefixtures("bill")
def test_each_order_has_the_taxes_of_its_list(here: Path, cli: Cli) -> None:
    """Of lists with 19 and 7 % each supplier's goods and freight are taxed at its own, rounded once."""
    (here / "south.toml").write_text(SOUTH.replace("schema = 1", "schema = 1\ntax_percent = 7.0"))
    ran = cli(
        *("bom", "plan.json", "--catalogue", "parts.toml", "--catalogue", "south.toml"),
        *("--xlsx", "two.xlsx", "--json"),
    )
    assert ran.code == 0, ran.err
    document = ran.json()
    percents = {one["supplier"]: one["tax_percent"] for one in document["orders"]}
    assert percents == {"Switches & Co": 19.0, "parts": 19.0, "south": 7.0}
    assert document["summary"]["tax_percents"] == [7.0, 19.0]
    assert document["summary"]["tax_percent"] is None
    taxes = sum(
        Fraction(str(one["total"])) * Fraction(percents[one["supplier"]]) for one in document["orders"]
    )
    assert document["summary"]["tax_cost"] == float(floor(taxes + Fraction(1, 2)) / Fraction(100))
    formulas = [row[1] for row in load_workbook(here / "two.xlsx")["Summary"].values if row[0] == "Taxes"]
    assert formulas == ["=ROUND((SUMPRODUCT(Suppliers!I2:I4, Suppliers!J2:J4)) / 100, 2)"]


def test_every_page_says_what_it_is_of(bill: dict[str, Any], here: Path) -> None:
    """Title, plan and page of all stand at the foot; the heads are repeated, and the page is A4 across."""
    book = load_workbook(here / "b.xlsx")
    digest = next(iter(bill["report"]["plans"].values()))
    for page in book:
        assert digest[:12] in page.oddFooter.left.text
        assert page.oddFooter.right.text == "Page &P of &N"
        assert (page.page_setup.orientation, page.page_setup.paperSize) == ("landscape", 9)
        assert page.print_title_rows == "$1:$1"
        assert page.print_area
        for column in page.iter_cols(min_row=2):
            assert any(cell.value not in {None, ""} for cell in column), (page.title, column[0])


@pytest.mark.nightly
@pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not there")
@pytest.mark.usefixtures("bill")
def test_a_spreadsheet_works_out_every_formula_as_we_do(here: Path, cli: Cli) -> None:
    """Of a bill over two lists, with freight and taxes, every formula of every sheet comes to our value."""
    (here / "south.toml").write_text(SOUTH)
    ran = cli(
        *("bom", "plan.json", "--catalogue", "parts.toml", "--catalogue", "south.toml", "--json"),
        *("--spares", "3%", "--xlsx", "two.xlsx"),
    )
    assert ran.code == 0, ran.err
    freight = {one["supplier"]: one["freight"] for one in ran.json()["orders"]}
    assert freight["south"] == 49.5
    assert set(freight) == {"south", "parts", "Switches & Co"}
    ours = load_workbook(here / "two.xlsx", data_only=True)
    book = load_workbook(here / "two.xlsx")
    book.save(here / "bare.xlsx")  # without values: all is worked out anew
    converted(here / "bare.xlsx", here / "worked", "xlsx")
    theirs = load_workbook(here / "worked/bare.xlsx", data_only=True)
    formulas = [
        (sheet.title, cell.coordinate)
        for sheet in book
        for row in sheet
        for cell in row
        if cell.data_type == "f"
    ]
    assert {sheet for sheet, _ in formulas} >= {"Summary", "Suppliers", "Parts", "Order south"}
    assert len(formulas) > 50
    for sheet, place in formulas:
        assert theirs[sheet][place].value == pytest.approx(ours[sheet][place].value, abs=1e-6), (
            sheet,
            place,
        )


@pytest.mark.nightly
@pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not there")
def test_a_spreadsheet_works_out_our_cents(bill: dict[str, Any], here: Path) -> None:
    """Recalculated, the sums are ours to the cent; a changed price and tax change them as they should."""
    book = load_workbook(here / "b.xlsx")  # its values are dropped when it is saved: all is worked out anew
    del book["Warnings"]
    book.save(here / "again.xlsx")
    money, found = bill["summary"], summary_of(here / "again.xlsx")
    assert found["Parts, before taxes"] == money["parts_cost"]
    assert found["Taxes"] == money["tax_cost"]
    assert found["Sum with taxes"] == money["total_cost"]
    assert (found["Network"], found["Servers"]) == (money["network_cost"], money["server_cost"])
    heads = [cell.value for cell in book["Parts"][1]]
    part = bill["parts"][0]
    book["Parts"].cell(2, heads.index("unit price (USD)") + 1).value = part["unit_price"] + 1.25
    taxes = next(row[0].row for row in book["Summary"].iter_rows() if row[0].value == "Taxes")
    book["Summary"].cell(taxes, 4).value = 0
    book.save(here / "changed.xlsx")
    changed = summary_of(here / "changed.xlsx")
    assert changed["Parts, before taxes"] == round(money["parts_cost"] + 1.25 * part["to_buy"], 2)
    assert changed["Taxes"] == 0
