"""What a report says first: sentence, figures and picture, before everything else."""

import re

from netfloor.reports.formats import html, markdown
from netfloor.reports.formats.document import Chart, FirstPage, Section
from netfloor.reports.formats.head import ReportHead

FIRST = FirstPage(
    "It costs <least>.",
    (("Money", "1,000.00 USD"), ("Cable", "20 m"), ("Power", "3 W")),
    Chart("What it costs", lambda prefix: f'<svg id="{prefix}x"></svg>'),
    "Ask for offers.",
    ("And so on.",),
)
HEAD = ReportHead(title="A report", command="netfloor x")


def test_the_answer_stands_before_all_else() -> None:
    """Sentence, doubt, three figures and one picture come in this order, then the head and the sections."""
    page = html.page(HEAD, FIRST, [Section("more", "More", ("Prose.",))])
    order = ["It costs &lt;least&gt;.", "Ask for offers.", "1,000.00 USD", "20 m", "3 W", 'id="answer-x"']
    order += ["And so on.", "netfloor x", "Prose."]
    body = page[page.index("<body>") :]
    places = [body.index(text) for text in order]
    assert places == sorted(places)
    first = re.search(r'<div class="answer">(.*?)\n</div>\n<', body, re.DOTALL)
    assert first is not None
    assert [text in first[1] for text in order] == [True] * 6 + [False] * 3


def test_markdown_says_the_same() -> None:
    """The same sentences and figures lead the Markdown report; a text alone is an answer too."""
    page = markdown.page(HEAD, FIRST, [])
    assert "It costs &lt;least&gt;. Ask for offers. And so on." in page
    assert "- Money: 1,000.00 USD\n- Cable: 20 m\n- Power: 3 W" in page
    assert markdown.page(HEAD, "Nothing.", []).startswith("# A report\n\nNothing.\n")
