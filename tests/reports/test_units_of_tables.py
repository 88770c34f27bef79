"""Tables of pages, workbooks and CSV files hold their numbers in the unit that the heading names."""

import csv
import json
import re
import shutil
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from netfloor.reports.formats.csv_text import table_csv
from netfloor.reports.formats.table import Column, Table, length_column, money_column, text_column
from tests.plans.forge.kinds import ROOM
from tests.studies.hall_plan.test_networks import REQUEST, call

ROOT = Path(__file__).parents[2]
CATALOGUE = ROOT / "examples/catalogue/parts_800g.toml"
ONE = """
room = "room.toml"
catalogue = "parts_800g.toml"
ownership = "own.toml"
[network]
spec = "complete:3"
endpoints = 2
gbps = 400
[servers]
per_cabinet = 2
[layout]
iterations = 1000
[parts]
server = "EX-GPU8-AIR"
spares = ["3%"]
"""
#: A heading, a number below it, and where both are.
_Cell = tuple[str, float, str]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with what commands write of plans of one network and of several."""
    folder = tmp_path_factory.mktemp("units")
    shutil.copy(CATALOGUE, folder)
    terms = (ROOT / "netfloor/starter_files/ownership.toml").read_text()
    (folder / "own.toml").write_text(terms.replace('"EUR"', '"USD"', 1))
    (folder / "room.toml").write_text(ROOM)
    for name, request in (("several", REQUEST), ("one", ONE), ("other", ONE.replace(":3", ":4"))):
        (folder / f"{name}.toml").write_text(request)
        assert call("plan", folder / f"{name}.toml", "--out", folder / name, "--quiet") == 0
    one, other = folder / "one/plan.json", folder / "other/plan.json"
    owned = ("--catalogue", folder / "one/parts_800g.toml")
    assert call("compare", one, other, *owned, "--out", folder / "compared", "--quiet") == 0
    assert call("diff", one, other, "--html", folder / "diff.html") in (0, 1)
    swept = ("--sweep", "price.switch=1,2", "--html", folder / "whatif.html")
    assert call("whatif", one, *swept, "--csv", folder / "whatif.csv") == 0
    return folder


def _number(text: object) -> float | None:
    """Return the number that a cell begins with, None of a text."""
    if isinstance(text, int | float):
        return float(text)
    found = re.match(r"[+-]?[\d,]*\.?\d+", str(text or "").strip())
    return float(found[0].replace(",", "")) if found else None


def _grids(folder: Path) -> Iterator[tuple[str, list[list[Any]]]]:
    """Yield every table below a folder, its headings first."""
    for path in sorted(folder.rglob("*.html")):
        page = re.sub(r'<span class="detail">.*?</span>', "", path.read_text())
        for table in re.findall(r"<table>(.*?)</table>", page, re.DOTALL):
            rows = [
                re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)
                for row in re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)
            ]
            caption = re.findall(r"<caption><span>(.*?)</span></caption>", table)[0]
            yield f"{path}: {caption}", [[unescape(cell).strip() for cell in row] for row in rows]
    for path in sorted(folder.rglob("*.csv")):
        with path.open() as file:
            yield str(path), list(csv.reader(file))
    for path in sorted(folder.rglob("*.xlsx")):
        for sheet in load_workbook(path, data_only=True).worksheets:
            yield f"{path}: {sheet.title}", [list(row) for row in sheet.iter_rows(values_only=True)]


def _cells(folder: Path) -> Iterator[_Cell]:
    """Yield every number with the heading of its column, and where rows have the units that of its row."""
    for where, (heads, *rows) in _grids(folder):
        for row in rows:
            for head, cell in list(zip(heads, row, strict=False))[1:]:
                number = _number(cell)
                if number is not None:
                    yield f"{row[0]} {'' if head is None else head}", number, where


def test_no_cell_is_larger_than_all_that_the_plan_has(folder: Path) -> None:
    """Metres, money and watts of a cell are within the plan's in JSON: none is in mm or cents."""
    seen: dict[str, int] = {}
    for place in ("several", "one"):
        bom = json.loads((folder / place / "bom.json").read_text())
        money = bom["summary"]
        most = {
            "m": max(money["routed_m"], money["ordered_m"]),
            bom["currency"]: 3 * money["total_cost"],  # with the cost of some years
            "W": money["power_w"],
        }
        for head, number, where in _cells(folder / place):
            unit = next((one for one in most if f"({one})" in head), None)
            if unit is not None and "Limit" not in head:
                assert number <= 1.001 * most[unit], (where, head)
                seen[unit] = seen.get(unit, 0) + 1
    assert all(count > 20 for count in seen.values()), seen
    assert len(seen) == 3


