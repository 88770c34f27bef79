"""The page of a plan made from lists: result, floor plan, cabinets, cables."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import zip_longest

import numpy as np

from netfloor.fabric.fabric import KINDS, Device, Fabric
from netfloor.foundation.units import mm_to_metres
from netfloor.foundation.wording import count_text, join_words
from netfloor.layout.result import gap_text, is_useful
from netfloor.plans.headroom.count import headroom_of
from netfloor.plans.laid import TOO_SHORT, LaidFabric, cable_ports
from netfloor.reports.floor.chart import floor_chart, floor_document
from netfloor.reports.formats.document import Chart, FirstPage, Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.html import page
from netfloor.reports.formats.table import Column, Table, count_column, length_column, number_column
from netfloor.reports.formats.text import one_line
from netfloor.reports.headroom import headroom_section
from netfloor.reports.lists.floor import KIND_WORDS, LaidFloor
from netfloor.reports.lists.objective import objective_figures, objective_text
from netfloor.reports.lists.panels import panel_links, panel_sentences, panel_table
from netfloor.reports.lists.supply import supply_fields, supply_section, supply_warnings
from netfloor.reports.rooms.plan_drawing import laid_inline

#: Maximum cables on the page; the plan file holds all.
MAX_LISTED = 2000


def laid_page(laid: LaidFabric, head: ReportHead) -> str:
    """Return the HTML page."""
    head = replace(
        head,
        title=one_line(laid.display_name),
        plans={"plan.json": laid.sha256} if laid.sha256 else {},
        warnings=tuple(warnings(laid)),
    )
    chart = laid_chart("The floor from above, cabinets in use", laid)
    longest = max(laid.fabric.network_cables, key=lambda cable: cable.length_mm or 0, default=None)
    figures = (
        *objective_figures(laid),
        ("Devices", f"{len(laid.fabric.devices):,}"),
        *(
            (f"{name[:1].upper()}{name[1:]}", f"{mm_to_metres(sum(lengths)):,.1f} m")
            for name, lengths in _cables_and_cords(laid.fabric)
        ),
        *(
            [("Longest cable", f"{mm_to_metres(longest.length_mm or 0):,.2f} m ({longest.id})")]
            if longest is not None
            else []
        ),
        *((f"{name[:1].upper()}{name[1:]}", text) for name, text in supply_fields(laid.supply)),
    )
    first = FirstPage(answer(laid), figures, chart, "", (f"Room: {one_line(laid.hall.summary)}.",))
    cables = cable_table(laid.fabric)
    shown = replace(cables, rows=cables.rows[:MAX_LISTED])
    more = len(cables.rows) - MAX_LISTED
    parts = (
        Section(
            "placed", "Placed devices", _rule_sentences(laid), (placed_table(laid),) * _places_some(laid)
        ),
        Section("cabinets", "Cabinets", (), (cabinet_table(laid),)),
        supply_section(laid.supply),
        headroom_section(headroom_of(laid)),
        Section("kinds", "Cables by connection", (), (joined_table(laid.fabric),) * bool(cables.rows)),
        Section("panels", "Links through panels", (), (panel_table(laid.fabric),) * _has_panels(laid)),
        Section(
            "cables",
            "Cables",
            (f"The first {MAX_LISTED:,} of {len(cables.rows):,}.",) * (more > 0),
            (shown,) * bool(cables.rows),
        ),
        Section("notes", "Notes", (), (), (), tuple(one_line(note, 1000) for note in laid.fabric.notes)),
    )
    return page(head, first, [part for part in parts if not part.is_empty])


def _has_panels(laid: LaidFabric) -> bool:
    return bool(panel_links(laid.fabric))


def _places_some(laid: LaidFabric) -> bool:
    return laid.search is not None and bool(laid.search.placed)


def _rule_sentences(laid: LaidFabric) -> tuple[str, ...]:
    """Return the active rules, each as a sentence."""
    return tuple(f"{name.capitalize()}: {text}." for name, text in rule_fields(laid))


def rule_fields(laid: LaidFabric) -> list[tuple[str, str]]:
    """Return the active rules, each with its cost if known."""
    search = laid.search
    rules = () if search is None else zip_longest(search.rules, search.without_mm)
    results = []
    for number, (rule, without_mm) in enumerate(rules, 1):
        text = f"{one_line(rule.text)}, kept"
        if without_mm is not None:
            here, there = mm_to_metres(laid.searched_mm), mm_to_metres(without_mm)
            costs = f"costs {here - there:,.3f} m" if there < here else "no extra cost found"
            text += f"; {costs}: {here:,.3f} m of cable, {there:,.3f} m without it"
        results.append((f"rule {number}", text))
    return results


def placed_table(laid: LaidFabric) -> Table:
    """Return the place that the search chose for each free device."""
    fabric, search = laid.fabric, laid.search
    rows = []
    for number in () if search is None else search.placed:
        device = fabric.devices[number]
        was = "rack and unit" if search is not None and number in set(search.free) else "unit"
        rows.append((device.name, was, fabric.cabinet_name(number), device.unit, device.units))
    columns = (
        *(Column("Device"), Column("Free before"), Column("Cabinet")),
        *(count_column("Lowest unit"), count_column("Height", "U")),
    )
    return Table("Devices placed by the search", columns, rows)


def laid_chart(caption: str, laid: LaidFabric) -> Chart:
    """Return the floor plan of a plan made from lists, interactive where scripts run."""
    return floor_chart(caption, partial(laid_inline, laid), floor_document(laid.hall, [LaidFloor(laid)]))


def answer(laid: LaidFabric) -> str:
    """Return the objective if it is not the length, then devices by kind, cables and their length."""
    kinds = Counter(device.kind for device in laid.fabric.devices)
    devices = join_words(
        [count_text(kinds[kind], KIND_WORDS.get(kind, kind)) for kind in KINDS if kinds[kind]]
    )
    parts = [
        f"{count_text(len(lengths), name)}, {mm_to_metres(sum(lengths)):,.1f} m"
        for name, lengths in _cables_and_cords(laid.fabric)
    ]
    laid_text = f"{devices} in {one_line(laid.hall.name)}: {', and '.join(parts)}."
    objective = None if laid.search is None else laid.search.objective
    first = () if objective is None else objective_text(laid, objective)
    return " ".join((*first, laid_text, *panel_sentences(laid.fabric), *placing_text(laid)))


def placing_text(laid: LaidFabric) -> Iterator[str]:
    """Yield how many devices were placed and the quality of their places; nothing if none were free."""
    search = laid.search
    if search is None or not search.placed:
        return
    devices = f"{count_text(len(search.placed), 'device')} placed"
    if search.objective is not None:
        yield f"{devices}."
    elif laid.gap == 0:
        yield f"{devices}: total length proved optimal."
    elif search.bound_mm is None or not is_useful(laid.gap):
        yield f"{devices}: no useful lower bound on the total length."
    else:
        bound = f"lower bound {mm_to_metres(search.bound_mm):,.3f} m"
        yield f"{devices}: total length within {gap_text(laid.gap)} of the optimum ({bound})."


def _cables_and_cords(fabric: Fabric) -> Iterator[tuple[str, list[int]]]:
    """Yield the lengths of the network's cables, then those of power cords, if any."""
    lengths: dict[bool, list[int]] = {False: [], True: []}
    for number, cable in enumerate(fabric.cables):
        lengths[number in fabric.power_cords].append(cable.length_mm or 0)
    yield "cable", lengths[False]
    if lengths[True]:
        yield "power cord", lengths[True]


