"""Floor plans: valid pictures of any room, small with many cables."""

import itertools
import re
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from defusedxml.ElementTree import fromstring
from matplotlib.figure import Figure

from netfloor.foundation.display.charts import INK
from netfloor.reports.formats.palette import PAPER, colour_class
from netfloor.reports.rooms.cable_matrix import MAX_GROUPS, cable_matrix
from netfloor.reports.rooms.floorplan import LINES_BELOW, FloorDrawing, floorplan_svg, shade_cabinets

SVG = "{http://www.w3.org/2000/svg}"
Drawings = Callable[..., FloorDrawing]


def ids_of(root: Any) -> list[str]:
    """Return all ids of a picture."""
    return [element.get("id") for element in root.iter() if element.get("id")]


def many_cables(drawing_of: Drawings, copies: int) -> FloorDrawing:
    """Return a plan in which every cable stands so many times."""
    floor = drawing_of(6, 20)
    cables, length = np.tile(floor.cables, (copies, 1)), np.tile(floor.length_mm, copies)
    return replace(floor, cables=cables, length_mm=length)


def test_file_is_wellformed_with_unique_ids(drawing_of: Drawings) -> None:
    """The file is XML in the SVG name space, and no id stands twice."""
    root = fromstring(floorplan_svg(drawing_of(), "A plan"))
    assert root.tag == f"{SVG}svg"
    assert len(ids_of(root)) == len(set(ids_of(root)))


def test_every_cable_between_cabinets_is_drawn(drawing_of: Drawings) -> None:
    """Five used cabinets, each joined to each: ten lines; the five inside are not lines."""
    floor = drawing_of()
    with_cables = floorplan_svg(floor, "A plan").count("<path")
    inside = floor.cables[:, 0] == floor.cables[:, 1]
    only_inside = replace(floor, cables=floor.cables[inside], length_mm=floor.length_mm[inside])
    scale_and_lines = with_cables - floorplan_svg(only_inside, "A plan").count("<path")
    assert int((~inside).sum()) == 10
    assert scale_and_lines >= 10


def test_empty_room_is_drawn(drawing_of: Drawings) -> None:
    """A room without cables has no colour scale and says that there are none."""
    text = floorplan_svg(drawing_of(cables=False), "Empty")
    assert "no cables" in text
    assert "cable length (m)" not in text


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 60), (40, 1)])
def test_room_of_any_shape_is_drawn(drawing_of: Drawings, rows: int, columns: int) -> None:
    """One cabinet, one row and one column are rooms."""
    fromstring(floorplan_svg(drawing_of(rows, columns), "Thin"))


def test_room_without_cabinets_or_pitch_is_drawn() -> None:
    """What a room file may describe at its worst still gives a picture."""
    none = np.zeros((0, 2), dtype=np.int32)
    floor = FloorDrawing(1, 1, 0, 0, none, none[:, 0], none, none[:, 0].astype(np.int64))
    fromstring(floorplan_svg(floor, "Nothing"))


def test_many_cables_become_a_matrix(drawing_of: Drawings) -> None:
    """From the limit on no cable is a line: a matrix says where they run, and the file stops growing."""
    floor, more = many_cables(drawing_of, 1), many_cables(drawing_of, 3)
    assert len(floor.length_mm) > LINES_BELOW
    text = floorplan_svg(more, "Dense")
    assert "Cables between cabinets" in text
    assert text.count("<path") < LINES_BELOW + 2 * len(floor.occupied)
    assert len(text) < 1.5 * len(floorplan_svg(floor, "Dense"))
    assert "Cables between cabinets" not in floorplan_svg(drawing_of(), "Few")


@pytest.mark.parametrize("shape", [(1, 30), (3, 5), (6, 20), (70, 2), (130, 4)])
def test_the_matrix_counts_every_cable(shape: tuple[int, int]) -> None:
    """Counted by hand: each cable once in its square and once in the mirrored one, in at most 48 groups."""
    rows, columns = shape
    random = np.random.default_rng(1)
    row, along = np.divmod(np.arange(rows * columns), columns)
    cables = random.integers(0, rows * columns, (500, 2))
    used = np.zeros(rows * columns, dtype=bool)
    used[cables.ravel()] = True
    found = cable_matrix(row, along, cables, used, [f"R{number}" for number in range(rows)])
    assert len(found.counts) <= MAX_GROUPS
    assert (found.counts == found.counts.T).all()
    assert np.triu(found.counts).sum() == len(cables)
    assert len(found.starts) == len(found.names) <= rows
    if found.group_words == "cabinet":
        places = np.flatnonzero(used)
        for a, b in itertools.combinations(range(len(places)), 2):
            pairs = np.sort(cables, axis=1) == (places[a], places[b])
            assert found.counts[a, b] == pairs.all(axis=1).sum()


