"""The bill of materials from the command line: the workbook, the CSV files and JSON say the same."""

import csv
import datetime as dt
import json
import math
import tomllib
from collections.abc import Callable
from dataclasses import replace
from itertools import product, takewhile
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from netfloor.costmodels.buying.ownership_terms import load_ownership_terms
from netfloor.costmodels.buying.supplier_orders import SupplierTerms
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.catalogue.plan_needs import END_CAGE
from netfloor.costmodels.sets.rates import DatedRate
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.plans.load import load_plan
from netfloor.plans.order.owned import ownership_of, purchases_of, with_tariff
from netfloor.plans.order.parts_list import listed_parts
from netfloor.plans.order.terms import OrderTerms
from netfloor.plans.order.warnings import part_warnings
from netfloor.reports.bom.document import identities
from netfloor.studies.place import LayoutRequest, run_layout

CATALOGUES = Path(__file__).parents[3] / "examples/catalogue"
PARTS_400, PARTS_200 = CATALOGUES / "parts_400g.toml", CATALOGUES / "parts_200g.toml"
Cli = Callable[..., Any]


@pytest.fixture(scope="session")
def placed(tmp_path_factory: pytest.TempPathFactory) -> Callable[[float], Path]:
    """Return a plan of 18 routers with 3 endpoints each, at a rate."""
    folder = tmp_path_factory.mktemp("bom")

    def lay(gbps: float) -> Path:
        path = folder / f"plan{gbps:g}.json"
        if not path.exists():
            request = LayoutRequest("slimfly:3", None, path, "anneal", 2000, None, 1, 5, 1, 3, gbps)
            run_layout(request, SILENT, Interrupt(), force=False)
        return path

    return lay


def sheet_rows(path: Path, name: str) -> list[dict[str, Any]]:
    """Return a sheet's rows without its sum and notes."""
    rows = list(load_workbook(path, data_only=True)[name].iter_rows(values_only=True))
    table = [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]
    return list(takewhile(lambda row: row[rows[0][0]] not in {"Total", None}, table))


def test_what_is_laid_is_all_cables_inside_cabinets_or_between_them(
    placed: Callable[[float], Path],
) -> None:
    """Those between cabinets are counted link by link here: one cable for two links of a cage is one."""
    catalogue = load_catalogue(PARTS_400)
    parts = listed_parts(load_plan(placed(400)), PARTS_400, catalogue, OrderTerms())
    needs, cable_of = parts.choice.needs, parts.choice.link_cable.tolist()
    inside = {cable for cable, own in zip(cable_of, needs.inside_cabinet.tolist(), strict=True) if own}
    bought = purchases_of(parts)
    assert inside
    assert (bought.cables_inside, bought.cables_between) == (len(inside), len(set(cable_of) - inside))


def test_an_identity_that_does_not_hold_is_said_not_to(placed: Callable[[float], Path]) -> None:
    """A port too few, a server link or a piece too many turn their identities false."""
    parts = listed_parts(load_plan(placed(400)), PARTS_400, load_catalogue(PARTS_400), OrderTerms())
    assert all(identities(parts).values())
    owner, to_servers = parts.links.cage_owner.copy(), parts.links.to_servers.copy()
    owner[parts.links.needs.cage[0, 0]], to_servers[0] = END_CAGE, True
    for changed in ({"cage_owner": owner}, {"to_servers": to_servers}):
        wrong = replace(parts, links=replace(parts.links, **changed))
        assert [
            key for key, holds in identities(wrong).items() if not holds and key.startswith("switch ports")
        ]
    lines = (*parts.bom.lines[:-1], *parts.bom.lines[-1:], *parts.bom.lines[:1])
    found = identities(replace(parts, bom=replace(parts.bom, lines=lines)))
    assert not found["pieces on the bill = cables + transceivers"]


def test_the_workbook_adds_up_to_the_json(cli: Cli, placed: Callable[[float], Path], here: Path) -> None:
    """Sums of the rows of every sheet equal those of the document, and prices their products."""
    book = here / "bom.xlsx"
    ran = cli("bom", placed(400), "--catalogue", PARTS_400, "--xlsx", book, "--json", "--spares", "5")
    document = ran.json()
    rows = sheet_rows(book, "Parts")
    for row in rows:
        assert row["extended price (USD)"] == pytest.approx(
            row["to buy"] * row["unit price (USD)"], abs=1e-6
        )
        assert row["to buy"] >= row["used"] + row["spares"] - row["owned"]
        assert row["price trust"] == "EXAMPLE"
    net = math.fsum(row["extended price (USD)"] for row in rows)
    assert net == pytest.approx(document["summary"]["parts_cost"], abs=1e-6)
    by_cabinet = sheet_rows(book, "Parts by cabinet")
    for part in document["parts"]:
        assert part["used"] == sum(row["pieces"] for row in by_cabinet if row["part"] == part["part"])
    cabinets = sheet_rows(book, "Cabinets")
    power = math.fsum(row["power (W)"] for row in cabinets)
    assert power == pytest.approx(document["summary"]["power_w"])
    summary = {row["item"]: row["amount (USD)"] for row in sheet_rows(book, "Summary")}
    assert summary["Parts, before taxes"] == pytest.approx(net)
    assert summary["Sum with taxes"] == pytest.approx(document["summary"]["total_cost"])


