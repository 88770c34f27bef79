"""The bill of materials in its formats: one set of numbers, doubtful prices marked, nothing live."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.costmodels.buying.price_breaks import PartPurchase
from netfloor.costmodels.catalogue.bom import Bom, BomLine
from netfloor.costmodels.catalogue.parts.skus import Buying, Provenance, Sku
from netfloor.reports.bom.money import money_figures, money_table
from netfloor.reports.bom.parts import EXAMPLE_MARK, part_listing
from netfloor.reports.bom.section import bom_section, check_bom
from netfloor.reports.formats.document import Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.html import page
from netfloor.reports.formats.marks import MARK
from netfloor.reports.formats.text import one_line

FIGURES = Provenance("a data sheet", "read")


def bom_line(
    part: str, counts: tuple[int, int, int, int], unit_cents: int, trust: str, length_mm: int | None = 1000
) -> BomLine:
    """Return a line: pieces used, spare ones, those from stock and those bought; and its price."""
    used, spares, owned, bought = counts
    price_from = Provenance("a list, 2024", trust)
    buying = Buying(unit_cents, (), date(2024, 5, 1), price_from, owned, None, None, None)
    purchase = PartPurchase(max(used + spares - owned, 0), bought, unit_cents, unit_cents * bought)
    return BomLine(Sku(part, "DAC 1 m", "DAC", length_mm, buying, FIGURES), used, spares, owned, purchase)


def changed(line: BomLine, field: str, text: str) -> BomLine:
    """Return a line with another text in one of its fields."""
    sku, buying = line.sku, line.sku.buying
    if field == "note":
        return replace(line, purchase=replace(line.purchase, why=text))
    if field in {"trust", "source"}:
        name = "text" if field == "source" else field
        buying = replace(buying, price_from=replace(buying.price_from, **{name: text}))
        return replace(line, sku=replace(sku, buying=buying))
    return replace(line, sku=replace(sku, **{field: text}))


LINE = bom_line("D1", (10, 1, 0, 11), 4550, "read")
TAGS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "<b>x</b>",
    "<a href='javascript:1'>x</a>",
    "<iframe>",
    "</table><h1>x</h1>",
    "<!--",
    "]]><x>",
    "&lt;b&gt;",
)
AROUND = (("", ""), ('">', ""), ("'>", "<"), ("{{ 7*7 }}", "{% raw %}"))
HTML_PAYLOADS = [f"{before}{tag}{after}" for tag in TAGS for before, after in AROUND]
FIELDS = ("part", "name", "kind", "source", "note", "trust", "currency")


@st.composite
def boms(draw: st.DrawFn) -> list[BomLine]:
    """Return lines whose pieces and money agree."""
    lines = []
    for place in range(draw(st.integers(0, 8))):
        needed, spares, owned, extra = (draw(st.integers(0, 200)) for _ in range(4))
        counts = needed, spares, owned, max(needed + spares - owned, 0) + extra
        trust = draw(st.sampled_from(["read", "quoted", "example", "unverified"]))
        length_mm = draw(st.none() | st.integers(1, 10**5))
        lines.append(bom_line(f"P{place}", counts, draw(st.integers(0, 10**7)), trust, length_mm))
    return lines


def html(section: Section) -> str:
    """Return the section as a page."""
    return page(ReportHead("BOM"), "answer", [section])


def section_of(rows: list[BomLine], currency: str = "USD") -> Section:
    """Return the section of a bill with these rows."""
    return bom_section(Bom(currency, 0.0, tuple(rows), {}, ()))


class Elements(HTMLParser):
    """Counts elements, and collects the text of cells."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: dict[str, int] = {}
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        """Count an element."""
        self.tags[tag] = self.tags.get(tag, 0) + 1

    def handle_data(self, data: str) -> None:
        """Keep a text."""
        self.texts.append(data)


def parsed(text: str) -> Elements:
    """Return what a browser would find."""
    found = Elements()
    found.feed(text)
    return found


@given(boms())
def test_the_report_has_the_exact_sum(rows: list[BomLine]) -> None:
    """To the cent."""
    exact = Decimal(sum(row.purchase.total_cents for row in rows)) / 100
    if rows:
        assert f"{exact:,.2f}" in html(section_of(rows))


