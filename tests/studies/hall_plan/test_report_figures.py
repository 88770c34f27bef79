"""The report of a planning run says what its JSON says, figure by figure."""

import json
import re
from collections import Counter
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from netfloor.studies.hall_plan.report import cable_runs

EXAMPLES = Path(__file__).parents[3] / "examples"
HALL = f"""
room = "grid:4x8"
catalogue = "{EXAMPLES}/catalogue/parts_200g.toml"
[network]
spec = "slimfly:5"
endpoints = 4
gbps = 200
[servers]
per_cabinet = 8
[layout]
iterations = 20_000
[parts]
spares = ["3%"]
"""


def tables_of(page):
    """Return the tables of a page by caption: rows of texts, small lines below a figure left out."""
    page = re.sub(r'<span class="detail">.*?</span>', "", page)
    found = {}
    for table in re.findall(r"<table>.*?</table>", page, re.DOTALL):
        caption = re.search(r"<caption><span>(.*?)</span></caption>", table)[1]
        rows = re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)
        cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
        found[caption] = [[unescape(cell).strip() for cell in row] for row in cells]
    return found


def number_in(text):
    """Return the number that a cell begins with, its mark of trust left out."""
    return float(text.replace(",", "").split("\N{NO-BREAK SPACE}")[0])


def test_each_figure_of_the_report_is_the_one_in_its_json(here, cli):
    """Parts, sums, loads of cabinets and checksums of the page, one by one, against bom.json."""
    (here / "hall.toml").write_text(HALL)
    assert cli("plan", "hall.toml", "--out", "out", "--date", "2026-03-31").code == 0
    bom, page = json.loads((here / "out/bom.json").read_text()), (here / "out/report.html").read_text()
    tables, money = tables_of(page), bom["summary"]
    shown = {row[0]: row for row in tables["Parts to buy, by part number"][1:-1]}
    assert shown.keys() == {part["part"] for part in bom["parts"]}
    for part in bom["parts"]:
        counts = [part[key] for key in ("used", "spares", "from_stock", "to_buy")]
        prices = [part["unit_price"], part["extended_price"]]
        assert list(map(number_in, shown[part["part"]][4:10])) == [*counts, *prices]
    sums = {row[0]: row[1:] for row in tables["Total of the bill"][1:]}
    assert money["tax_percent"] == 0  # no line of taxes, no sum with them
    keys = {"Network": "network_cost", "Servers": "server_cost", "Parts, before taxes": "parts_cost"}
    examples = sums.pop("of which example prices, before taxes")
    assert number_in(examples[0]) == bom["example_prices"]["cost"]
    assert sums.pop("Works and freight") == [
        "\N{EN DASH}",
        "excludes laying, installation and freight",
    ]
    assert {name: number_in(amount) for name, (amount, _) in sums.items()} == {
        name: money[key] for name, key in keys.items()
    }
    assert money["parts_cost"] == money["total_cost"]
    assert money["network_cost"] + money["server_cost"] == pytest.approx(money["parts_cost"], abs=1e-6)
    [loads] = [rows for caption, rows in tables.items() if "most loaded" in caption]
    by_name = {one["cabinet"]: one for one in bom["cabinets"]}
    for name, switches, servers, watts, *_ in loads[1:]:
        one = by_name[name]
        assert [number_in(switches), number_in(servers)] == [one["switches"], one["servers"]]
        assert watts == f"{one['power_w']:,.0f}"
    digest = json.loads((here / "out/plan.json").read_text())["sha256"]
    assert bom["report"]["plans"] == {"plan.json": digest}
    for said in (digest, bom["report"]["catalogue_sha256"], "2026-03-31", "netfloor plan hall.toml"):
        assert said in page
    assert bom["report"]["price_trust"] == Counter(part["price_trust"] for part in bom["parts"])


@pytest.mark.parametrize("wanted", [False, True])
def test_papers_are_written_where_the_file_wants_them(wanted, here, cli):
    """Each sheet is a PDF in the folder, named among the files and in the report; else there is none."""
    (here / "hall.toml").write_text(f"papers = {str(wanted).lower()}\n{HALL}")
    ran = cli("plan", "hall.toml", "--out", "out", "--date", "2026-03-31", "--json").json()
    sheets = [name for name in ran["files"] if name.startswith("papers/")]
    assert (here / "out/papers").exists() == bool(sheets) == wanted
    if wanted:
        assert sheets == sorted(f"papers/{path.name}" for path in (here / "out/papers").iterdir())
        assert {"papers/elevations.pdf", "papers/labels.pdf", "papers/tests.pdf"} <= {*sheets}
    report = (here / "out/report.html").read_text()
    for name in sheets:
        assert (here / "out" / name).read_bytes().startswith(b"%PDF")
        assert f"<li>{name}</li>" in report


def test_a_breakout_runs_once_between_each_two_places() -> None:
    """Its tails in its own cabinet and two others of one row; beside it a cable and a link in a trunk."""
    needs = _Needs(np.array([[0, 1], [0, 2], [0, 3], [0, 4], [5, 6]]), np.array([0, 0, 1, 2, 1, 2, 1]))
    choice = SimpleNamespace(needs=needs, link_cable=np.array([0, 0, 0, 1, 2]))
    run: Any = SimpleNamespace(parts=SimpleNamespace(choice=choice, trunk_of={4: None}))
    cable, ends = cable_runs(run, None)
    between = [(c, *e) for c, e in zip(cable.tolist(), ends.tolist(), strict=True) if e[0] != e[1]]
    assert between == [(0, 0, 1), (0, 0, 2), (1, 0, 1)]
    cable, ends = cable_runs(run, [0, 1, 1])
    assert [c for c, e in zip(cable.tolist(), ends.tolist(), strict=True) if e[0] != e[1]] == [0, 1]


class _Needs:
    """Cages at both ends of links, and the cabinet of each cage."""

    def __init__(self, cage: npt.NDArray[np.int64], cabinet: npt.NDArray[np.int64]) -> None:
        self.cage, self.cage_cabinet = cage, cabinet

    def __len__(self) -> int:
        return len(self.cage)