def test_the_networks_of_the_page_are_those_of_the_json(folder: Path) -> None:
    """Money, metres and watts of each network are those of bom.json, in the unit of the heading."""
    bom = json.loads((folder / "several/bom.json").read_text())
    [(_, rows)] = [one for one in _grids(folder / "several") if one[0].endswith("report.html: Networks")]
    shown = {row[0]: [_number(cell) for cell in row[1:]] for row in rows}
    for head, key in (("Money (USD)", "cost"), ("Routed (m)", "routed_m"), ("Power (W)", "power_w")):
        assert shown[head] == pytest.approx([one[key] for one in bom["networks"]], abs=0.05)


def test_tables_of_two_plans_have_their_units(folder: Path) -> None:
    """Beside each other, changed and compared, plans have no figure above a thousandth part of raw ones."""
    compared = json.loads((folder / "compared/comparison.json").read_text())
    figures = [one["figures"] for one in compared["candidates"]]
    most = {
        "m": sum(one["all_cable_m"] for one in figures),
        "USD": max(one["parts_cost"] for one in figures),
        "W": max(one["power_with_servers_w"] for one in figures),
    }
    seen = 0
    for head, number, where in _cells(folder):
        if "compared" not in where and not where.partition(":")[0].endswith(("diff.html", "whatif.html")):
            continue
        unit = next((one for one in most if re.search(rf"\({one}\)|\b{one}$", head)), None)
        if unit is not None:
            assert abs(number) <= 3 * most[unit], (where, head)
            seen += 1
    assert seen > 40


def test_all_formats_convert_a_figure_alike() -> None:
    """One length in mm and one price in cents: people, CSV and sums have them in m and money."""
    table = Table(
        "t",
        (text_column("x"), length_column("l"), money_column("p", "EUR", total=True)),
        [("a", 23678289, 363987680)],
    )
    assert [cell.text for cell in table.cells[0]] == ["a", "23,678.3", "3,639,876.80"]
    assert table_csv(table).splitlines()[1] == "a,23678.289,3639876.80"
    assert [float(one) for one in table.totals().values()] == [3639876.8]
    assert [row[1].text for row in table.turned().cells] == ["23,678.3", "3,639,876.80"]
    assert table.turned().heads == ("x", "a")


def test_significant_digits_end_without_zeros() -> None:
    """A form of significant digits shows an exact number without the zeros of its unit."""
    watts = Column("power\n", "W", decimals=3, form="g")
    assert [watts.text(value) for value in (12_500, 20_000, None)] == ["12.5", "20", "-"]


def test_a_page_has_one_line_a_heading_and_a_text() -> None:
    """Line breaks of a terminal's headings become blanks, and texts of files cannot break a line."""
    table = Table("t", ("name", money_column("unit\nprice\n", "EUR")), [("a\nb\x1b", 99)])
    assert table.texts()[0] == ("name", "unit\nprice\n(EUR)")
    page = table.for_page()
    assert page.heads == ("Name", "Unit price (EUR)")
    assert page.rows[0][0] == "a b\N{REPLACEMENT CHARACTER}"
