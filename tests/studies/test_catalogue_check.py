"""``netfloor catalogue check --for``: it stops for exactly what stops the bill of materials."""

from pathlib import Path
from typing import Any

import pytest

from netfloor import exit_codes

HEAD = """schema = 1
title = "a few parts"
currency = "EUR"
price_date = 2026-01-01
[sources.list]
text = "a list"
year = 2026
trust = "read"
"""
#: One part of each kind; three switches with three links and six servers need all of them.
PARTS = {
    "switches": 'part = "SW"\nname = "SW"\nprice = 9000\ngbps = 100\ncages = 8\nconnector = "QSFP28"',
    "nics": 'part = "NIC"\nname = "NIC"\nprice = 500\ngbps = 100\ncages = 1\nconnector = "QSFP28"',
    "servers": 'part = "SRV"\nname = "SRV"\nprice = 9000\nnics = 1',
    "transceivers": (
        'part = "TR"\nname = "TR"\nprice = 300\ngbps = 100\nconnector = "QSFP28"\noptics = "DR1"\n'
        'fibre_connector = "LC"\nfibre = "OS2"\nfibres = 2\nreach_m = 500\npower_w = 4'
    ),
}
CORDS = (
    '[[cords]]\nname = "cord"\nconnector = "LC"\nfibre = "OS2"\nfibres = 2\nlengths = [{ length_m = 30, '
)
#: Pieces that are needed of each.
NEEDED = {"switches": 3, "nics": 6, "servers": 6, "transceivers": 18, "cords": 9}
NAMES = {"switches": "SW", "nics": "NIC", "servers": "SRV", "transceivers": "TR", "cords": "CORD"}


def catalogue(folder: Path, table: str, terms: dict[str, int]) -> Path:
    """Write a catalogue in which the part of one table is bought by some terms."""
    soon = {"lead_time_days": 5}
    own = {
        name: "".join(f"\n{key} = {n}" for key, n in (terms if name == table else soon).items())
        for name in PARTS
    }
    texts = [
        f"[[{name}]]\n{text}{own[name]}\nsource = 'list'\nprice_source = 'list'"
        for name, text in PARTS.items()
    ]
    ends = "".join(f", {key} = {n}" for key, n in (terms if table == "cords" else soon).items())
    cords = f'{CORDS}part = "CORD", price = 10, price_source = "list"{ends} }}]'
    path = folder / "parts.toml"
    path.write_text("\n".join([HEAD, *texts, cords]) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where a plan of three switches, joined to each other, with two servers each, is written."""
    return tmp_path_factory.mktemp("plan") / "p.json"


TERMS: list[tuple[dict[str, int], tuple[str, ...]]] = [
    ({}, ()),
    ({"stock": -1}, ()),  # one less than needed
    ({"stock": 0}, ()),  # as many as needed
    ({"stock": -1, "lead_time_days": 20}, ()),
    ({"stock": -1, "lead_time_days": 20}, ("--max-lead-days", "10")),
    ({"stock": -1, "owned": 1}, ()),
    ({"stock": 0, "spares": 1}, ()),
    ({"stock": 0, "min_order": 99}, ()),
    ({"stock": 0, "pack": 7}, ()),
]


@pytest.mark.parametrize("table", NEEDED)
@pytest.mark.parametrize(("terms", "options"), TERMS)
def test_check_and_bill_stop_for_the_same_reasons(
    table: str, terms: dict[str, int], options: tuple[str, ...], plan: Path, tmp_path: Path, cli: Any
) -> None:
    """Whatever part is short, late or sold in too large an order, both stop, with the same words.

    Whether it is short follows from the pieces needed, counted by hand.
    """
    if not plan.exists():
        layout = ("layout", "complete:3,endpoints=2", "--room", "grid:1x3", "--gbps", 100)
        assert cli(*layout, "--iterations", 1000, "--out", plan).code == 0
    need = NEEDED[table]
    exact = {name: n + need * (name == "stock") for name, n in terms.items()}
    parts = catalogue(tmp_path, table, exact)
    bill = cli("bom", plan, "--catalogue", parts, *options, "--json")
    check = cli("catalogue", "check", parts, "--for", "complete:3,endpoints=2", *options, "--json").json()
    most = exact.get("stock", need)
    if "lead_time_days" in exact and not options:
        most = max(most, need)
    most -= most % exact.get("pack", 1)
    if exact.get("min_order", 1) > most:
        most = 0
    stops = most < need + exact.get("spares", 0) - exact.get("owned", 0)
    assert bill.code == (exit_codes.INFEASIBLE if stops else 0), bill.err
    assert check["ok"] is not stops
    said = " ".join(bill.err.split())
    problems = [one["what"] for one in check["problems"]]
    assert all(one in said for one in problems if "pieces of" in one)
    assert any("no parts for" in one for one in problems) == ("no parts for" in said)
    in_words = NAMES[table] in " ".join(problems) or "delivery within 10 days" in " ".join(problems)
    assert in_words == stops


def test_a_plan_of_lists_stops_for_what_its_bill_would(cli: Any, laid_plan: Path) -> None:
    """Every reason with its cables; cages that are settled bring the next reason; then nothing stops."""
    parts = Path(__file__).parents[2] / "examples/catalogue/parts_cluster.toml"
    ran = cli("catalogue", "check", parts, "--for", laid_plan, "--json")
    assert ran.code == exit_codes.CHECK_FAILED
    (problem,) = ran.json()["problems"]
    assert problem["where"] == "2 cables (C000005, C000006)"
    assert problem["what"].startswith("10 Gb/s, SFP+, up to 5.645 m: no part on sale; closest: ")
    bill = cli("bom", laid_plan, "--catalogue", parts)
    assert (bill.code, problem["what"] in bill.err) == (exit_codes.INFEASIBLE, True)
    ran = cli("catalogue", "check", parts, "--for", laid_plan, "--cage", "10=RJ45", "--json")
    assert ran.json()["problems"][0]["what"].startswith("10 Gb/s, RJ45, up to 5.645 m: no part on sale")
    for options, says in (
        (("--room", "grid:1x1"), "--room: does not apply to plans made from lists"),
        (("--network-only",), "--network-only: does not apply to plans made from lists"),
    ):
        ran = cli("catalogue", "check", parts, "--for", laid_plan, *options)
        assert ran.code == exit_codes.INVALID_INPUT
        assert says in ran.err
    ran = cli("catalogue", "check", parts, "--for", "slimfly:5", "--cage", "10=RJ45")
    assert "--cage: applies only to plans made from lists" in ran.err


@pytest.mark.parametrize(
    ("room", "answer"), [("grid:1x3", "every link between switches can be bought"), ("grid:20x40", "")]
)
def test_the_answer_for_a_room_comes_first(room: str, answer: str, tmp_path: Path, cli: Any) -> None:
    """If the longest route is within the reach of the parts; else the first remark names the room."""
    parts = catalogue(tmp_path, "switches", {})
    options = ("--for", "complete:3,endpoints=2", "--room", room)
    ran, document = (cli("catalogue", "check", parts, *options, *more) for more in ((), ("--json",)))
    assert answer in document.json()["answer"]
    assert bool(document.json()["answer"]) == bool(answer)
    if answer:
        assert answer in ran.out.splitlines()[1]
    else:
        assert document.json()["remarks"][0]["where"] == room