def test_cabinets_stand_where_the_room_has_them(drawing_of: Drawings) -> None:
    """Row and column place each box in its cell of the floor; those chosen have their colours."""
    floor, axes, seen = drawing_of(3, 4), Figure().add_subplot(), []
    chosen = np.array([1, 6])
    shade_cabinets(axes, floor, chosen, ["red", "lime"])
    for boxes in axes.collections:
        colours = boxes.get_facecolor().tolist()
        for number, box in enumerate(boxes.get_paths()):
            (left, top), (right, bottom) = box.vertices.min(axis=0), box.vertices.max(axis=0)
            column, row = int(left // 0.6), int(top // 2)
            assert 0.6 * column < left < right < 0.6 * (column + 1)
            assert 2 * row < top < bottom < 2 * (row + 1)
            seen.append((row, column))
            if colours:
                red_or_lime = [[1, 0, 0, 1], [0, 1, 0, 1]].index(colours[number])
                assert [row, column] == floor.cabinets[chosen[red_or_lime]].tolist()
    assert sorted(seen) == [tuple(one) for one in floor.cabinets.tolist()]


def test_inline_picture_names_no_address(drawing_of: Drawings) -> None:
    """Within HTML there is no name space and every id has the prefix."""
    text = floorplan_svg(many_cables(drawing_of, 1), "Inline", "p7-", standalone=False)
    assert "http" not in text
    assert all(name.startswith("p7-") for name in re.findall(r'\bid="([^"]+)"', text))


def test_a_page_may_change_every_colour(drawing_of: Drawings) -> None:
    """Within a page each colour of the palette has its class, and no shape a style of its own."""
    root = fromstring(floorplan_svg(drawing_of(), "Ink", "p-", standalone=False))
    for element in root.iter():
        for name in ("fill", "stroke"):
            colour = colour_class(name, element.get(name) or "")
            assert not colour or colour in str(element.get("class")).split()
        assert element.get("style") is None
    assert colour_class("stroke", INK) in {element.get("class") for element in root.iter()}


def test_a_file_needs_no_style_sheet(drawing_of: Drawings) -> None:
    """A viewer that ignores CSS sees paper behind everything, and every colour and font in attributes."""
    text = floorplan_svg(drawing_of(), "On its own")
    assert not re.search(r"currentColor|style=|<style|class=", text)
    behind = next(
        element for element in fromstring(text) if element.tag not in {f"{SVG}title", f"{SVG}desc"}
    )
    size = fromstring(text).get("viewBox").split()[2:]
    assert behind.tag == f"{SVG}rect"
    assert [behind.get("fill"), behind.get("width"), behind.get("height")] == [PAPER, *size]
    letters = list(fromstring(text).iter(f"{SVG}text"))
    assert letters
    assert all(element.get("font-size") and element.get("fill") == INK for element in letters)


@pytest.mark.parametrize("title", ["<script>x</script>", "a & b ]]> \x00", "$\\frac$"])
def test_title_is_text(drawing_of: Drawings, title: str) -> None:
    """A title reads back as text, whatever it holds."""
    root = fromstring(floorplan_svg(drawing_of(), title))
    assert root.find(f"{SVG}title").text.startswith(title[:5])
    assert root.find(f".//{SVG}script") is None


def test_same_drawing_same_bytes_from_any_thread(drawing_of: Drawings) -> None:
    """Two threads at once draw what one thread draws alone."""
    floor, drawn = drawing_of(), []
    alone = floorplan_svg(floor, "Twice")
    threads = [
        threading.Thread(target=lambda: drawn.append(floorplan_svg(floor, "Twice"))) for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert drawn == [alone, alone]
