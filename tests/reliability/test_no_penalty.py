"""What nobody sells steers a search; it never reaches a figure that anybody reads."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from netfloor.plans.file import document_sha256

#: Every cable costs this at most in the price list below, and every link needs one.
DEAREST = 7_000_003
PRICES = """
name = "short"
title = "stock that ends at 5 m"
currency = "EUR"
medium_rule = "reach"

[electrical_reach]
value = 2
unit = "m"
year = 2026
source = "this test"
trust = "quoted"
{stocks}
[router]
part = "switch"
per_port = {{ value = 1, unit = "EUR/port", year = 2026, source = "this test", trust = "quoted" }}
"""
STOCK = """
[{medium}.stock]
part = "{medium} cable"
unit = "EUR"
year = 2026
source = "this test"
trust = "quoted"
items = [{items}]
"""
ITEMS = {
    "electrical": "{ length_m = 2, price = 1000003 }",
    "optical": f"{{ length_m = 5, price = {DEAREST} }}",
}
NUMBER = re.compile(r"(?<![\w.#-])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w-])")
#: Two slots a cabinet, 4.6 m and more between cabinets: twelve switches of four links do not fit into 5 m.
ROOM = "grid:1x12"


@pytest.fixture
def cli(cli: Callable[..., Any]) -> Callable[..., Any]:
    """Run a command line that is in order: the first one compiles what it runs."""
    return partial(cli, seconds=60)


@pytest.fixture
def prices(here: Path) -> Path:
    """Return a price list without a cable of more than 5 m."""
    file = here / "short.toml"
    stocks = "".join(STOCK.format(medium=medium, items=items) for medium, items in ITEMS.items())
    file.write_text(PRICES.format(stocks=stocks).replace("{{", "{").replace("}}", "}"))
    return Path(file.name)


def amounts(text: str) -> list[float]:
    """Return the numbers of a text; the digits of hashes and names are none."""
    text = re.sub(r"\b(?=[0-9a-f]*[a-f])[0-9a-f]{8,}\b", " ", text)
    return [float(found.replace(",", "")) for found in NUMBER.findall(text)]


def written(folder: Path) -> dict[str, str]:
    """Return every text that lies in a folder, by name."""
    files = (
        path for path in folder.rglob("*") if path.is_file() and path.suffix not in {".xlsx", ".sqlite"}
    )
    return {str(path): path.read_text(encoding="utf-8") for path in files}


LINES: tuple[tuple[str, ...], ...] = (
    ("layout", "--objective", "money", "--json"),
    ("layout", "--objective", "2*money + length"),
    ("layout", "--pareto", "length,money", "--out", "front"),
    ("layout", "--pareto", "length,money", "--out", "front2", "--json"),
)


@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_no_amount_is_above_that_of_all_links_at_the_dearest_price(
    line: tuple[str, ...], cli: Callable[..., Any], here: Path, prices: Path
) -> None:
    """Links that cannot be bought are counted: no total, saving, bound or file holds a price for them."""
    options = ("--catalogue", str(prices), "--iterations", "20000", "--seed", "1", "--switch-ns", "0")
    ran = cli(line[0], "circulant:12:1,3", "--room", ROOM, *line[1:], *options)
    assert ran.code == 0, ran.err
    links = 24
    if line == LINES[0]:
        sweep = ("--objective", "money", "--sweep", f"catalogue=slimfly-2014,{prices}", "--replace")
        sweep += ("--catalogue", "perseus-2011")
        files = ("--csv", "sweep.csv", "--svg", "sweep.svg", "--iterations", "20000")
        swept = cli("whatif", "plan.json", *sweep, *files, "--json")
        changed = cli("diff", "plan.json", "plan.json", *options[:2], "--json")
        assert (swept.code, changed.code) == (0, 4), swept.err + changed.err
        assert "sells none for 6 links" in changed.err
        ran = replace(ran, out=ran.out + swept.out + changed.out)
    texts = {"stdout": ran.out, "stderr": ran.err, **written(here)}
    del texts[str(here / prices)]
    for name, text in texts.items():
        plain = text.replace(",", ", ") if name.endswith((".csv", ".json")) else text
        too_much = [amount for amount in amounts(plain) if amount > links * DEAREST * 2]
        assert not too_much, (name, too_much)
    assert "purchasable" in ran.out


def test_a_plan_with_links_that_cannot_be_bought_says_so_first(
    cli: Callable[..., Any], prices: Path
) -> None:
    """Their number and lengths are in the plan and derived again; the figure is that of the others."""
    line = ("layout", "circulant:12:1,3", "--room", ROOM, "--objective", "money", "--iterations", "20000")
    ran = cli(*line, "--catalogue", str(prices))
    record = json.loads(Path("plan.json").read_text())
    objective, lengths = record["solver"]["objective"], record["cables"]["length_mm"]
    unsold = [mm for mm in lengths if mm > 5000]
    sold = [mm for mm in lengths if mm <= 5000]
    assert unsold, "the room is too small for this test"
    assert objective["not_purchasable"] == {
        "links": len(unsold),
        "shortest_mm": min(unsold),
        "longest_mm": max(unsold),
    }
    assert objective["value"] == sum(1_000_003 if mm <= 2000 else DEAREST for mm in sold)
    assert ran.out.index("not purchasable") < ran.out.index("EUR for the other links")
    assert cli("verify", "plan.json").code == 0
    objective["not_purchasable"]["links"] -= 1
    record["sha256"] = document_sha256(record)
    Path("forged.json").write_text(json.dumps(record))
    assert "not_purchasable" in cli("verify", "forged.json").out