def test_the_csv_files_say_what_the_workbook_says(
    cli: Cli, placed: Callable[[float], Path], here: Path
) -> None:
    """Every sheet has its twin with as many rows."""
    book, folder = here / "bom.xlsx", here / "bom"
    cli("bom", placed(200), "--catalogue", PARTS_200, "--xlsx", book, "--csv", folder)
    names = {
        "parts": "Parts", "cabinets": "Cabinets", "cabinet_parts": "Parts by cabinet",
        "suppliers": "Suppliers", "cables": "Links and cables",
        "order_1": "Order, supplier not named", "sources": "Sources",
        "counts": "Counts", "assumptions": "Assumptions", "summary": "Summary",
        "headroom": "Left by cabinet", "headroom_rows": "Left by row",
        "headroom_networks": "Left by network",
    }  # fmt: skip
    assert {path.stem for path in folder.glob("*.csv")} == set(names)
    with (folder / "parts.csv").open(encoding="utf-8", newline="") as file:
        twins = list(csv.DictReader(file))
    rows = sheet_rows(book, "Parts")
    assert [row["part"] for row in twins] == [row["part"] for row in rows]
    assert [float(row["extended price (USD)"]) for row in twins] == [
        r["extended price (USD)"] for r in rows
    ]


def test_every_link_has_a_cable_as_long_as_its_route(
    cli: Cli, placed: Callable[[float], Path], here: Path
) -> None:
    """Metres ordered are at least those routed and the slack, link by link; counts are the plan's."""
    catalogue = here / "slack.toml"
    text = PARTS_400.read_text().replace("slack_m = 0.0", "slack_m = 0.75")
    catalogue.write_text(text)
    document = cli("bom", placed(400), "--catalogue", catalogue, "--csv", here / "bom", "--json").json()
    plan = json.loads(placed(400).read_text())
    with (here / "bom/cables.csv").open(encoding="utf-8", newline="") as file:
        links = list(csv.DictReader(file))
    lengths = plan["cables"]["length_mm"]
    assert len(links) == plan["totals"]["cables"] + 18 * 3 == document["counts"]["links"]
    for link, length_mm in zip(links, lengths, strict=False):
        assert float(link["routed (m)"]) == pytest.approx(length_mm / 1000)
    ordered = {link["cable"]: link["ordered (m)"] for link in reversed(links) if link["ordered (m)"]}
    for link in links:
        assert float(ordered[link["cable"]]) >= float(link["routed (m)"]) + 0.75
    assert all(document["identities"].values())
    assert document["counts"]["cables"] == len({link["cable"] for link in links})
    assert document["summary"]["ordered_m"] >= document["summary"]["routed_m"]


def test_fewer_lengths_cost_more(cli: Cli, placed: Callable[[float], Path]) -> None:
    """The curve falls with the number of lengths, and the bill buys no more lengths than asked."""
    document = cli("bom", placed(200), "--catalogue", PARTS_200, "--max-skus", 2, "--json").json()
    money = [row["order_cost"] for row in document["money_by_lengths"]]
    assert money == sorted(money, reverse=True)
    assert len(money) > 1
    assert sum(part["length_m"] is not None for part in document["parts"]) == 2


def test_what_has_no_source_is_marked(cli: Cli, placed: Callable[[float], Path]) -> None:
    """On the terminal, in the totals and in the assumptions."""
    out = cli("bom", placed(200), "--catalogue", PARTS_200).out
    assert out.count("EXAMPLE 2025-01-01") == len(
        [line for line in out.splitlines() if line.startswith("EX-")]
    )
    heads = [line.split()[0] for line in out.splitlines()[:4]]
    assert heads == ["total", "choice", "MISSING", "WARNING"]
    assert "The catalogue has no lead times and not enough stock" in out.splitlines()[2]
    assert "EXAMPLE prices for " in out
    assert "100 % of the cost of parts" in out
    assert "UNVERIFIED" in out


