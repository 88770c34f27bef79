"""Charts and tables have room for long names: measured in the type that charts are set in."""

import re
from itertools import combinations

import matplotlib as mpl
import pytest
from defusedxml.ElementTree import fromstring
from PIL import ImageFont

from netfloor.reports.formats.axes import name_label
from netfloor.reports.formats.bars import Bar, bars_svg
from netfloor.reports.formats.document import Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.html import page
from netfloor.reports.formats.svg import Words, drawing, svg_text
from netfloor.reports.formats.table import Table
from netfloor.reports.formats.text import one_line

NAME = "cluster-{}-of-the-eastern-hall-with-sixty-characters-in-its-name"
FONT = f"{mpl.get_data_path()}/fonts/ttf/DejaVuSans.ttf"


def boxes(svg: str) -> list[tuple[str, tuple[float, float, float, float]]]:
    """Return left, top, right and bottom of each level text of a picture, in its own units."""
    found = []
    for element in fromstring(svg).iter():
        if not element.tag.endswith("text") or "rotate(-90" in element.get("transform", ""):
            continue
        size = float(element.get("font-size", "9px").removesuffix("px"))
        wide = ImageFont.truetype(FONT, 100).getlength(element.text or "") * size / 100
        moved = re.match(r"translate\(([-\d.]+)[ ,]([-\d.]+)\)", element.get("transform", ""))
        x, y = map(float, moved.groups()) if moved else (float(element.get(key, "0")) for key in "xy")
        left = x - wide * {"middle": 0.5, "end": 1.0}.get(element.get("text-anchor", ""), 0.0)
        found.append((element.text or "", (left, y - 0.75 * size, left + wide, y)))
    return found


def check_room(svg: str) -> None:
    """Fail if a text leaves the picture or lies on another one."""
    x, y, width, height = map(float, fromstring(svg).get("viewBox", "").split())
    every = boxes(svg)
    for text, (left, top, right, bottom) in every:
        assert x - 0.5 <= left < right <= x + width + 0.5, text
        assert y - 0.5 <= top < bottom <= y + height + 0.5, text
    for (one, a), (other, b) in combinations(every, 2):
        across = min(a[2], b[2]) - max(a[0], b[0])
        down = min(a[3], b[3]) - max(a[1], b[1])
        assert not (across > 1 and down > 1), (one, other)


@pytest.mark.parametrize("name", [NAME, "W" * 58 + "{}", "short {}"])
def test_names_of_bars_are_whole_and_apart(name: str) -> None:
    """Names of 60 characters, however wide, in two lines; nothing is cut or lies on a neighbour."""
    names = [name.format(n) for n in range(4)]
    bars = [Bar(one, 10.0**n, f"{10**n:,} metres of cable") for n, one in enumerate(names)]
    svg = bars_svg(bars, "cable (m)", Words("bars", "bars"), "a-")
    check_room(svg)
    drawn = "".join(text for text, _ in boxes(svg))
    for one in names:
        lines = name_label(one).split("\n")
        assert all(line in drawn for line in lines)
        assert len(one) > 60 or "".join(lines).replace(" ", "") == one.replace(" ", "")


def test_a_picture_grows_for_what_stands_out_of_it() -> None:
    """A label beyond the edge makes the picture larger; one that fits leaves it as it was asked for."""
    sizes = []
    for text in ("fits", NAME):
        with drawing(4, 2) as figure:
            axes = figure.add_axes((0.3, 0.3, 0.6, 0.6))
            axes.set_yticks([0, 1], [text, "other"])
            svg = svg_text(figure, Words("t", "d"), "a-")
        check_room(svg)
        sizes.append([float(part) for part in fromstring(svg).get("viewBox", "").split()][2:])
    assert sizes[0] == [288, 144]
    assert sizes[1][0] > 400


def test_names_that_differ_at_their_end_stay_different() -> None:
    """The middle of a name that is too long is left out."""
    assert one_line(NAME.format(1) + "-a", 40) != one_line(NAME.format(1) + "-b", 40)
    assert all(len(one_line("x" * 90, limit)) == limit for limit in (2, 3, 28, 29))
    assert one_line("x" * 28, 28) == "x" * 28


def test_long_heads_of_columns_can_be_broken() -> None:
    """After each 16 characters at most, without a sign more when they are copied; words are not broken."""
    table = Table("T", ("name", "Bisection found", NAME, "x" * 40), [("a", "b", "c", "d")])
    text = page(ReportHead("Page"), "One sentence.", [Section("a", "A", tables=(table,))])
    heads = re.findall(r'<th scope="col"[^>]*>(.*?)</th>', text)
    assert [head.replace("<wbr>", "") for head in heads] == list(table.heads)
    assert heads[:2] == list(table.heads[:2])
    assert all(len(part) <= 16 for head in heads for part in re.split("<wbr>| ", head))
