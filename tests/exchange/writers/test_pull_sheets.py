"""Pull sheets: every cable on the sheets of its cabinets, in the order of the work."""

from html.parser import HTMLParser
from typing import Any

import pytest

from netfloor.exchange.job import Job
from netfloor.exchange.writers.sheets.pull_sheets import INSIDE, POLICY, sheets


def cabinet(fabric: Any, end: Any) -> Any:
    """Return the index of an end's cabinet."""
    return fabric.devices[end.device].cabinet


def test_a_cable_stands_on_the_sheet_of_each_cabinet_that_it_ends_in(job: Job) -> None:
    """Between two cabinets on two sheets, pulled from one, connected at the other; else on one."""
    lines = [
        (sheet.cabinet, line) for sheet in sheets(job.fabric) for part in sheet.parts for line in part.lines
    ]
    for cable in job.fabric.cables:
        mine = [(name, line.action) for name, line in lines if line.id == cable.id]
        ends = {job.fabric.cabinets[cabinet(job.fabric, end)].name for end in cable.ends}
        assert {name for name, _ in mine} == ends
        assert [action for _, action in mine] == (["patch"] if len(ends) == 1 else ["pull", "connect"])


def test_the_order_is_inside_then_by_row_then_by_length(job: Job) -> None:
    """Short cables to a row are laid before long ones."""
    rows = {c.name: c.row for c in job.fabric.cabinets}
    for sheet in sheets(job.fabric):
        titles = [part.title for part in sheet.parts]
        assert titles == sorted(titles, key=lambda title: (title != INSIDE, title))
        for part in sheet.parts:
            lengths = [float(line.length_m) for line in part.lines]
            assert lengths == sorted(lengths)
            assert len({rows[line.there.cabinet] for line in part.lines}) == 1


class Tags(HTMLParser):
    """Collects tags and text of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags, self.text = [], []

    def handle_starttag(self, tag: Any, attrs: Any) -> None:
        """Keep a tag and the names of its attributes."""
        self.tags.append((tag, tuple(name for name, _ in attrs)))

    def handle_data(self, data: Any) -> None:
        """Keep a text."""
        self.text.append(data)


def parsed(page: Any) -> Any:
    """Return the tags and the text of a page."""
    reader = Tags()
    reader.feed(page)
    return reader.tags, "".join(reader.text)


HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</table>",
    "{{ 7*7 }}",
    "&lt;b&gt;",
    "a</style>",
)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_never_markup(make_job: Any, write_files: Any, name: str) -> None:
    """The page has the tags that it has with harmless names, and shows the name as it is."""
    page = write_files(make_job("circulant:4:1", 0, labels=(name, "b", "c", "d")), "pull-sheets")
    plain = write_files(make_job("circulant:4:1", 0, labels=("a", "b", "c", "d")), "pull-sheets")
    tags, text = parsed(page["pull-sheets.html"])
    assert tags == parsed(plain["pull-sheets.html"])[0]
    assert name in text


def test_the_page_loads_and_runs_nothing(job: Job, write_files: Any) -> None:
    """No script, no link, no picture; the policy says so too."""
    page = write_files(job, "pull-sheets")["pull-sheets.html"]
    tags, _ = parsed(page)
    assert not {tag for tag, _ in tags} & {"script", "link", "img", "iframe", "object", "a", "form"}
    assert POLICY.replace("'", "&#39;") in page
