"""The bill of materials in its formats: one set of numbers, doubtful prices marked, nothing live."""

from dataclasses import replace
from decimal import Decimal
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.bom_row import BomRow, check_bom, total_cents
from reports.bom_section import EXAMPLE_MARK, bom_section
from reports.document import Section
from reports.html_report import page
from reports.text import one_line
from reports.trust import MARK

ROW = BomRow("D1", "DAC 1 m", "DAC", 1000, 10, 1, 0, 11, 4550, 50050, "2024-05-01", "read", "a list, 2024")
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
FIELDS = ("part", "name", "kind", "price_date", "source", "note", "trust", "currency")


@st.composite
def boms(draw: st.DrawFn) -> list[BomRow]:
    """Return rows whose pieces and money agree."""
    rows = []
    for place in range(draw(st.integers(0, 8))):
        needed, spares, owned, extra = (draw(st.integers(0, 200)) for _ in range(4))
        bought = max(needed + spares - owned, 0) + extra
        unit = draw(st.integers(0, 10**7))
        trust = draw(st.sampled_from(["read", "quoted", "example", "unverified"]))
        length = draw(st.none() | st.integers(1, 10**5))
        rows.append(
            BomRow(
                f"P{place}",
                "name",
                "DAC",
                length,
                needed,
                spares,
                owned,
                bought,
                unit,
                unit * bought,
                "",
                trust,
                "s",
            )
        )
    return rows


def html(section: Section) -> str:
    """Return the section as a page."""
    return page("BOM", "answer", [section])


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
def test_the_report_has_the_exact_sum(rows: list[BomRow]) -> None:
    """To the cent."""
    exact = Decimal(total_cents(rows)) / 100
    if rows:
        assert f"{exact:,.2f}" in html(bom_section(rows, "USD"))


@pytest.mark.parametrize(("trust", "mark"), [("example", EXAMPLE_MARK), ("unverified", MARK)])
def test_a_doubtful_price_is_marked_wherever_it_is_shown(trust: str, mark: str) -> None:
    """In its row twice, in the sum, in the sentence, and explained under the table."""
    rows = [ROW, replace(ROW, part="D2", trust=trust)]
    section = bom_section(rows, "USD")
    table = section.tables[0]
    marked = [[cell.text.endswith(mark) for cell in row] for row in table.rows]
    money = [place for place, head in enumerate(table.columns) if "USD" in head]
    assert [[row[place] for place in money] for row in marked] == [[False] * 2, [True] * 2, [False, True]]
    assert mark in section.paragraphs[0]
    assert table.note.startswith(mark)


def test_prices_with_sources_carry_no_mark() -> None:
    """No dagger and no warning where every price was read."""
    section = bom_section([ROW], "USD")
    text = html(section)
    assert EXAMPLE_MARK not in text
    assert MARK not in text
    assert len(section.paragraphs) == 1


@pytest.mark.parametrize("field", FIELDS)
def test_no_payload_makes_an_element(field: str) -> None:
    """40 payloads in each of 8 fields: the page has the same elements as with harmless text."""
    plain = parsed(html(bom_section([replace(ROW, note="x", trust="x")], "x"))).tags
    assert len(HTML_PAYLOADS) == 40
    for payload in HTML_PAYLOADS:
        row = replace(ROW, note="x", trust="x")
        currency = payload if field == "currency" else "x"
        row = row if field == "currency" else replace(row, **{field: payload})
        found = parsed(html(bom_section([row], currency)))
        assert found.tags == plain
        assert field == "trust" or any(one_line(payload) in text for text in found.texts)


def test_an_empty_bill_has_no_section() -> None:
    """Nothing is shown where nothing is bought."""
    assert bom_section([], "USD").is_empty


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([replace(ROW, total_cents=1)], "not the unit price"),
        ([replace(ROW, bought=10, total_cents=45500)], "fewer pieces"),
        ([ROW, ROW], "two rows"),
    ],
)
def test_rows_that_do_not_agree_are_refused(rows: list[BomRow], message: str) -> None:
    """A wrong sum never reaches a reader, in either format."""
    for show in (check_bom, lambda r: bom_section(r, "USD")):
        with pytest.raises(ValueError, match=message):
            show(rows)