@pytest.mark.parametrize(("trust", "mark"), [("example", EXAMPLE_MARK), ("unverified", MARK)])
def test_a_doubtful_price_is_marked_wherever_it_is_shown(trust: str, mark: str) -> None:
    """In its row twice, in the sum, in the sentence, and explained under the table."""
    rows = [LINE, bom_line("D2", (10, 1, 0, 11), 4550, trust)]
    section = section_of(rows)
    table = section.tables[1]
    marked = [[cell.text.endswith(mark) for cell in row] for row in table.rows]
    money = [place for place, head in enumerate(table.heads) if "USD" in head]
    assert [[row[place] for place in money] for row in marked] == [[False] * 2, [True] * 2, [False, True]]
    assert mark in section.paragraphs[0]
    assert table.note.startswith(mark)


def test_pieces_of_unlike_things_are_not_summed() -> None:
    """The last row of the parts has money alone: cables and servers make no number together."""
    rows = [LINE, bom_line("D2", (10, 1, 0, 11), 4550, "read")]
    *_, total = section_of(rows).tables[1].rows
    assert [cell.text for cell in total if cell.text] == ["Total", "1,001.00"]


def test_prices_with_sources_carry_no_mark() -> None:
    """No dagger and no warning where every price was read."""
    section = section_of([LINE])
    text = html(section)
    assert EXAMPLE_MARK not in text
    assert MARK not in text
    assert len(section.paragraphs) == 1


@pytest.mark.parametrize("field", FIELDS)
def test_no_payload_makes_an_element(field: str) -> None:
    """40 payloads in each of 7 fields: the page has the same elements as with harmless text.

    But for the places at which a long word of a heading may be broken.
    """
    harmless = changed(changed(LINE, "note", "x"), "trust", "x")
    plain = parsed(html(section_of([harmless], "x"))).tags
    assert len(HTML_PAYLOADS) == 40
    for payload in HTML_PAYLOADS:
        currency = payload if field == "currency" else "x"
        row = harmless if field == "currency" else changed(harmless, field, payload)
        found = parsed(html(section_of([row], currency)).replace("<wbr>", ""))
        assert found.tags == plain
        assert field == "trust" or any(one_line(payload) in text for text in found.texts)


@pytest.mark.parametrize("percent", [0.0, 19.0])
def test_the_money_of_page_and_json_is_one(percent: float) -> None:
    """Every amount of JSON is on the page, the taxes with their rate; without taxes their lines are not."""
    bom = Bom("USD", percent, (LINE, bom_line("D2", (10, 1, 0, 11), 4550, "example")), {}, ())
    figures = money_figures(bom)
    shown = {row[0].text: row[1].text for row in money_table(bom).cells}
    assert shown.pop("of which example prices, before taxes") == "500.50"
    assert shown.pop("Works and freight") == "\N{EN DASH}"
    names = {"network_cost": "Network", "server_cost": "Servers", "parts_cost": "Parts, before taxes"}
    if percent:
        names |= {"tax_cost": "Taxes, 19 %", "total_cost": "Sum with taxes"}
        assert figures["total_cost"] == round(1001.0 * 1.19, 2)
    assert shown == {name: f"{figures[key]:,.2f}" for key, name in names.items()}


def test_the_parts_of_json_page_and_terminal_are_one() -> None:
    """Pieces and prices of a line are the same in each, lengths in metres, prices in whole units."""
    listing = part_listing(Bom("USD", 0.0, (bom_line("D1", (1200, 1, 2, 1199), 4550, "read"),), {}, ()))
    [record] = listing.records()
    keys = ("length_m", "used", "spares", "from_stock", "to_buy", "unit_price", "extended_price")
    assert [record[key] for key in keys] == [1.0, 1200, 1, 2, 1199, 45.5, 54554.5]
    numbers = ("1", "1,200", "1", "2", "1,199", "45.50", "54,554.50")
    assert tuple(cell.text for cell in listing.page().cells[0])[3:10] == numbers
    assert listing.terminal().texts()[1][0][2:9] == numbers


def test_an_empty_bill_has_no_section() -> None:
    """Nothing is shown where nothing is bought."""
    assert section_of([]).is_empty


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([replace(LINE, purchase=PartPurchase(11, 11, 4550, 1))], "not the unit price"),
        ([bom_line("D1", (10, 1, 0, 10), 4550, "read")], "fewer pieces"),
        ([LINE, LINE], "two rows"),
    ],
)
def test_rows_that_do_not_agree_are_refused(rows: list[BomLine], message: str) -> None:
    """A wrong sum never reaches a reader, in either format."""
    for show in (check_bom, section_of):
        with pytest.raises(ValueError, match=message):
            show(rows)
