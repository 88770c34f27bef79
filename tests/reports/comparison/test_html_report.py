"""``report.html``: one file, safe, complete, the same bytes each time."""

import re
from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser

import pytest

from netfloor.reports.comparison.sections import report_html as write
from netfloor.reports.comparison.types import Comparison
from netfloor.reports.figures.table import CARRIED, FIGURES

VOID = {"meta", "link", "br", "hr", "img", "input", "source", "wbr", "base", "col"}


class Page(HTMLParser):
    """Elements, attributes and text of a page; complains about elements left open."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: Counter[str] = Counter()
        self.attributes: list[tuple[str, str, str]] = []
        self.text: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element and its attributes."""
        self.elements[tag] += 1
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element that closes itself, as SVG allows."""
        self.elements[tag] += 1
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        """Close the innermost element, which must be this one."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Note text."""
        self.text.append(data)

    @property
    def all_text(self) -> str:
        """Return the page's text with single blanks."""
        return " ".join(" ".join(self.text).split())


@pytest.fixture(scope="session")
def page_of() -> Callable[[Comparison], tuple[str, Page]]:
    """Return page and parsed page of a comparison, each made once."""
    made: dict[int, tuple[str, Page]] = {}

    def page(comparison: Comparison) -> tuple[str, Page]:
        if id(comparison) not in made:
            text = write(comparison)
            made[id(comparison)] = text, Page(text)
        return made[id(comparison)]

    return page


Pages = Callable[[Comparison], tuple[str, Page]]


def test_every_study_is_well_formed(study: Comparison, page_of: Pages) -> None:
    """Every element that opens closes, in order, whatever the names."""
    assert page_of(study)[1].elements["h1"] == 1


def test_hostile_names_add_no_elements(hostile: Comparison, harmless: Comparison, page_of: Pages) -> None:
    """The page of hostile names has the elements of its plain twin, but for places to break long names."""
    bad, plain = (Counter(page_of(one)[1].elements) for one in (hostile, harmless))
    bad["wbr"] = plain["wbr"] = 0
    assert bad == plain


def test_hostile_names_are_shown(hostile: Comparison, page_of: Pages) -> None:
    """What is escaped is still there to read."""
    text = page_of(hostile)[1].all_text
    assert "<script>alert(1)</script>" in text
    assert "=cmd|' /C calc'!A0" in text


def test_nothing_runs_but_floors_and_tables(hostile: Comparison, full: Comparison, page_of: Pages) -> None:
    """Two scripts, of floors and tables; else data; no handler, no frame, no form."""
    for comparison in (hostile, full):
        page = page_of(comparison)[1]
        kinds = Counter(value for tag, name, value in page.attributes if (tag, name) == ("script", "type"))
        assert kinds == {"module": 2, "application/json": len(comparison.rows)}
        assert page.elements["script"] == kinds.total()
        assert not {"iframe", "object", "embed", "form"} & set(page.elements)
        assert not [name for _, name, _ in page.attributes if name.startswith("on")]


def test_nothing_is_loaded(full: Comparison, page_of: Pages) -> None:
    """No attribute and no style names an address; references stay inside the page."""
    text, page = page_of(full)
    for _, name, value in page.attributes:
        assert "//" not in value or value.startswith("data:image/png;base64,")
        if name in {"src", "href", "xlink:href"}:
            assert value.startswith(("#", "data:image/png;base64,"))
    assert not re.findall(r"@import|url\((?!#)", text)


def test_policy_forbids_everything_but_what_is_inside(full: Comparison, page_of: Pages) -> None:
    """The page says by itself that nothing may be loaded, and which scripts run, by their hashes."""
    policy = next(v for t, n, v in page_of(full)[1].attributes if n == "content" and "default-src" in v)
    assert re.match(
        r"default-src 'none'; script-src( 'sha256-[\w+/=]{44}'){2}; style-src 'unsafe-inline'; img-src",
        policy,
    )


def test_ids_are_unique_and_references_resolve(full: Comparison, page_of: Pages) -> None:
    """No two elements share an id, and whatever is referred to exists."""
    text, page = page_of(full)
    ids = [value for _, name, value in page.attributes if name == "id"]
    assert len(ids) == len(set(ids))
    wanted = {v[1:] for _, n, v in page.attributes if n in {"href", "xlink:href"} and v.startswith("#")}
    wanted |= set(re.findall(r"url\(#([^)]+)\)", text))
    wanted |= {part for _, n, v in page.attributes if n in {"aria-labelledby", "for"} for part in v.split()}
    assert wanted <= set(ids)


@pytest.mark.parametrize("key", [key for key, one in FIGURES.items() if one.group not in {"", CARRIED}])
def test_every_figure_has_its_heading_and_values(full: Comparison, page_of: Pages, key: str) -> None:
    """Every figure of a table has its heading, and that of every network is shown."""
    text = page_of(full)[1].all_text
    assert FIGURES[key].heading("USD") in text
    assert all(FIGURES[key].text(row.figures[key]) in text for row in full.rows)


def test_placed_comparison_comes_first(full: Comparison, page_of: Pages) -> None:
    """The report leads with placed against placed and says whom unplaced baselines flatter."""
    text = page_of(full)[0]
    headings = re.findall(r"<h2[^>]*>([^<]*)", text)
    assert headings[0] == "Placed against placed"
    assert "flatters" in text


def test_tables_tell_heads_from_cells(full: Comparison, page_of: Pages) -> None:
    """Every table has a caption, and every head says whether it is of a column or a row."""
    page = page_of(full)[1]
    scopes = [value for tag, name, value in page.attributes if tag == "th" and name == "scope"]
    assert page.elements["caption"] == page.elements["table"] > 0
    assert len(scopes) == page.elements["th"]
    assert set(scopes) == {"col", "row"}


def test_pictures_have_titles(full: Comparison, page_of: Pages) -> None:
    """Every picture has a title, a description and the role of an image."""
    page = page_of(full)[1]
    roles = [value for tag, name, value in page.attributes if tag == "svg" and name == "role"]
    assert roles == ["img"] * page.elements["svg"]
    assert page.elements["desc"] == page.elements["svg"] == page.elements["figure"]


def test_unverified_coefficients_are_called_so(full: Comparison, page_of: Pages) -> None:
    """The table of sources and the money both carry the mark."""
    text = page_of(full)[1].all_text
    money = FIGURES["cable_cost"].text(full.rows[0].figures["cable_cost"])
    assert "UNVERIFIED: no source was found" in text
    assert f"{money} †" in text


def test_study_without_endpoints_says_so(bare: Comparison, page_of: Pages) -> None:
    """No endpoints is a sentence, not a table of dashes."""
    assert "has endpoints, so there are no figures" in page_of(bare)[1].all_text


def test_study_without_printed_values_never_speaks_of_a_paper(unplaced: Comparison, page_of: Pages) -> None:
    """Words about printed figures stand only where there are some."""
    assert "printed" not in page_of(unplaced)[1].all_text
    assert "the paper" not in page_of(unplaced)[1].all_text


def test_same_comparison_same_bytes(unplaced: Comparison, page_of: Pages) -> None:
    """Drawing and writing twice changes nothing."""
    assert page_of(unplaced)[0] == write(unplaced)
