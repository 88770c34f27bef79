"""The report of a planning run: answer, room, cables, trays, servers, parts, assumptions."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from costmodels.bundles import bundle_figures, make_bundles
from costmodels.catalogue.link_choice import MEDIA
from costmodels.trunks import Trunk, cover_bundles
from foundation.units import mm_to_metres
from layout.hosts import RULES
from layout.result import relative_gap
from netfloor.bom_rows import bom_rows
from netfloor.hall_plan_drawing import drawing_inline
from netfloor.hall_plan_loads import load_rows
from netfloor.hall_plan_money import ownership_of
from reports.bom_section import bom_section
from reports.document import Cell, Chart, Section, Table, numbers, words
from reports.html_report import page
from reports.ownership_section import ownership_section
from reports.text import one_line
from rooms.hall.hall import Hall

if TYPE_CHECKING:
    from netfloor.hall_plan_run import HallPlan

#: Tray segments and cabinets that a table lists at most.
MOST_ROWS = 20


#: What bundles join, and the group of each cabinet; None: itself.
_Group = tuple[str, list[int] | None]


def hall_plan_page(plan: "HallPlan") -> str:
    """Return the whole page."""
    title = plan.request.title or f"{plan.topology.name} in {plan.room.name}"
    parts = [
        _room(plan),
        _cables(plan),
        _trays(plan),
        _bundles(plan),
        _servers(plan),
        bom_section(bom_rows(plan.made), plan.made.bom.currency),
        *(ownership_section(owned) for owned in [ownership_of(plan)] if owned is not None),
        _assumptions(plan),
    ]
    return page(title, answer(plan), [part for part in parts if not part.is_empty])


def answer(plan: "HallPlan") -> str:
    """Return the outcome in a few sentences."""
    summary, counts, cables = plan.bom["summary"], plan.bom["counts"], plan.cables
    bound_m = mm_to_metres(plan.result.bound.length_mm / max(len(cables), 1))
    gap = relative_gap(cables.total_mm, plan.result.bound.length_mm)
    sentences = [
        f"{plan.topology.routers:,} switches of {one_line(plan.topology.name, 80)} and "
        f"{len(plan.hosts):,} servers stand in {one_line(plan.room.name, 80)} "
        f"({one_line(plan.room.summary, 80)}).",
        f"{len(cables):,} network cables run {mm_to_metres(cables.total_mm):,.0f} m, "
        f"{mm_to_metres(cables.mean_mm):.2f} m in the mean, {mm_to_metres(cables.max_mm):.2f} m at most; "
        f"no placement is below {bound_m:.2f} m in the mean"
        + ("." if gap is None else f" (gap {gap:.1%})."),
        f"{counts['cables']:,} cables, {counts['transceivers']:,} transceivers, {counts['switches']:,} "
        f"switches, {counts['nics']:,} adapters and {counts['servers']:,} servers cost "
        f"{summary['total_cost']:,.2f} {plan.bom['currency']}, taxes included.",
    ]
    examples = plan.bom["example_prices"]
    if examples["part_numbers"]:
        sentences.append(
            f"{examples['part_numbers']} of {examples['of']} part numbers have EXAMPLE prices without a "
            "source: ask for offers before you order."
        )
    if plan.fill is not None and plan.fill.overfull:
        sentences.append(f"{len(plan.fill.overfull)} tray segments are overfull.")
    return " ".join(sentences)


def _room(plan: "HallPlan") -> Section:
    rule = f"{RULES[plan.hosts.rule]}, at most {plan.hosts.per_cabinet} a cabinet"
    text = f"{one_line(plan.room.summary)}; {rule}."
    caption = "The room from above, cabinets in use"
    if plan.fill is not None:
        caption += " and cables in the trays"
    listed = tuple(f"{name}" for name in plan.files)
    chart = Chart(caption, partial(drawing_inline, plan))
    return Section("room", "Room", (text, *plan.notes), (), (chart,), listed, "Files beside this one")


def _cables(plan: "HallPlan") -> Section:
    choice = plan.made.choice
    metres = -(-choice.routed_mm // 1000)
    rows = []
    for code, medium in enumerate(MEDIA):
        mine = metres[choice.medium == code]
        if len(mine):
            total = mm_to_metres(int(choice.routed_mm[choice.medium == code].sum()))
            longest = mm_to_metres(int(choice.routed_mm[choice.medium == code].max()))
            rows.append((*words(medium), *numbers([f"{len(mine):,}", f"{total:,.1f}", f"{longest:.2f}"])))
    table = Table(
        "Links by medium, network and servers",
        ("Medium", "Links", "Routed (m)", "Longest (m)"),
        tuple(rows),
        "Lengths are those of the medium's way, slack included, before rounding up to a stock length.",
    )
    return Section("cables", "Cables", (), (table,))


def _trays(plan: "HallPlan") -> Section:
    if plan.fill is None or not isinstance(plan.room, Hall):
        return Section("trays", "Cable trays")
    fill, graph = plan.fill, plan.room.tray_graph
    share = fill.used_mm2 / fill.capacity_mm2
    order = np.argsort(-share, kind="stable")[:MOST_ROWS]
    rows = []
    for number in order.tolist():
        segment = graph.segments[number]
        ends = [
            f"({mm_to_metres(x):.2f}, {mm_to_metres(y):.2f})" for x, y in (segment.start_mm, segment.end_mm)
        ]
        used = "no limit" if np.isinf(fill.capacity_mm2[number]) else f"{share[number]:.0%}"
        state = " OVERFULL" if number in fill.overfull else ""
        rows.append(
            (
                *words(one_line(plan.room.trays[segment.tray].name), " to ".join(ends)),
                *numbers([f"{fill.cables[number]:,}", f"{fill.used_mm2[number]:,.0f}", used + state]),
            )
        )
    areas = plan.request.trays
    note = (
        f"A cable counts {areas.electrical_mm2:g} mm2 if electrical, {areas.optical_mm2:g} mm2 if optical: "
        "examples, set them in [trays]. Shares above 100 % are overfull."
    )
    heads = ("Tray", "Between (m)", "Cables", "Cross-section (mm2)", "Of its capacity")
    table = Table(f"The {len(rows)} fullest of {len(share)} tray segments", heads, tuple(rows), note)
    return Section("trays", "Cable trays", _detours(plan), (table,))


def _detours(plan: "HallPlan") -> tuple[str, ...]:
    """Return what is to be said of cables that go around full trays, if any do."""
    if plan.fill is None or not plan.fill.moved:
        return ()
    moved = f"{len(plan.fill.moved):,} cables go around trays that would be overfull"
    return (f"{moved}: in the bill they are as long as that way, in the plan as the shortest.",)


def _bundles(plan: "HallPlan") -> Section:
    """Return how cables between the same two cabinets, and the same two rows, run together."""
    needs, choice = plan.made.choice.needs, plan.made.choice
    first = np.unique(choice.link_cable, return_index=True)[1]
    ends = needs.cage_cabinet[needs.cage[first]]
    kinds: tuple[_Group, ...] = (("cabinets", None), ("rows", _row_of_cabinet(plan)))
    rows = []
    for name, group in kinds:
        one = bundle_figures(make_bundles(ends, choice.ordered_mm, choice.cable_sku, group))
        counts = (one.cables, one.bundles, one.types, one.singles, one.largest, one.panel_ports)
        rows.append((*words(f"Between two {name}"), *numbers([f"{count:,}" for count in counts])))
    heads = ("Bundles", "Cables", "Bundles", "Types", "Of one cable", "Largest", "Panel ports")
    note = (
        "Bundles of one type hold the same parts. Panel ports are those of bundles of two cables or more."
    )
    table = Table("Cables that run together", heads, tuple(rows), note)
    return Section("bundles", "Bundles", (), (table, *_trunks(plan, ends, kinds)))


def _trunks(plan: "HallPlan", ends: npt.NDArray[np.int64], kinds: Sequence[_Group]) -> tuple[Table, ...]:
    """Return the fewest trunks of the sizes on offer that hold every bundle, if any are on offer."""
    sizes = sorted(set(plan.request.parts.trunk_sizes))
    if not sizes:
        return ()
    rows = []
    for name, group in kinds:
        bundles = make_bundles(ends, plan.made.choice.ordered_mm, group=group)
        trunks = [Trunk(size, 0) for size in sizes]
        order = cover_bundles(bundles.cables.tolist(), trunks, least="trunks", exact=False)
        counts = (*order.pieces, order.trunks, order.places - order.cables)
        rows.append((*words(f"Between two {name}"), *numbers([f"{count:,}" for count in counts])))
    heads = ("Bundles", *(f"Trunks of {size}" for size in sizes), "Trunks", "Places left empty")
    return (Table("Fewest pre-bundled trunks that hold them", heads, tuple(rows)),)


def _row_of_cabinet(plan: "HallPlan") -> list[int]:
    """Return the row of every cabinet, by the numbers of the bill."""
    room = plan.room
    rows = [one.row for one in room.cabinets] if isinstance(room, Hall) else room.cabinets[:, 0].tolist()
    number = {row: i for i, row in enumerate(dict.fromkeys(rows))}
    return [number[row] for row in rows]


def _servers(plan: "HallPlan") -> Section:
    rows = load_rows(plan)
    heads = ("Cabinet", "Switches", "Servers", "Power (W)", "Limit (W)", "Weight (kg)", "Limit (kg)")
    cells = tuple((*words(row[0]), *(Cell(text) for text in row[1:])) for row in rows[:MOST_ROWS])
    note = "Power and weight as in the bill of materials: transceivers and cables are in them."
    table = Table(f"The {len(cells)} heaviest loaded of {len(rows)} cabinets", heads, cells, note)
    host_mm = plan.hosts.length_mm
    text = (
        f"{len(plan.hosts):,} servers: {RULES[plan.hosts.rule]}. Their cables run "
        f"{mm_to_metres(int(host_mm.max(initial=0))):.2f} m at most."
    )
    return Section("servers", "Servers and loads", (text,) if len(plan.hosts) else (), (table,))


def _assumptions(plan: "HallPlan") -> Section:
    listed = tuple(one_line(text, 1000) for text in plan.bom["assumptions"])
    return Section("assumptions", "Assumptions", (), (), (), listed, "What these figures rest on")
