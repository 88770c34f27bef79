"""The floor with the cables that two plans add, remove and move."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from netfloor.fabric.fabric import OTHER, PANEL, PDU, SERVER, STORAGE, SWITCH, Cable, Fabric
from netfloor.foundation.display.charts import COLOURS, GREY, INK
from netfloor.foundation.wording import count_text, join_words
from netfloor.plans.diff import PlanDiff
from netfloor.reports.formats.axes import metre_axes
from netfloor.reports.formats.svg import Words, drawing, svg_text
from netfloor.reports.rooms.cable_matrix import steps
from netfloor.reports.rooms.floorplan import LINES_BELOW, ScaleOf, add_cabinets, add_scale

_WIDTH_IN = 7.2
#: Kind of line, colour, dashes and legend label, in drawing order.
_LINES: tuple[tuple[str, str, Any, str], ...] = (
    ("removed", COLOURS[1], (0, (2, 1.5)), "removed"),
    ("before", COLOURS[4], (0, (1, 1.5)), "moved: before"),
    ("after", COLOURS[0], "-", "moved: after"),
    ("relengthed", COLOURS[3], (0, (5, 1.5)), "length or type only"),
    ("added", COLOURS[2], "-", "added"),
)

Point = tuple[float, float]
#: Display names of kinds of devices that differ from the key.
_NOUNS = {PDU: "PDU", STORAGE: "storage device", OTHER: "other device", PANEL: "patch panel"}


@dataclass(frozen=True)
class DiffFloor:
    """Centres (x, y) of the cabinets of two plans by name, and the cabinets in use."""

    old_mm: Mapping[str, Point]
    new_mm: Mapping[str, Point]
    pitch_mm: tuple[int, int]  # smallest distance between cabinets along a row and across rows
    old_occupied: frozenset[str]
    new_occupied: frozenset[str]


def diff_svg(
    diff: PlanDiff, floor: DiffFloor, title: str, prefix: str = "diff-", *, standalone: bool = True
) -> str:
    """Return the floor with added, removed and moved cables, as an SVG file or for embedding in HTML."""
    lines = _lines(diff, floor)
    everything = [*floor.old_mm.values(), *floor.new_mm.values()] or [(0.0, 0.0)]
    half = np.array(floor.pitch_mm) / 2
    low = np.minimum(np.array(everything).min(axis=0) - half, 0) / 1000
    high = (np.array(everything).max(axis=0) + half) / 1000
    wide, deep = (max(float(m), 0.1) for m in high - low)
    plan_in = float(np.clip(0.76 * _WIDTH_IN * deep / wide, 0.8, 8.0))
    height = plan_in + 1.35
    with drawing(_WIDTH_IN, height) as figure:
        axes = figure.add_axes((0.09, 1.15 / height, 0.76, plan_in / height))
        axes.set(xlim=(low[0], low[0] + wide), ylim=(low[1] + deep, low[1]), aspect="equal")
        metre_axes(axes, "along a row", "across the rows")
        _draw_cabinets(axes, floor)
        many = sum(len(segments) for _, segments in lines) >= LINES_BELOW
        if many:
            _shade_changed(figure, axes, diff, floor)
        else:
            for style, segments in lines:
                _draw_lines(axes, segments, style)
        if many:
            figure.text(0.5, 0.35 / height, alt_text(diff), ha="center", fontsize=8.5)
        else:
            _add_key(figure, [(style, len(segments)) for style, segments in lines])
        return svg_text(figure, Words(title, alt_text(diff)), prefix, standalone=standalone)


def _lines(diff: PlanDiff, floor: DiffFloor) -> list[tuple[tuple[str, str, Any, str], list[list[Point]]]]:
    """Return the lines of each kind in metres; cables within a cabinet have none."""
    result: dict[str, list[list[Point]]] = {kind: [] for kind, *_ in _LINES}

    sides = {"old": (diff.old.fabric, floor.old_mm), "new": (diff.new.fabric, floor.new_mm)}

    def add(kind: str, cable: Cable | None, when: str) -> None:
        fabric, where = sides[when]
        a, b = ("", "") if cable is None else _cabinets(fabric, cable)
        if a != b and a in where and b in where:
            result[kind].append([(x / 1000, y / 1000) for x, y in (where[a], where[b])])

    for change in diff.cables:
        was, will = diff.old_cable(change), diff.new_cable(change)
        if was is None:
            add("added", will, "new")
        elif will is None:
            add("removed", was, "old")
        elif "moved" in change.kinds:
            add("before", was, "old")
            add("after", will, "new")
        elif change.touched:
            add("relengthed", will, "new")
    return [(style, result[style[0]]) for style in _LINES]


def _cabinets(fabric: Fabric, cable: Cable) -> tuple[str, str]:
    """Return the cabinets at both ends of a cable."""
    return fabric.cabinet_name(cable.a.device), fabric.cabinet_name(cable.b.device)


def _draw_cabinets(axes: Any, floor: DiffFloor) -> None:
    """Draw every cabinet once, at its new place if it has one; cabinets in use are filled."""
    places = {**floor.old_mm, **floor.new_mm}
    groups: dict[tuple[bool, bool], list[Point]] = {}
    for name, middle in places.items():
        state = name in floor.old_occupied, name in floor.new_occupied
        groups.setdefault(state, []).append(middle)
    for (before, after), middles in groups.items():
        fill = (GREY, 0.5) if before and after else (COLOURS[2], 0.35) if after else "none"
        edge = COLOURS[1] if before and not after else GREY
        add_cabinets(axes, np.array(middles) / 1000, floor.pitch_mm, fill=fill, edge=edge, many=len(places))


def _shade_changed(figure: Any, axes: Any, diff: PlanDiff, floor: DiffFloor) -> None:
    """Colour every cabinet by the number of its cables that change, including internal ones."""
    counts: Counter[str] = Counter()
    for change in diff.cables:
        if change.touched:
            sides = ((diff.old, diff.old_cable(change)), (diff.new, diff.new_cable(change)))
            named = [_cabinets(side.fabric, own) for side, own in sides if own is not None]
            counts.update(list(dict.fromkeys(name for both in named for name in both if name)))
    places, names = {**floor.old_mm, **floor.new_mm}, list(counts)
    shades, norm = steps(1, max(counts.values()) + 1, whole=True)
    fills = [shades.colors[step] for step in norm([counts[name] for name in names])]
    middles = np.array([places[name] for name in names]) / 1000
    add_cabinets(axes, middles, floor.pitch_mm, fill=fills, edge=GREY, many=len(places))
    add_scale(figure, axes, ScaleOf(norm, shades), "changed cables per cabinet")


def _draw_lines(axes: Any, segments: Sequence[Sequence[Point]], style: tuple[str, str, Any, str]) -> None:
    from matplotlib.collections import LineCollection  # noqa: PLC0415

    look: dict[str, Any] = {"colors": style[1], "linestyles": [style[2]], "linewidths": 0.9, "alpha": 0.9}
    if segments:
        axes.add_collection(LineCollection(list(segments), zorder=2, **look), autolim=False)


def _add_key(figure: Any, counts: Sequence[tuple[tuple[str, str, Any, str], int]]) -> None:
    from matplotlib.lines import Line2D  # noqa: PLC0415
    from matplotlib.patches import Patch  # noqa: PLC0415

    handles: list[Any] = [
        Line2D([], [], color=colour, linestyle=dashes, label=f"{words} ({number:,})")
        for (_, colour, dashes, words), number in counts
        if number
    ]
    handles += [
        Patch(facecolor=(GREY, 0.5), edgecolor=GREY, label="in use before and after"),
        Patch(facecolor=(COLOURS[2], 0.35), edgecolor=GREY, label="newly in use"),
        Patch(facecolor="none", edgecolor=COLOURS[1], label="no longer in use"),
    ]
    figure.legend(handles=handles, loc="lower center", ncols=4, fontsize=8, labelcolor=INK)


def alt_text(diff: PlanDiff) -> str:
    """Return the alt text of the picture."""
    if diff.is_empty:
        return "The two plans are equal."
    changes = [
        f"{count_text(len(diff.of_kind(kind)), 'cable')} {word}"
        for kind, word in (("added", "added"), ("removed", "removed"), ("moved", "moved"))
    ]
    moves = [
        f"{count_text(moved, _NOUNS.get(kind, kind))} moved"
        for kind in diff.kinds_of_devices()
        if (moved := sum("moved" in device.kinds for device in diff.of_devices(kind)))
        or _is_told(diff, kind)
    ]
    return f"{join_words(changes)}; {join_words(moves)}."


def _is_told(diff: PlanDiff, kind: str) -> bool:
    """Return whether the alt text states that no device of a kind moved."""
    return kind == SWITCH or (kind == SERVER and any(diff.account["servers"].values()))