@pytest.mark.parametrize(
    ("options", "code", "says"),
    [
        (("--criterion", "beauty"), 3, "known: price, price+power, fewest-parts"),
        (("--criterion", "price+power"), 3, "give --years and --kwh-price"),
        (("--years", "3"), 3, "give both"),
        (("--years", "-1", "--kwh-price", "1"), 3, "--years: -1 is out of range"),
        (("--years", "1", "--kwh-price", "nan"), 3, "--kwh-price: nan is out of range"),
        (("--spares", "many"), 3, "--spares"),
        (("--spares", "-2"), 3, "--spares"),
        (("--switch", "X"), 3, "known: EX-SW-40"),
        (("--max-lead-days", "10"), 4, "delivery within 10 days"),
        (("--max-skus", "0"), 2, ""),
        (("--max-lead-days", "-1"), 3, "--max-lead-days: -1 is negative"),
    ],
)
def test_a_bad_option_is_refused_and_nothing_written(
    options: tuple[str, ...], code: int, says: str, cli: Cli, placed: Callable[[float], Path], here: Path
) -> None:
    """The message names the option and what would be right."""
    ran = cli("bom", placed(200), "--catalogue", PARTS_200, *options, "--xlsx", "b.xlsx", "--csv", "c")
    assert ran.code == code
    assert says in ran.err
    assert "Traceback" not in ran.err
    assert not list(here.iterdir())


def test_a_network_that_the_catalogue_cannot_serve(
    cli: Cli, placed: Callable[[float], Path], here: Path
) -> None:
    """Exit code 4, naming what is missing; of a switch given by name, what it has."""
    ran = cli("bom", placed(200), "--catalogue", PARTS_400, "--xlsx", "b.xlsx")
    assert (ran.code, "no switch of 8 ports at 200 Gb/s" in ran.err) == (4, True)
    part = load_catalogue(Path(PARTS_400)).switches[0]
    ran = cli("bom", placed(200), "--catalogue", PARTS_400, "--switch", part.part, "--xlsx", "b.xlsx")
    assert ran.code == 4
    has = f"the switch {part.part} was named; it has {part.ports} ports at {part.gbps:g} Gb/s"
    assert f"{has}, and the network needs 8 at 200 Gb/s" in ran.err
    assert not list(here.iterdir())


def test_the_proof_is_of_the_whole_order_where_a_supplier_has_terms(
    cli: Cli, placed: Callable[[float], Path], here: Path
) -> None:
    """Parts that name nobody are of the only supplier, whose freight counts; so do the devices."""
    terms = '\n[[suppliers]]\nname = "Dealer"\nfreight = 500\n'
    (here / "terms.toml").write_text(PARTS_400.read_text() + terms)
    ran = cli("bom", placed(400), "--catalogue", "terms.toml")
    assert ran.code == 0, ran.err
    assert "cheapest (proved)" in ran.out
    told = cli("bom", placed(400), "--catalogue", "terms.toml", "--json").json()
    (order,) = told["orders"]
    assert (order["supplier"], order["freight"]) == ("Dealer", 500)
    assert told["choice"]["counted_cost"] == told["summary"]["parts_cost"] + 500
    assert told["choice"]["lower_bound"] == told["choice"]["counted_cost"]


def test_of_two_switches_the_cheapest_whole_order_wins(
    cli: Cli, placed: Callable[[float], Path], here: Path
) -> None:
    """The dearer switch of the supplier that is ordered from saves freight, one of other cages modules."""
    catalogue = tomllib.loads(PARTS_400.read_text())
    switch = next(one for one in catalogue["switches"] if one["gbps"] == 400)
    first = cli("bom", placed(400), "--catalogue", PARTS_400, "--json").json()
    (used,) = [one["used"] for one in first["parts"] if one["part"] == switch["part"]]
    text = PARTS_400.read_text()
    other = (
        f'\n[[switches]]\npart = "OTHER"\nname = "other switch"\ncages = {switch["cages"]}\n'
        f'links_per_cage = {switch.get("links_per_cage", 1)}\nconnector = "{switch["connector"]}"\n'
        f'gbps = 400\npower_w = 1\nsupplier = "Far"\nprice = {switch["price"] - 1}\n'
    )
    far = '\n[[suppliers]]\nname = "Near"\n[[suppliers]]\nname = "Far"\nfreight = {}\n'
    for freight, wins in ((used - 1, "OTHER"), (used + 1, switch["part"])):
        (here / "two.toml").write_text(text + other + far.format(freight))
        told = cli("bom", placed(400), "--catalogue", "two.toml", "--json").json()
        bought = {one["part"] for one in told["parts"]}
        assert wins in bought
        assert len(bought & {"OTHER", switch["part"]}) == 1
        assert told["choice"]["proved"]


