"""Every kind of report page in a real browser: nothing overflows, page one is the answer, tables sort."""

import io
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest

from netfloor.reports.formats.document import Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.html import page
from netfloor.reports.formats.table import Table

pytestmark = pytest.mark.nightly

STUDY = """
schema = 1
title = "Two networks"
seed = 1
endpoints_per_router = 3
[solver]
placer = "anneal"
iterations = 20_000
chains = 1
[models]
bisection_seeds = 2
[baselines]
kinds = ["random"]
unplaced = 2
placed = 2
[[classes]]
name = "50 switches"
networks = ["slimfly:5", "torus:5x10"]
baseline = { routers = 50, radix = 7 }
"""
#: The commands that make one page of every kind, in this order; GRID is a planning file of the examples.
COMMANDS = (
    "plan GRID --out plan",
    "compare study.toml --out study",
    "topology compare slimfly:3 hyperx:4x3,t=2 fattree:3,2 --out structure",
    "topology failures slimfly:3 hyperx:4x3,t=2 fattree:3,2 --max-trials 10 --out failures",
    "layout slimfly:5 --room grid:5x6 --iterations 20000 --out a.json",
    "layout slimfly:5 --room grid:5x6 --iterations 10000 --seed 3 --out b.json",
    "layout slimfly:5 --room grid:5x6 --iterations 10000 --seed 5 --out "
    "a-placement-of-the-eastern-hall-with-sixty-characters-in-its-name.json",
    "compare a.json a-placement-of-the-eastern-hall-with-sixty-characters-in-its-name.json "
    "--catalogue slimfly-2014 --out plans",
    "diff a.json b.json --html diff.html",
    "whatif a.json --sweep row-pitch=1.2,1.6,2 --sweep reach=5,7 --catalogue slimfly-2014 "
    "--results results.sqlite",
    "report --from results.sqlite --out whatif",
    "room show GRIDROOM --html room.html",
)
PAGES = (
    "plan/report.html",
    "study/report.html",
    "structure/report.html",
    "failures/report.html",
    "plans/report.html",
    "diff.html",
    "whatif/report.html",
    "room.html",
)
#: What overflows: the page, texts out of their pictures or on each other, cells and captions.
OVERFLOWS = """() => {
  const found = [], root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) found.push(`page: ${root.scrollWidth} > ${root.clientWidth}`);
  for (const picture of document.querySelectorAll("svg")) {
    const box = picture.getBoundingClientRect();
    for (const text of picture.querySelectorAll("text")) {
      const at = text.getBoundingClientRect();
      const out = [box.left - at.left, at.right - box.right, box.top - at.top, at.bottom - box.bottom];
      if (at.width && Math.max(...out) > 1) found.push(`text: ${text.textContent}`);
    }
    const texts = [...picture.querySelectorAll("text")].map(
      (text) => [text.textContent, text.getBoundingClientRect()]
    );
    for (const [place, [one, a]] of texts.entries()) {
      for (const [other, b] of texts.slice(place + 1)) {
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 2 && down > 3) found.push(`${one} on ${other}`);
      }
    }
  }
  for (const cell of document.querySelectorAll("th, td")) {
    if (cell.scrollWidth > cell.clientWidth + 1) found.push(`cell: ${cell.textContent}`);
  }
  for (const caption of document.querySelectorAll("caption span")) {
    const at = caption.getBoundingClientRect();
    if (at.width && at.right > root.clientWidth + 1) found.push(`caption: ${caption.textContent}`);
  }
  return found;
}"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with one page of every kind."""
    home, examples = tmp_path_factory.mktemp("pages"), Path(__file__).parents[2] / "examples/grid"
    (home / "study.toml").write_text(STUDY)
    for command in COMMANDS:
        words = command.replace("GRIDROOM", str(examples / "room.toml")).replace(
            "GRID", str(examples / "plan.toml")
        )
        ran = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-m", "netfloor", *words.split()],
            cwd=home,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
    return home


@pytest.fixture
def tab(chromium: Any) -> Iterator[Any]:
    """Yield an empty page of the browser."""
    opened = chromium.new_page()
    yield opened
    opened.close()


