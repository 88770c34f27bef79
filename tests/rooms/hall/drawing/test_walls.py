"""Drawings of architects: map coordinates, loose walls with gaps, several rooms, names, cages."""

from pathlib import Path
from typing import Any

import ezdxf
import pytest
from defusedxml.ElementTree import fromstring

from netfloor.foundation.errors import InputError
from netfloor.rooms.hall import read_hall
from netfloor.rooms.hall.checks import hall_problems
from netfloor.rooms.hall.drawing.import_hall import import_hall, point_m

LAYERS = "outline=W,cabinets=R"
Line = tuple[tuple[float, float], ...]
#: A hall of 9 m by 6 m: a door of 1 m in the south wall, one of 2 m in the east wall.
WALLS: tuple[Line, ...] = (
    ((3, 0), (0, 0), (0, 6)),
    ((0, 6), (9, 6)),
    ((9, 6), (9, 4)),
    ((9, 2), (9, 0), (4, 0)),
)


class Sketch:
    """A drawing in metres, moved by some metres."""

    def __init__(self, by: tuple[float, float] = (0, 0)) -> None:
        self.by = by
        self.document = ezdxf.new("R2010", units=6)
        self.space = self.document.modelspace()

    def lines(self, lines: tuple[Line, ...], layer: str = "W") -> "Sketch":
        """Draw polylines, a line of one segment as a line."""
        for line in lines:
            points = [(x + self.by[0], y + self.by[1]) for x, y in line]
            self.space.add_lwpolyline(points, close=line[0] == line[-1], dxfattribs={"layer": layer})
        return self

    def rack(
        self, x: float, y: float, name: str = "", *, text: tuple[float, float] = (0.3, 0.5)
    ) -> "Sketch":
        """Draw a cabinet of 0.6 m by 1.2 m, and a text at some metres from its corner."""
        x, y = x + self.by[0], y + self.by[1]
        corners = [(x, y), (x + 0.6, y), (x + 0.6, y + 1.2), (x, y + 1.2)]
        self.space.add_lwpolyline(corners, close=True, dxfattribs={"layer": "R"})
        if name:
            at = x + text[0], y + text[1]
            self.space.add_text(name, dxfattribs={"layer": "R"}).set_placement(at)
        return self

    def read(self, folder: Path, layers: str = LAYERS, **asked: Any) -> tuple[Any, str]:
        """Return the hall and the notes of an import."""
        self.document.saveas(folder / "x.dxf")
        _, notes = import_hall(folder / "x.dxf", layers, "", folder / "x.toml", force=True, **asked)
        return read_hall(folder / "x.toml"), "\n".join(notes)


@pytest.mark.parametrize("by", [(0, 0), (455_000, 5_428_000), (-3_000_000.5, 20_000)])
def test_a_drawing_in_map_coordinates_is_the_same_hall(tmp_path: Path, by: tuple[float, float]) -> None:
    """Moved so that the least corner is 0, 0, and by how much is said."""
    sketch = Sketch(by).lines((((0, 0), (9, 0), (9, 6), (0, 6), (0, 0)),)).rack(2, 2, "K-7")
    hall, notes = sketch.read(tmp_path)
    assert hall.outline_mm == ((0, 0), (9000, 0), (9000, 6000), (0, 6000))
    assert [(one.name, one.centre_mm) for one in hall.cabinets] == [("K-7", (2300, 2600))]
    assert (f"{by[0]:,.3f} m in x" in notes) == ("map coordinates" in notes) == (by != (0, 0))


def test_what_is_far_from_the_walls_is_refused(tmp_path: Path) -> None:
    """Ten kilometres are more than any hall."""
    sketch = Sketch((455_000, 0)).lines((((0, 0), (9, 0), (9, 6), (0, 6), (0, 0)),)).rack(2, 2)
    with pytest.raises(InputError, match="stay within 10 km of 0, 0, or of the walls"):
        sketch.rack(-20_000, 0).read(tmp_path)


def test_gaps_between_walls_are_doors(tmp_path: Path) -> None:
    """Ends that lie ahead of each other are joined; the hall is whole, and its doors are in its walls."""
    hall, notes = Sketch().lines(WALLS).rack(2, 2).read(tmp_path)
    assert {frozenset((door.hinge_mm, door.jamb_mm)) for door in hall.doors} == {
        frozenset(((3000, 0), (4000, 0))),
        frozenset(((9000, 2000), (9000, 4000))),
    }
    assert set(hall.outline_mm) >= {(0, 0), (9000, 0), (9000, 6000), (0, 6000)}
    assert "2 gaps between ends of walls closed, 2 of them as doors" in notes
    assert hall_problems(hall) == ()


def test_a_wall_across_parts_the_floor(tmp_path: Path) -> None:
    """It ends at other walls, so it has no gap; the hall is the smallest area around all cabinets."""
    walls = (((0, 0), (9, 0), (9, 6), (0, 6), (0, 0)), ((4, 0), (4, 6)))
    sketch = Sketch().lines(walls).rack(6, 2, "one").rack(7, 2, "two")
    hall, _ = sketch.read(tmp_path)
    assert (min(x for x, _ in hall.outline_mm), hall.doors) == (4000, ())
    hall, _ = sketch.rack(1, 2, "three").read(tmp_path)
    assert (min(x for x, _ in hall.outline_mm), len(hall.cabinets)) == (0, 3)