def test_an_order_that_is_not_delivered_is_the_first_warning(placed: Callable[[float], Path]) -> None:
    """With its supplier, its goods and what it lacks; an order of the least value is delivered."""
    catalogue = load_catalogue(PARTS_400)
    bom = listed_parts(load_plan(placed(400)), PARTS_400, catalogue, OrderTerms()).bom
    small = replace(bom, supplier_terms={"": SupplierTerms("", bom.net_cents + 150)})
    assert next(part_warnings(small)).startswith("NOT DELIVERED: the order from ")
    assert "add 1.50" in next(part_warnings(small))
    enough = replace(bom, supplier_terms={"": SupplierTerms("", bom.net_cents)})
    assert not any("NOT DELIVERED" in text for text in part_warnings(enough))


def test_existing_files_are_kept_without_force(
    cli: Cli, placed: Callable[[float], Path], here: Path
) -> None:
    """What netfloor did not write stays, byte by byte."""
    (here / "b.xlsx").write_text("mine")
    again = ("bom", placed(200), "--catalogue", PARTS_200, "--xlsx", "b.xlsx")
    assert cli(*again).code == 3
    assert (here / "b.xlsx").read_text() == "mine"
    assert cli(*again, "--force").code == 0
    assert load_workbook(here / "b.xlsx").sheetnames[:2] == ["Warnings", "Summary"]


def test_the_same_question_has_the_same_answer(
    cli: Cli, placed: Callable[[float], Path], here: Path
) -> None:
    """Byte for byte, the workbook too."""
    outs = []
    for name in ("one.xlsx", "two.xlsx"):
        ran = cli("bom", placed(200), "--catalogue", PARTS_200, "--xlsx", name, "--json")
        outs.append((ran.out, (here / name).read_bytes()))
    assert outs[0] == outs[1]


def test_a_catalogue_with_formulas_makes_no_formula(
    cli: Cli, placed: Callable[[float], Path], here: Path
) -> None:
    """Names that look like formulas are texts in the workbook and neutral in CSV."""
    text = PARTS_400.read_text().replace('name = "2x400G OSFP DAC"', 'name = "=1+1"')
    text = text.replace("EX-SW-64", "@SUM(A1)").replace('title = "400', 'title = "=cmd|400')
    (here / "evil.toml").write_text(text)
    cli("bom", placed(400), "--catalogue", "evil.toml", "--xlsx", "b.xlsx", "--csv", "c")
    cells = [c for sheet in load_workbook("b.xlsx") for row in sheet.iter_rows() for c in row]
    assert "@SUM(A1)" in {cell.value for cell in cells}
    formulas = [str(cell.value) for cell in cells if cell.data_type == "f"]
    assert formulas
    assert not [text for text in formulas if "1+1" in text or "SUM(A1)" in text or "cmd" in text]
    for path in (here / "c").glob("*.csv"):
        with path.open(encoding="utf-8", newline="") as file:
            values = [value for row in csv.reader(file) for value in row]
        assert not [value for value in values if value[:1] in set("=@")]


def test_the_cost_of_ownership_splits_parts_as_the_bill_does(placed: Callable[[float], Path]) -> None:
    """Cables and transceivers to servers are the servers'."""
    plan = load_plan(placed(400))
    parts = listed_parts(plan, PARTS_400, load_catalogue(PARTS_400), OrderTerms())
    owned = ownership_of(parts, load_ownership_terms())
    network, servers = (owned.sum_cents(group, "parts") for group in ("network", "servers"))
    assert (network, servers) == (parts.bom.net_cents - parts.bom.server_cents, parts.bom.server_cents)


def test_years_and_tariff_of_a_file_count_where_nothing_else_was_asked_for() -> None:
    """Where parts are chosen by price and power, or one of the two is given, in the catalogue's money."""
    terms, euros = load_ownership_terms(), load_catalogue(PARTS_400).model_copy(update={"currency": "EUR"})
    rate = DatedRate(currency="EUR", rate=1.25, date=dt.date(2025, 1, 1))
    terms = terms.model_copy(update={"rates": (rate,)})
    tariff = terms.kwh_price.value / 1.25
    for years, price in product((None, 3.0), (None, 0.31)):
        asked = OrderTerms(criterion="price+power", years=years, kwh_price=price)
        found = with_tariff(asked, terms, euros)
        assert found.years == (years or terms.years.value)
        assert found.kwh_price == (price or pytest.approx(tariff))
        by_price = replace(asked, criterion="price")
        needed = found if years or price else asked
        assert with_tariff(by_price, terms, euros) == replace(needed, criterion="price")