def warnings(laid: LaidFabric) -> Iterator[str]:
    """Yield cabinets above their limits, then unknown watts."""
    for number, devices in _held(laid).items():
        cabinet = laid.hall.cabinets[number]
        for verb, loads, limit, unit in (
            ("draws", [device.load_w for device in devices], cabinet.power_limit_w, "W"),
            ("carries", [device.kilograms for device in devices], cabinet.weight_limit_kg, "kg"),
        ):
            load = sum(load for load in loads if load is not None)
            if limit is not None and load > limit:
                prefix = "at least " if None in loads else ""
                yield (
                    f"Cabinet {one_line(cabinet.name)} {verb} {prefix}{load:,.0f} {unit}, "
                    f"above its limit of {limit:,} {unit}."
                )
    yield from supply_warnings(laid.supply)
    yield from _below_heights(laid)
    yield from (note for note in laid.fabric.notes if note.startswith(("Watts", TOO_SHORT)))
    if not laid.fabric.cables:
        yield "The lists have no cables."


def _below_heights(laid: LaidFabric) -> Iterator[str]:
    """Yield the cables inside a cabinet that are shorter than their ports are apart, naming the worst.

    Without trays a room counts one length for all of them.
    """
    if laid.hall.trays:
        return
    (one, unit), (other, other_unit) = cable_ports(laid.fabric)
    apart = np.abs(laid.hall.port_height_mm(unit) - laid.hall.port_height_mm(other_unit))
    below = [
        (apart_mm, cable.id)
        for cable, is_inside, apart_mm in zip(
            laid.fabric.cables, (one == other).tolist(), apart.tolist(), strict=True
        )
        if is_inside and not cable.length_listed and apart_mm > (cable.length_mm or 0)
    ]
    if below:
        most_mm, worst = max(below)
        needed = round(mm_to_metres(most_mm) + 0.5, 1)
        yield (
            f"Too short inside a cabinet: {count_text(len(below), 'cable')}. Without trays each counts "
            f"{mm_to_metres(laid.hall.inside_mm):.2f} m whatever its heights; the ports of {worst} are "
            f"{mm_to_metres(most_mm):.2f} m apart. In the room file, trays count heights; "
            f"inside_cabinet_m = {needed:g} suffices for all."
        )