def test_walls_of_two_lines_have_the_room_inside(tmp_path: Path) -> None:
    """The smallest area around the cabinets is the floor, not the wall's outer face."""
    outer = (((-0.3, -0.3), (9.3, -0.3), (9.3, 6.3), (-0.3, 6.3), (-0.3, -0.3)),)
    hall, notes = Sketch().lines((*WALLS, *outer)).rack(2, 2).read(tmp_path)
    assert max(x for x, _ in hall.outline_mm) == 9000
    assert "2 outlines: imported the one around 1 cabinet" in notes


def test_a_point_inside_chooses_the_hall(tmp_path: Path) -> None:
    """By the drawing's own coordinates; cabinets elsewhere are left out and counted."""
    rooms = (((0, 0), (4, 0), (4, 6), (0, 6), (0, 0)), ((5, 0), (9, 0), (9, 6), (5, 6), (5, 0)))
    sketch = Sketch((70_000, 0)).lines(rooms).rack(1, 1, "a").rack(6, 1, "b")
    with pytest.raises(
        InputError, match="several of 2 outlines contain 1 cabinets each; a hall has one; inside X,Y"
    ):
        sketch.read(tmp_path)
    hall, notes = sketch.read(tmp_path, inside_m=(70_006, 3))
    assert [one.name for one in hall.cabinets] == ["b"]
    assert "1 cabinet elsewhere left out" in notes
    with pytest.raises(InputError, match="no outline contains"):
        sketch.read(tmp_path, inside_m=(70_004.5, 3))


def test_names_are_attributes_of_blocks_or_texts_beside(tmp_path: Path) -> None:
    """An attribute first, then a text inside, then the nearest beside; sizes are no names."""
    sketch = Sketch().lines((((0, 0), (9, 0), (9, 6), (0, 6), (0, 0)),))
    block = sketch.document.blocks.new("RACK")
    block.add_lwpolyline([(0, 0), (0.6, 0), (0.6, 1.2), (0, 1.2)], close=True)
    insert = sketch.space.add_blockref("RACK", (1, 1), dxfattribs={"layer": "R"})
    insert.add_attrib("HEIGHT", "42", (1.2, 1.3))
    insert.add_attrib("RACK_NAME", "X 3000", (1.2, 1.6))
    sketch.rack(3, 1, "B-1").rack(5, 1, "C-1", text=(0.2, -0.4)).rack(6, 1, "42U").rack(7, 1)
    hall, notes = sketch.read(tmp_path)
    names = {one.x_mm: one.name for one in hall.cabinets}
    assert (names[1300], names[3300], names[5300]) == ("X 3000", "B-1", "C-1")
    assert "2 cabinets without a name" in notes
    by_block, _ = sketch.read(tmp_path, "outline=W,cabinets=block:rack")
    assert [one.name for one in by_block.cabinets] == ["X 3000"]


def test_fences_are_a_cage_with_a_door(tmp_path: Path) -> None:
    """Each straight piece is a keep-out, the gap between two ends a door in it."""
    fence = (((2, 1), (2, 4), (4, 4)), ((5, 4), (7, 4), (7, 1), (2, 1)))
    sketch = Sketch().lines((((0, 0), (9, 0), (9, 6), (0, 6), (0, 0)),)).lines(fence, "F").rack(3, 2)
    hall, _ = sketch.read(tmp_path, f"{LAYERS},fences=F")
    assert len(hall.keep_outs) == 5
    assert [{door.hinge_mm, door.jamb_mm} for door in hall.doors] == [{(4000, 4000), (5000, 4000)}]
    assert hall_problems(hall) == ()


def test_the_preview_draws_what_was_understood(tmp_path: Path) -> None:
    """Even of a file that is not usable yet: every cabinet by its name."""
    preview = tmp_path / "x.svg"
    Sketch().lines(WALLS).rack(2, 2, "K-7").read(tmp_path, preview=preview)
    drawn = fromstring(preview.read_text())
    assert [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")] == ["K-7"]
    assert len(list(drawn.iter("{http://www.w3.org/2000/svg}polygon"))) == 2


@pytest.mark.parametrize("text", ["", "1", "1,2,3", "a,b", "nan,1"])
def test_a_point_is_two_numbers(text: str) -> None:
    """Of metres."""
    with pytest.raises(InputError, match="is not a point"):
        point_m(text)


def test_an_open_outline_of_a_cabinet_is_refused(tmp_path: Path) -> None:
    """Gaps are doors in walls alone: a cabinet's sides are not joined over one."""
    sides = ((2.3, 2), (2, 2), (2, 3.2), (2.6, 3.2), (2.6, 2), (2.4, 2))
    sketch = Sketch().lines((((0, 0), (9, 0), (9, 6), (0, 6), (0, 0)),)).lines((sides,), "R")
    with pytest.raises(InputError, match=r"a line is open at \(2\.\d m, 2 m\).*; close it$"):
        sketch.read(tmp_path)


@pytest.mark.parametrize(
    "corners",
    [
        ((2, 2), (2.6, 2.1), (2.6, 3.3), (2, 3.2)),  # opposite sides alike
        ((2, 2), (2.6, 2), (2.5, 3.2), (2.1, 3.2)),  # diagonals alike
        ((2, 2), (2.6, 2), (2.6, 3.2)),
    ],
)
def test_cabinets_are_rectangles(tmp_path: Path, corners: Line) -> None:
    """A skewed one, a trapezium and a triangle are refused with their place."""
    sketch = Sketch().lines((((0, 0), (9, 0), (9, 6), (0, 6), (0, 0)),))
    sketch.lines(((*corners, corners[0]),), "R")
    with pytest.raises(InputError, match=r"the polygon at \(2 m, 2 m\) is not a rectangle; draw cabinets"):
        sketch.read(tmp_path)