def test_prices_expire_by_the_date_of_the_order(
    cli: Cli, placed: Callable[[float], Path], here: Path
) -> None:
    """By --date where it is given, else today; the terminal begins with what has expired."""
    text = PARTS_400.read_text().replace("price_date = ", "valid_until = 2026-03-31\nprice_date = ", 1)
    (here / "until.toml").write_text(text)
    bill = "bom", placed(400), "--catalogue", "until.toml"
    assert "EXPIRED" not in cli(*bill, "--date", "2026-03-31").out
    late = cli(*bill, "--date", "2026-04-01").out
    assert late.startswith("WARNING")
    assert "prices have expired on 2026-04-01, the last on 2026-03-31" in late


def test_the_first_screen_says_why_more_is_bought(
    cli: Cli, placed: Callable[[float], Path], here: Path
) -> None:
    """A surplus that reaches a minimum order value: its pieces, what they cost, and the value."""
    bill = "bom", placed(400), "--catalogue"
    goods = cli(*bill, PARTS_400, "--json").json()["summary"]["parts_cost"]
    least = round(goods) + 1000
    terms = f'\n[[suppliers]]\nname = "Dealer"\nmin_order_value = {least}\n'
    (here / "least.toml").write_text(PARTS_400.read_text() + terms)
    line = next(text for text in cli(*bill, "least.toml").out.splitlines() if 'to "Dealer"' in text)
    assert "more than needed for " in line
    assert line.endswith(f"so that the order reaches its minimum of {least:,.2f}")


def test_the_first_screen_says_what_goes_to_whom(
    cli: Cli, placed: Callable[[float], Path], here: Path
) -> None:
    """The total with freight and taxes, each supplier's order, the proof; the summary sheet follows it."""
    terms = '\n[[suppliers]]\nname = "Dealer"\nfreight = 500\ndelivery_days = 3\n'
    text = PARTS_400.read_text().replace("tax_percent = 0.0", "tax_percent = 10", 1)
    (here / "terms.toml").write_text(text + terms)
    ran = cli("bom", placed(400), "--catalogue", "terms.toml", "--csv", "sheets")
    first, second, third, *_ = ran.out.splitlines()
    document = cli("bom", placed(400), "--catalogue", "terms.toml", "--json").json()
    total = document["summary"]["total_cost"]
    assert f"{total:,.2f} USD including freight and 10 % taxes; excluding" in first
    untaxed = document["summary"]["parts_cost"] + 500
    assert f'{untaxed:,.2f} USD to "Dealer", before taxes, including freight of 500.00 USD' in second
    assert third.split(maxsplit=3)[-1] == "cheapest (proved)"
    rows = (here / "sheets/summary.csv").read_text().splitlines()
    assert any(row.startswith('"Order, Dealer",') and f"{untaxed:.2f}" in row for row in rows)
    assert any(row.startswith("Choice,") and "no choice is cheaper (proved)" in row for row in rows)


SMALL_AND_LARGE = """schema = 1
title = "two switches"
currency = "EUR"
price_date = 2026-01-01
[[cables]]
name = "DAC"
kind = "DAC"
gbps = 100
connector_a = "QSFP28"
connector_b = "QSFP28"
reach_m = 10
lengths = [{ length_m = 10, part = "D10", price = 10 }]
[[switches]]
part = "S1"
name = "small"
cages = 1
connector = "QSFP28"
gbps = 100
price = 10
[[switches]]
part = "S2"
name = "large"
cages = 2
connector = "QSFP28"
gbps = 100
price = 100
"""


def test_the_fewest_parts_cost_what_the_bill_by_price_saves(cli: Cli, here: Path) -> None:
    """Switches too: three in a row are all large by fewest parts, and two of them small by price."""
    (here / "row.edges").write_text("a b\nb c\n")
    (here / "parts.toml").write_text(SMALL_AND_LARGE)
    made = ("--room", "grid:1x2", "--gbps", "100", "--iterations", "10", "--out", "row.json")
    assert cli("layout", "file:row.edges", *made).code == 0
    priced = ("bom", "row.json", "--catalogue", "parts.toml", "--json")
    by_price, fewest = (cli(*priced, "--criterion", one).json() for one in ("price", "fewest-parts"))
    (limit,) = (one for one in fewest["choice"]["limits"] if one["limit"] == "fewest_parts")
    more = fewest["summary"]["total_cost"] - by_price["summary"]["total_cost"]
    assert limit["saved_without"] == pytest.approx(more) == pytest.approx(180)
