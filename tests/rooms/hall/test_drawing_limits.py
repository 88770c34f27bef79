"""Drawings that would take for ever: refused by work that is counted, never by a clock."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import ezdxf
import pytest

from netfloor.foundation import sizes
from netfloor.foundation.errors import InputError
from netfloor.rooms.hall.drawing.import_hall import import_hall

LAYERS = "outline=W,cabinets=R"
Draw = Callable[[Any, Any], None]


def _rack(space: Any, x: float, y: float) -> None:
    corners = [(x, y), (x + 600, y), (x + 600, y + 1200), (x, y + 1200)]
    space.add_lwpolyline(corners, close=True, dxfattribs={"layer": "R"})


def _imported(folder: Path, draw: Draw, layers: str = LAYERS) -> dict[str, Any]:
    """Import a drawing of a floor with one cabinet and what is drawn besides."""
    document = ezdxf.new()
    document.header["$INSUNITS"] = 4
    space = document.modelspace()
    floor = [(0, 0), (50_000, 0), (50_000, 30_000), (0, 30_000)]
    space.add_lwpolyline(floor, close=True, dxfattribs={"layer": "W"})
    _rack(space, 1000, 1000)
    draw(document, space)
    document.saveas(folder / "x.dxf")
    return import_hall(folder / "x.dxf", layers, "", folder / "x.toml", force=True)[0]["found"]


def test_a_block_that_holds_itself_is_drawn_once(tmp_path: Path) -> None:
    """Itself, or by way of another block: what it holds besides is read."""

    def draw(document: Any, space: Any) -> None:
        for name, inside in (("A", "B"), ("B", "A"), ("C", "C")):
            block = document.blocks.new(name)
            _rack(block, {"A": 3000, "B": 5000, "C": 7000}[name], 1000)
            for _ in range(10):
                block.add_blockref(inside, (0, 0))
        for name in "AC":
            space.add_blockref(name, (0, 0))

    assert _imported(tmp_path, draw)["cabinets"] == 1 + 1 + 10 + 1


def test_a_block_in_rows_and_columns_is_drawn_in_each(tmp_path: Path) -> None:
    """As AutoCAD's MINSERT means it."""

    def draw(document: Any, space: Any) -> None:
        _rack(document.blocks.new("A"), 0, 0)
        rows = {"row_count": 2, "column_count": 3, "row_spacing": 3000, "column_spacing": 700}
        space.add_blockref("A", (5000, 5000), dxfattribs=rows)

    assert _imported(tmp_path, draw)["cabinets"] == 1 + 6


def _nested(document: Any, space: Any) -> None:
    document.blocks.new("B0")
    for level in range(1, 8):
        block = document.blocks.new(f"B{level}")
        for _ in range(20):
            block.add_blockref(f"B{level - 1}", (0, 0))
    space.add_blockref("B7", (0, 0))


def _endless_rows(document: Any, space: Any) -> None:
    document.blocks.new("A")
    rows = {"row_count": 30_000, "column_count": 30_000, "row_spacing": 1, "column_spacing": 1}
    space.add_blockref("A", (0, 0), dxfattribs=rows)


def _long_lines(document: Any, space: Any) -> None:
    line = [(i, i % 2) for i in range(20_000)]
    document.blocks.new("A").add_lwpolyline(line, dxfattribs={"layer": "X"})
    rows = {"row_count": 6, "column_count": 6, "row_spacing": 1, "column_spacing": 1}
    space.add_blockref("A", (0, 0), dxfattribs=rows)


def _circles(_: Any, space: Any) -> None:
    for i in range(20):
        space.add_circle((i, 0), 9_000_000, dxfattribs={"layer": "P"})


def _tangle(_: Any, space: Any) -> None:
    for i in range(1000):
        space.add_line((i, 0), (1000 - i, 20_000), dxfattribs={"layer": "R"})


@pytest.mark.parametrize(
    ("draw", "layers", "what"),
    [
        (_nested, LAYERS, "entities"),
        (_endless_rows, LAYERS, "entities"),
        (_long_lines, LAYERS, "entities"),
        (_circles, f"{LAYERS},pillars=P", "points on its curves"),
        (_tangle, LAYERS, "places where loose lines may cross"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_endless_work_is_refused_with_the_estimate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, draw: Draw, layers: str, what: str
) -> None:
    """Blocks of blocks, of nothing too, of few long lines; circles of 9 km; a tangle of loose lines."""
    monkeypatch.setattr(sizes, "MAX_SECONDS", 0.1)
    with pytest.raises(InputError, match=f"x.dxf.*{what}.*would take at least [0-9,]+ s.*force-size"):
        _imported(tmp_path, draw, layers)