def _held(laid: LaidFabric) -> dict[int, list[Device]]:
    """Return the devices in each cabinet in use, in the hall's order."""
    held: dict[int, list[Device]] = defaultdict(list)
    for device in laid.fabric.devices:
        if device.cabinet is not None:
            held[device.cabinet].append(device)
    return {number: held[number] for number in sorted(held)}


def cabinet_table(laid: LaidFabric) -> Table:
    """Return devices, units, watts and kilograms of each cabinet in use, with the limits."""
    rows = []
    for number, devices in _held(laid).items():
        cabinet = laid.hall.cabinets[number]
        sums = [_sum([device.load_w for device in devices]), _sum([device.kilograms for device in devices])]
        units = sum(1 if device.units is None else device.units for device in devices)
        limits = cabinet.power_limit_w, cabinet.weight_limit_kg
        rows.append(
            (cabinet.name, len(devices), units, cabinet.units, sums[0], limits[0], sums[1], limits[1])
        )
    columns = (
        *(Column("Cabinet"), count_column("Devices"), count_column("Units used"), count_column("Units")),
        *(number_column("Power", "W"), number_column("Power limit", "W")),
        *(number_column("Weight", "kg"), number_column("Weight limit", "kg")),
    )
    note = "Dash: unknown or no limit. Devices that share a unit front and rear both count in units used."
    return Table("Cabinets in use", columns, rows, note)


def _sum(values: list[float | None]) -> float | None:
    """Return a sum; None if a value is unknown."""
    known = [value for value in values if value is not None]
    return float(sum(known)) if len(known) == len(values) else None


def joined_table(fabric: Fabric) -> Table:
    """Return the cables by rate and by the kinds of devices at their ends."""
    groups: dict[tuple[str, float | None], list[int]] = defaultdict(list)
    for cable in fabric.cables:
        kinds = sorted(fabric.devices[end.device].kind for end in cable.ends)
        groups[" to ".join(kinds), cable.gbps].append(cable.length_mm or 0)
    rows = [
        (kinds, gbps, len(lengths), sum(lengths), max(lengths))
        for (kinds, gbps), lengths in sorted(
            groups.items(), key=lambda entry: (entry[0][0], entry[0][1] or 0)
        )
    ]
    columns = (
        *(Column("Connects"), number_column("Rate", "Gb/s"), count_column("Cables")),
        *(length_column("Length"), length_column("Longest")),
    )
    return Table("Cables by connection", columns, rows)


def cable_table(fabric: Fabric) -> Table:
    """Return every cable with both ends: device, port label, cabinet and unit."""
    rows, some_installed = [], any(cable.installed for cable in fabric.cables)
    for cable in fabric.cables:
        ends = []
        for end in cable.ends:
            device = fabric.devices[end.device]
            ends += [device.name, end.port_name or str(end.port), fabric.place_name(end.device)]
        installed = ("yes" if cable.installed else "",) if some_installed else ()
        rows.append((cable.id, *ends, cable.gbps, cable.length_mm, *installed))
    columns = (
        Column("Cable"),
        *(Column(head) for head in ("A", "Port of A", "Place of A", "B", "Port of B", "Place of B")),
        *(number_column("Rate", "Gb/s"), Column("Length", "m", "#,##0.000", 3, form=",.2f")),
        *([Column("Installed")] if some_installed else []),
    )
    return Table("Every cable", columns, rows)
