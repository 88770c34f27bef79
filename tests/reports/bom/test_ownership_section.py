"""Cost of ownership as a reader sees it."""

from dataclasses import replace

import pytest

from netfloor.costmodels.buying.ownership import Ownership, Purchases, cost_of_ownership
from netfloor.costmodels.buying.ownership_terms import load_ownership_terms
from netfloor.reports.bom.section import ownership_section
from netfloor.reports.formats.html import page
from netfloor.reports.formats.marks import MARK


@pytest.fixture
def ownership() -> Ownership:
    """Return the cost of a small network by the shipped terms."""
    return cost_of_ownership(Purchases(1_000_000, 200_000, 50_000, 10, 20, 5000.0), load_ownership_terms())


def test_every_item_and_assumption_stands_in_it(ownership: Ownership) -> None:
    """As many rows as items and a total, and a row for each assumption."""
    items, assumptions = ownership_section(ownership).tables
    assert [row[0].text for row in items.rows] == [*ownership.items(), "Total"]
    assert [row[0].text for row in assumptions.rows] == [row.coefficient for row in ownership.assumptions]


def test_shown_items_add_up_to_the_shown_total(ownership: Ownership) -> None:
    """Whoever adds the rows gets the last one."""
    *rows, last = ownership_section(ownership).tables[0].rows
    added = sum(round(float(row[1].text.replace(",", "")) * 100) for row in rows)
    assert f"{added / 100:,.2f}" == last[1].text.rstrip(f"{MARK}\N{NO-BREAK SPACE}")


def test_unverified_assumptions_mark_the_total(ownership: Ownership) -> None:
    """With one the total, the sentence and the assumption carry the mark; without, nothing does."""
    section = ownership_section(ownership)
    assert section.tables[0].rows[-1][1].text.endswith(MARK)
    assert MARK in section.paragraphs[0]
    marked = [row[0].text for row in section.tables[1].rows if row[1].text.endswith(MARK)]
    assert marked == [row.coefficient for row in ownership.assumptions if row.trust == "unverified"]
    read = tuple(replace(row, trust="read") for row in ownership.assumptions)
    assert MARK not in page("x", "y", [ownership_section(replace(ownership, assumptions=read))])
