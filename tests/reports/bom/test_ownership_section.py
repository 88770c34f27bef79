"""Cost of ownership as a reader sees it."""

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from netfloor.costmodels.buying.ownership import GROUPS, BoughtKind, Ownership, Purchases, cost_of_ownership
from netfloor.costmodels.buying.ownership_terms import load_ownership_terms
from netfloor.costmodels.sets.coefficient import coefficient_label
from netfloor.reports.bom.ownership import ownership_document, ownership_section, years_listing
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.html import page
from netfloor.reports.formats.marks import MARK
from tests.fixtures.commands import Cli


@pytest.fixture
def ownership() -> Ownership:
    """Return the cost of a small network by the shipped terms."""
    bought = (
        BoughtKind("switch", 10, 1_000_000, 900_000, 10**6),
        BoughtKind("server", 40, 7_654_321, 10**6, 10**7, for_servers=True),
    )
    unknown = ("No power is given for switches X: their electricity is not counted.",)
    return cost_of_ownership(Purchases("USD", bought, 10, 20, unknown), load_ownership_terms())


def test_every_year_group_and_assumption_stands_in_it(ownership: Ownership) -> None:
    """Year 0 to the last and a total; network, servers, works and a total; a row for each assumption."""
    section = ownership_section(ownership)
    years, groups, assumptions = section.tables
    assert [row[0].text for row in years.rows] == [*map(str, range(ownership.years + 1)), "Total"]
    assert [row[0].text.lower() for row in groups.rows] == [*GROUPS, "total"]
    assert [row[0].text for row in assumptions.rows] == [
        coefficient_label(row.coefficient) for row in ownership.assumptions
    ]
    assert set(ownership.unknown) <= set(section.paragraphs)


def test_shown_amounts_add_up_both_ways(ownership: Ownership) -> None:
    """Whoever adds the rows, or the columns, gets the last one."""
    for table in ownership_section(ownership).tables[:2]:
        cents = [[round(float(cell.text.replace(",", "")) * 100) for cell in row[1:]] for row in table.rows]
        assert [sum(column) for column in zip(*cents[:-1], strict=True)] == cents[-1]
        assert all(sum(row[:-1]) == row[-1] for row in cents)
        assert cents[-1][-1] == ownership.total_cents


def test_json_adds_up_to_the_total(ownership: Ownership) -> None:
    """By item, by group and by year, to the cent."""
    shown = ownership_document(ownership)
    total = Decimal(ownership.total_cents) / 100
    for cut in (shown["items"].values(), shown["groups"].values(), (y["total"] for y in shown["years"])):
        assert sum(Decimal(str(amount)) for amount in cut) == total


def test_a_terminal_has_whole_units(ownership: Ownership) -> None:
    """A row for each year, the amounts of JSON without their cents."""
    heads, rows = years_listing(ownership).terminal().texts()
    assert heads[:2] == ("year", "parts")
    years = ownership_document(ownership)["years"]
    assert rows == [
        (str(one["year"]), *(f"{one[key]:,.0f}" for key in one if key != "year")) for one in years
    ]


def test_unverified_assumptions_mark_the_total(ownership: Ownership) -> None:
    """With one the sentence and the assumption carry the mark; without, nothing does."""
    section = ownership_section(ownership)
    assert MARK in section.paragraphs[0]
    marked = [row[0].text for row in section.tables[2].rows if row[1].text.endswith(MARK)]
    assert marked == [
        coefficient_label(row.coefficient) for row in ownership.assumptions if row.trust == "unverified"
    ]
    read = tuple(replace(row, trust="read") for row in ownership.assumptions)
    assert MARK not in page(ReportHead("x"), "y", [ownership_section(replace(ownership, assumptions=read))])


def test_bill_and_formula_have_one_cost_of_ownership(cli: Cli, here: Path) -> None:
    """By one cost set and one power set bom and cost agree to the cent; a catalogue of parts takes none."""
    assert cli("layout", "slimfly:3", "--endpoints", "2", "--iterations", "500", "--seed", "1").code == 0
    (here / "own.toml").write_text(
        'schema = 1\ntitle = "t"\ncurrency = "USD"\nyears = 3\nkwh_price = 0.2\n'
    )
    asked = "--ownership", "own.toml", "--power-set", "chaix-2014", "--json"
    by_cost = cli("cost", "plan.json", *asked).json()["ownership"]
    by_bill = cli("bom", "plan.json", "--catalogue", "slimfly-2014", *asked).json()["ownership"]
    assert by_bill == by_cost
    assert (by_bill["power_set"], by_bill["items"]["electricity"] > 0) == ("chaix-2014", True)
    cli("init", "catalogue", "--out", "parts.toml")
    ran = cli("bom", "plan.json", "--catalogue", "parts.toml", *asked)
    assert ran.code == 3
    assert "--power-set: applies only to the cost of ownership at prices by formula" in ran.err