@pytest.mark.parametrize("name", PAGES)
def test_nothing_overflows(tab: Any, folder: Path, name: str) -> None:
    """At 1400 and 400 pixels, light and dark: no page scrolls sideways, no text leaves its picture."""
    for width in (1400, 400):
        for scheme in ("light", "dark"):
            tab.emulate_media(color_scheme=scheme)
            tab.set_viewport_size({"width": width, "height": 900})
            tab.goto((folder / name).as_uri())
            assert tab.evaluate(OVERFLOWS) == [], (width, scheme)


@pytest.mark.parametrize("name", PAGES)
def test_no_table_is_cut_on_paper(tab: Any, folder: Path, name: str) -> None:
    """On A4 between its margins, 186 mm, no table and no picture is wider than the paper."""
    tab.set_viewport_size({"width": 703, "height": 1000})
    tab.emulate_media(media="print")
    tab.goto((folder / name).as_uri())
    wide = "[...document.querySelectorAll('table, svg')].map((one) => one.getBoundingClientRect().right)"
    assert max(tab.evaluate(wide)) <= 704
    assert tab.evaluate("document.documentElement.scrollWidth") <= 703


@pytest.mark.parametrize("name", PAGES[:4])
def test_the_first_page_of_paper_is_the_answer(tab: Any, folder: Path, name: str) -> None:
    """Printed on A4, page one has the answer's sentence and figures, and nothing of what follows."""
    reader = pytest.importorskip("pypdf", reason="no pypdf: pip install pypdf")
    tab.goto((folder / name).as_uri())
    sentence = tab.locator(".sentence").inner_text()
    figures = tab.locator(".figures dd").all_inner_texts()
    printed = reader.PdfReader(io.BytesIO(tab.pdf(format="A4")))
    first, second = (" ".join(normalize("NFKC", one.extract_text()).split()) for one in printed.pages[:2])
    assert len(figures) == 3
    assert all(text in first for text in (sentence[:40], *figures))
    assert "Made by" not in first
    assert "Made by" in second


def test_tables_sort(tab: Any, tmp_path: Path) -> None:
    """By keyboard: units, thousands and both ends of ranges count; what is empty, and sums, stay last."""
    rows = [
        ("R10", "1,200 m", "2 to 9", "\u2013"),
        ("R2", "\u2013", "2 to 3", "b"),
        ("R1", "9.5 m", "1 to 20", "a"),
        ("R3", "less than 0.1 m", "", "c"),
        ("Total", "1,209 m", "", ""),
    ]
    table = Table("T", ("name", "length", "range", "text"), rows)
    file = tmp_path / "page.html"
    file.write_text(page(ReportHead("Tables"), "One sentence.", [Section("a", "A", tables=(table,))]))
    tab.goto(file.as_uri())
    expected = {
        0: ("R1 R2 R3 R10", "R10 R3 R2 R1"),
        1: ("R3 R1 R10 R2", "R10 R1 R3 R2"),
        2: ("R1 R2 R10 R3", "R10 R2 R1 R3"),
        3: ("R1 R2 R3 R10", "R3 R2 R1 R10"),
    }
    for column, orders in expected.items():
        head = tab.locator("thead th").nth(column)
        for order, said in zip((*orders, "R10 R2 R1 R3"), ("ascending", "descending", "none"), strict=True):
            head.locator("button").press("Enter")
            assert tab.locator("tbody th").all_inner_texts() == [*order.split(), "Total"]
            assert head.get_attribute("aria-sort") == said


def test_tables_filter(tab: Any, tmp_path: Path) -> None:
    """Every word must be in a row; the number of rows that are left is said, and nothing is lost."""
    table = Table("T", ("name", "kind"), [(f"R{n}", "copper" if n % 2 else "optical") for n in range(20)])
    file = tmp_path / "page.html"
    file.write_text(page(ReportHead("Tables"), "One sentence.", [Section("a", "A", tables=(table,))]))
    tab.goto(file.as_uri())
    field = tab.get_by_label("Filter rows")
    field.fill("copper r1")
    assert tab.locator("tbody tr:visible").count() == 6
    assert "6 of 20 rows" in tab.locator(".filter").inner_text()
    field.fill("")
    assert tab.locator("tbody tr:visible").count() == 20
