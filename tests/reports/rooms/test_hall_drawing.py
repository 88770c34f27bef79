"""Drawings of halls: everything is on the page, at one scale, where the hall has it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.patches import Polygon

from netfloor.reports.rooms import hall_drawing
from netfloor.reports.rooms.hall_drawing import HallView, hall_svg
from netfloor.rooms.hall import read_hall

HALL = """schema = 1
hall = {{ outline_m = [[0, 0], [{wide}, 0], [{wide}, {deep}], [0, {deep}]] }}
[[row]]
name = "A"
start_m = [2, 3]
count = 4
units = 42
liquid_limit_w = 9000
manifold = "{manifold}"
[[row]]
name = "B"
start_m = [2, 5.2]
count = 4
front = "right"
[[tray]]
name = "long-way"
height_m = 3
points_m = [[1, 1], [1, 4], [8, 4]]
[[keep_out]]
name = "wide"
corners_m = [[5, 1], [8, 1], [8, 2], [5, 2]]
[[keep_out]]
name = "tall"
corners_m = [[7, 5], [8, 5], [8, 9], [7, 9]]
"""
DOORS = "".join(
    f'[[door]]\nname = "{swing}"\nhinge_m = [{x}, 0]\njamb_m = [{x + 1}, 0]\nswing = "{swing}"\n'
    for x, swing in ((1, "in"), (3, "out"), (5, "none"))
)
Drawn = Callable[..., tuple[Any, Any]]


@pytest.fixture
def drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """Return a function that draws a hall and returns it with the figure."""
    figures = list[Any]()
    monkeypatch.setattr(hall_drawing, "svg_text", lambda figure, *_, **__: figures.append(figure) or "")

    def draw(wide: float = 9, deep: float = 9, manifold: str = "left") -> tuple[Any, Any]:
        path = tmp_path / "hall.toml"
        path.write_text(HALL.format(wide=wide, deep=deep, manifold=manifold) + DOORS)
        hall = read_hall(path)
        hall_svg(HallView(hall), "A hall")
        return hall, figures[-1]

    return draw


@pytest.mark.parametrize(("wide", "deep"), [(9, 9), (30, 9), (9, 60), (90, 9), (12, 120)])
def test_a_hall_is_all_on_a_page_that_can_be_printed(wide: float, deep: float, drawn: Drawn) -> None:
    """Walls, trays and doors stand apart from the page's edge; both ways have one scale."""
    _, figure = drawn(wide, deep)
    (axes,) = figure.axes
    left, right, low, top = *axes.get_xlim(), *axes.get_ylim()
    assert left < -0.5
    assert low < -0.5
    assert right > wide + 0.5
    assert top > deep + 0.5
    page_wide, page_deep = figure.get_size_inches()
    assert 6 < page_wide <= 40
    assert page_deep < 82
    box = axes.get_position(original=True)
    scales = [box.width * page_wide / (right - left), box.height * page_deep / (top - low)]
    assert scales[0] == pytest.approx(scales[1])
    assert 0 < box.x0 < box.x1 <= 1
    assert 0 < box.y0 < box.y1 <= 1


def test_doors_swing_where_they_open(drawn: Drawn) -> None:
    """Into the hall, out of it, or not at all."""
    _, figure = drawn()
    patches = [one.get_xy() for one in figure.axes[0].patches if type(one) is Polygon]
    swings = [points for points in patches if points[:, 1].min() in (0, -1) and len(points) > 5]
    found = sorted((points[:, 0].min(), points[:, 1].max() > 0.5) for points in swings)
    assert found == [(pytest.approx(1), True), (pytest.approx(3), False)]


@pytest.mark.parametrize(("manifold", "side"), [("left", 1), ("right", -1)])
def test_cabinets_have_their_fronts_names_and_manifolds(manifold: str, side: int, drawn: Drawn) -> None:
    """Row A looks up and B down, by an edge inside each; names lie in them, left is of who faces it."""
    hall, figure = drawn(manifold=manifold)
    (axes,) = figure.axes
    boxes, fronts, liquid = axes.collections
    names = {one.get_text(): one for one in axes.texts}
    scale = 72 * axes.get_position(original=True).width * figure.get_figwidth() / np.ptp(axes.get_xlim())
    for cabinet, box, front in zip(hall.cabinets, boxes.get_paths(), fronts.get_segments(), strict=True):
        size, middle = np.ptp(box.vertices, axis=0), (cabinet.x_mm / 1000, cabinet.y_mm / 1000)
        assert (box.vertices.min(axis=0) + size / 2).tolist() == pytest.approx(middle)
        off = front.mean(axis=0) - middle
        assert abs(off[0]) < 1e-9
        assert size[1] / 3 < off[1] * (1 if cabinet.row == "A" else -1) < size[1] / 2
        name = names[cabinet.name]
        assert name.get_position() == middle
        along, across = (size[1], size[0]) if name.get_rotation() % 180 == 90 else size
        assert along * scale / 4 < len(cabinet.name) * 0.6 * name.get_fontsize() < along * scale
        assert name.get_fontsize() < across * scale
    edges = [edge.mean(axis=0) for edge in liquid.get_segments()]
    cooled = [one for one in hall.cabinets if one.row == "A"]
    for one, (x, y) in zip(cooled, edges, strict=True):
        assert 0.1 < side * (x - one.x_mm / 1000) < one.width_mm / 2000
        assert y == pytest.approx(one.y_mm / 1000)


def test_names_lie_along_what_they_name(drawn: Drawn) -> None:
    """That of a tray on its longest part, off the middle; that of an area across it where it is wide."""
    _, figure = drawn()
    (axes,) = figure.axes
    found = {one.get_text(): (*one.get_position(), one.get_rotation()) for one in axes.texts}
    x, y, turn = found["long-way 3 m"]
    assert (y, turn) == (pytest.approx(4), 0)
    assert 2 < x < 4
    assert found["wide"] == (pytest.approx(6.5), pytest.approx(1.5), 0)
    assert found["tall"] == (pytest.approx(7.5), pytest.approx(7), 90)
