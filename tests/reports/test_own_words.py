"""Names of parts, titles and citations of a user's files are shown as they are written."""

from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

ROOT = Path(__file__).parents[2]
#: Words that are keys of netfloor's own files too.
NAME = "electrical Router for routers of a router"
CITATION = "An electrical router, handbook of routers, Router edition"


@pytest.fixture
def files(tmp_path: Path, cli: Any) -> Path:
    """Return a folder with a plan, a catalogue and a cost set in those words."""
    folder = ROOT / "examples/catalogue"
    text = (folder / "parts_200g.toml").read_text(encoding="utf-8")
    text = text.replace('name = "40 ports of 200G in QSFP56 cages"', f'name = "{NAME}"')
    text = text.replace("docs.nvidia.com, MCP1650 product specification", CITATION)
    (tmp_path / "parts.toml").write_text(text, encoding="utf-8")
    cables = (folder / "parts_200g_cables.csv").read_text(encoding="utf-8")
    (tmp_path / "parts_200g_cables.csv").write_text(
        cables.replace("200G QSFP56 DAC", f"{NAME} DAC"), encoding="utf-8"
    )
    prices = (ROOT / "costmodels/data/cost/slimfly-2014.toml").read_text(encoding="utf-8")
    prices = prices.replace('name = "slimfly-2014"', 'name = "mine"')
    prices = prices.replace('part = "electrical cable, cut to length"', f'part = "{NAME}"')
    prices = prices.replace("notes = [", f'notes = [\n  "{CITATION}",')
    (tmp_path / "mine.toml").write_text(prices, encoding="utf-8")
    layout = ("layout", "complete:4,endpoints=2", "--room", "grid:1x2", "--gbps", 200)
    assert cli(*layout, "--iterations", 500, "--out", tmp_path / "p.json").code == 0
    return tmp_path


def test_the_bill_and_its_workbook(files: Path, cli: Any) -> None:
    """On the screen, in JSON and in the workbook."""
    asked = ("bom", files / "p.json", "--catalogue", files / "parts.toml")
    screen = cli(*asked, "--xlsx", files / "order.xlsx").out
    assert NAME in screen
    assert CITATION in screen or CITATION in cli(*asked, "--json").out
    book = load_workbook(files / "order.xlsx")
    cells = {str(cell.value) for sheet in book for row in sheet for cell in row if cell.value is not None}
    assert any(NAME in cell for cell in cells)
    assert any(CITATION in cell for cell in cells)
    assert "copper" in cells  # a key of ours is not shown


def test_a_catalogue_and_a_cable(files: Path, cli: Any) -> None:
    """As `catalogue show` and `explain` have them."""
    shown = cli("catalogue", "show", files / "parts.toml", "--json").out
    assert f"{NAME} DAC" in shown
    cable = cli("explain", files / "p.json", "C000001", "--catalogue", files / "parts.toml")
    assert cable.code == 0, cable.err
    assert f"{NAME} DAC" in " ".join(cable.out.split())
    assert " m, copper\n" in cable.out


def test_costs_and_reports(files: Path, cli: Any) -> None:
    """A part and a note of a cost set: in `cost`, and on the page and the workbook of a comparison."""
    cost = cli("cost", files / "p.json", "--catalogue", files / "mine.toml", "--verbose").out
    assert NAME in cost
    assert CITATION in cost
    assert "copper line" in cost
    assert "switch fixed" in cost


def test_a_page_of_plans(files: Path, cli: Any) -> None:
    """Parts and their sources on the page and in the workbook of a comparison."""
    layout = ("layout", "hypercube:2,endpoints=2", "--room", "grid:1x2", "--gbps", 200)
    assert cli(*layout, "--iterations", 500, "--out", files / "q.json").code == 0
    plans = files / "p.json", files / "q.json"
    made = cli("compare", *plans, "--catalogue", files / "parts.toml", "--out", files / "side")
    assert made.code == 0, made.err
    assert f"{NAME} DAC" in (files / "side/report.html").read_text(encoding="utf-8")
    book = load_workbook(files / "side/comparison.xlsx")
    assert any(f"{NAME} DAC" in str(cell.value) for sheet in book for row in sheet for cell in row)
