"""The report of a planning run: result, room, cables, trays, servers, parts, assumptions."""

from collections.abc import Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from netfloor.costmodels.buying.bundles import Trunk, bundle_figures, cover_bundles, make_bundles
from netfloor.costmodels.catalogue.choice.link_choice import MEDIA
from netfloor.costmodels.sets.offers import IntArray
from netfloor.foundation.units import mm_to_metres, money_text
from netfloor.foundation.wording import as_sentence, count_text, join_words, key_label, percent_text
from netfloor.layout.result import gap_text
from netfloor.plans.order.by_network import network_bills
from netfloor.reports.bom.chart import bill_svg
from netfloor.reports.bom.limits import choice_sentences
from netfloor.reports.bom.ownership import ownership_section
from netfloor.reports.bom.section import bom_section, taxes_words
from netfloor.reports.bom.text import power_of_summary
from netfloor.reports.floor.chart import floor_chart, floor_document
from netfloor.reports.floor.network import FloorNetwork, bought_articles
from netfloor.reports.formats.document import Chart, FirstPage, Section
from netfloor.reports.formats.html import page
from netfloor.reports.formats.table import Column, Columns, Table, Value, count_column, numbers, words
from netfloor.reports.formats.text import one_line
from netfloor.reports.headroom import headroom_section
from netfloor.reports.rooms.plan_drawing import plan_inline
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hosts.limits import LIMITS
from netfloor.rooms.hosts.server_placement import RULES
from netfloor.studies.hall_plan.planning_run import PlanningRun
from netfloor.studies.hall_plan.servers import server_words
from netfloor.topologies.networks import heading

if TYPE_CHECKING:
    from netfloor.rooms.hall.parts import Cabinet

#: Maximum tray segments and cabinets in a table.
MAX_ROWS = 20
#: Name of the grouping of bundles, and the group of each cabinet (None: itself).
_Group = tuple[str, list[int] | None]


def hall_plan_page(run: PlanningRun) -> str:
    """Return the HTML page."""
    beyond = run.price_basis(), run.all_cable()
    parts = [
        _room(run),
        _cables(run),
        _trays(run),
        _bundles(run),
        _servers(run),
        headroom_section(run.headroom),
        bom_section(run.parts.bom, choice_sentences(run.parts), network_bills(run.parts)),
        *(() if run.ownership is None else (ownership_section(run.ownership),)),
        Section("how-good", "Quality of the plan", (*run.result.how_good(), *filter(None, beyond))),
        _assumptions(run),
    ]
    return page(run.head, first_page(run), [part for part in parts if not part.is_empty])


def first_page(run: PlanningRun) -> FirstPage:
    """Return the outcome: a sentence, cost, cable and power, a chart of the cost, doubts."""
    summary, counts, cables = run.bom["summary"], run.bom["counts"], run.plan.shortest_cables
    devices = [count_text(counts["switches"], "switch"), count_text(counts["cables"], "cable")]
    if counts["transceivers"]:
        devices.append(count_text(counts["transceivers"], "transceiver"))
    if run.plan.servers:
        devices += [count_text(counts["nics"], "adapter"), count_text(counts["servers"], "server")]
    currency, bom = run.bom["currency"], run.parts.bom
    sentence = (
        f"{one_line(heading(run.plan.topology), 80)} in the room {one_line(run.plan.room.name, 80)}: "
        f"{join_words(devices)}."
    )
    figures = (
        (
            f"Order total{taxes_words(bom)}; laying not included",
            f"{money_text(bom.total_cents)} {currency}",
        ),
        ("Cable in use, at lengths on sale, without spares", f"{summary['ordered_m']:,.0f} m"),
        ("Power", power_of_summary(summary)),
    )
    more = (
        f"Room: {one_line(run.plan.room.summary, 80)}.",
        f"{len(cables):,} links between switches, {mm_to_metres(cables.total_mm):,.0f} m, "
        f"{mm_to_metres(cables.mean_mm):.2f} m on average, {mm_to_metres(cables.max_mm):.2f} m at most.",
    )
    chart = Chart("Costs before taxes, by item", partial(bill_svg, bom))
    return FirstPage(sentence, figures, chart, more=more)


def _room(run: PlanningRun) -> Section:
    rule = f"{RULES[run.request.servers.rule]}, at most {run.request.servers.per_cabinet} per cabinet"
    text = f"{one_line(run.plan.room.summary)}; {rule}"
    caption = "Floor plan, cabinets in use"
    if run.fill is not None:
        caption += " and cables in the trays"
    listed = tuple(f"{name}" for name in run.files)
    loads = {item["cabinet"]: (item["power_w"], item["weight_kg"] or None) for item in run.bom["cabinets"]}
    placed = FloorNetwork(run.plan, "", bought_articles(run.parts), run.fill, loads)
    document = floor_document(run.plan.room, [placed])
    chart = floor_chart(caption, partial(plan_inline, run.plan, run.fill), document)
    texts = (as_sentence(text), *map(as_sentence, run.notes))
    return Section(
        anchor="room",
        heading="Room",
        paragraphs=texts,
        tables=(),
        charts=(chart,),
        listed=listed,
        list_heading="Files in this folder",
    )


def _cables(run: PlanningRun) -> Section:
    choice = run.parts.choice
    metres = -(-choice.routed_mm // 1000)
    rows = []
    for code, medium in enumerate(MEDIA):
        mine = metres[choice.medium == code]
        if len(mine):
            total = mm_to_metres(int(choice.routed_mm[choice.medium == code].sum()))
            longest = mm_to_metres(int(choice.routed_mm[choice.medium == code].max()))
            rows.append(
                (*words(key_label(medium)), *numbers([f"{len(mine):,}", f"{total:,.1f}", f"{longest:.2f}"]))
            )
    table = Table(
        "Links by medium, network and servers",
        ("Medium", "Links", "Routed (m)", "Longest (m)"),
        tuple(rows),
        "Routed lengths by medium, slack included, before rounding up to a stock length.",
    )
    sentences = () if run.cages is None else (f"Ports are {run.cages.words(run.bom['currency'])}.",)
    return Section("cables", "Cables", sentences, (*place_tables(run), table))


def place_tables(run: PlanningRun) -> tuple[Table, ...]:
    """Return the cost of each choice of places for the switches, if there were several."""
    rows = []
    for place in run.places:
        if place.reason:
            rows.append((*words(place.choice, f"not possible: {place.reason}"), *numbers(["-"] * 7)))
            continue
        figures = [f"{place.cabinets:,} ({place.with_servers:,})"]
        figures += [f"{place.copper:,}", money_text(place.copper_cents)]
        figures += [
            f"{place.optical:,}",
            money_text(place.optical_cents),
            f"{mm_to_metres(place.routed_mm):,.0f}",
        ]
        rows.append(
            (
                *words(place.choice, place.state or "possible"),
                *numbers([*figures, money_text(place.total_cents)]),
            )
        )
    heads = ("Switches in", "Result", "Cabinets (with servers)", "Copper cables", "Copper cost")
    optics = ("Optical cables", "Optics cost", "Cable (m)", f"Order total ({run.bom['currency']})")
    note = (
        "Each choice was placed by the same search. Costs are before taxes, with spares, optics with "
        f"transceivers; the total{taxes_words(run.parts.bom)}. Cables are without spares, with routed "
        "lengths, servers included. The plan keeps the lowest total."
    )
    return (
        (Table("Cost of each choice of switch places", (*heads, *optics), tuple(rows), note),)
        if rows
        else ()
    )


def _trays(run: PlanningRun) -> Section:
    if run.fill is None or not isinstance(run.plan.room, Hall):
        return Section("trays", "Cable trays")
    fill, graph = run.fill, run.plan.room.tray_graph
    share = fill.used_mm2 / fill.capacity_mm2
    order = np.argsort(-share, kind="stable")[:MAX_ROWS]
    rows = []
    for number in order.tolist():
        segment = graph.segments[number]
        ends = [
            f"({mm_to_metres(x):.2f}, {mm_to_metres(y):.2f})" for x, y in (segment.start_mm, segment.end_mm)
        ]
        used = "no limit" if np.isinf(fill.capacity_mm2[number]) else percent_text(share[number], 0)
        state = " OVERFULL" if number in fill.overfull else ""
        rows.append(
            (
                *words(one_line(run.plan.room.trays[segment.tray].name), " to ".join(ends)),
                *numbers([f"{fill.cables[number]:,}", f"{fill.used_mm2[number]:,.0f}", used + state]),
            )
        )
    areas = run.request.trays
    note = (
        f"The cross-sections, {areas.electrical_mm2:g} mm2 per copper and {areas.optical_mm2:g} mm2 per "
        "optical cable, are examples: set yours in [trays]. Shares above 100 % are overfull."
    )
    heads = ("Tray", "Between (m)", "Cables", "Cross-section (mm2)", "Share of capacity")
    table = Table(f"The {len(rows)} fullest of {len(share)} tray segments", heads, tuple(rows), note)
    return Section("trays", "Cable trays", _detours(run), (table,))


def _detours(run: PlanningRun) -> tuple[str, ...]:
    """Return the note on cables that go around full trays, if any do."""
    if run.fill is None or not run.fill.moved:
        return ()
    moved = f"{len(run.fill.moved):,} cables go around trays that would be overfull"
    return (f"{moved}: the bill uses their detours, the plan their shortest routes.",)


def cable_runs(run: PlanningRun, group: list[int] | None) -> tuple[IntArray, IntArray]:
    """Return each cable outside trunks with its two places; breakouts once per pair of places."""
    needs, choice = run.parts.choice.needs, run.parts.choice
    laid = np.setdiff1d(np.arange(len(needs)), list(run.parts.trunk_of))
    ends = needs.cage_cabinet[needs.cage[laid]]
    places = np.sort(ends if group is None else np.array(group)[ends], axis=1)
    runs = np.unique(np.column_stack((choice.link_cable[laid], places)), axis=0)
    return runs[:, 0], runs[:, 1:]


def _bundles(run: PlanningRun) -> Section:
    """Return the bundles of cables between the same two cabinets, and the same two rows."""
    choice = run.parts.choice
    kinds: tuple[_Group, ...] = (("cabinets", None), ("rows", _row_of_cabinet(run)))
    rows = []
    for name, group in kinds:
        cable, ends = cable_runs(run, group)
        item = bundle_figures(make_bundles(ends, choice.ordered_mm[cable], choice.cable_sku[cable]))
        counts = (item.cables, item.bundles, item.types, item.singles, item.largest, item.panel_ports)
        rows.append((*words(f"Between two {name}"), *numbers([f"{count:,}" for count in counts])))
    heads = ("Bundles", "Cables", "Bundles", "Types", "Single cables", "Largest", "Panel ports")
    note = "Bundles of one type hold the same parts. Panel ports count bundles of two cables or more."
    if run.parts.trunk_of:
        note += " Links in fibre trunks are left out."
    table = Table("Cables that run together", heads, tuple(rows), note)
    return Section("bundles", "Bundles", (), (table, *_trunks(run, kinds)))


def _trunks(run: PlanningRun, kinds: Sequence[_Group]) -> tuple[Table, ...]:
    """Return the fewest trunks of the offered sizes that hold every bundle, if any are offered."""
    sizes = sorted(set(run.request.parts.trunk_sizes))
    if not sizes:
        return ()
    rows = []
    for name, group in kinds:
        cable, ends = cable_runs(run, group)
        bundles = make_bundles(ends, run.parts.choice.ordered_mm[cable])
        trunks = [Trunk(size, 0) for size in sizes]
        order = cover_bundles(bundles.cables.tolist(), trunks, least="trunks", exact=False)
        counts = (*order.pieces, order.trunks, order.places - order.cables)
        rows.append((*words(f"Between two {name}"), *numbers([f"{count:,}" for count in counts])))
    heads = ("Bundles", *(f"Trunks of {size}" for size in sizes), "Trunks", "Unused places")
    return (Table("Fewest pre-bundled trunks that hold them", heads, tuple(rows)),)


def _row_of_cabinet(run: PlanningRun) -> list[int]:
    """Return the row of every cabinet, by the numbers of the bill."""
    room = run.plan.room
    rows = (
        [cabinet.row for cabinet in room.cabinets]
        if isinstance(room, Hall)
        else room.cabinets[:, 0].tolist()
    )
    number = {row: i for i, row in enumerate(dict.fromkeys(rows))}
    return [number[row] for row in rows]


def _servers(run: PlanningRun) -> Section:
    table = load_table(run).for_page()
    hosts = run.plan.hosts
    if hosts is None or not len(hosts):
        return Section("servers", "Servers and loads", (), (*requirement_tables(run), table))
    longest = f"{mm_to_metres(int(hosts.length_mm.max())):.2f} m"
    cable = server_words(hosts, run.plan.topology.endpoints)
    text = f"{len(hosts):,} servers: {RULES[hosts.rule]}. {cable}, {longest} the longest."
    return Section(
        "servers", "Servers and loads", (text,), (*requirement_tables(run), *limit_tables(run), table)
    )


def limit_tables(run: PlanningRun) -> tuple[Table, ...]:
    """Return the cost of each limit on servers: in slots for the rule ``same-cabinet``, else in cable."""
    if not run.limits:
        return ()
    if run.limits[0].slots is not None:
        closed = tuple((*words(LIMITS[item.name]), *numbers([f"{item.slots:,}"])) for item in run.limits)
        note = "Slots that would be open to switches without this limit, other limits unchanged."
        return (Table("Slots closed by each limit", ("Limit", "Slots closed"), closed, note),)
    rows = []
    for limit in run.limits:
        figures = [f"{mm_to_metres(limit.costs_mm):,.1f}", limit.bill_text(), gap_text(limit.gap)]
        rows.append((*words(LIMITS[limit.name]), *numbers(figures)))
    heads = ("Limit", "Server cable (m)", f"Bill before taxes ({run.bom['currency']})", "Gap without it")
    note = (
        "Increase caused by this limit, with switches fixed and the other limits kept. The "
        "gap is that of the servers' cables without it."
    )
    if any(item.costs_cents is None for item in run.limits):
        note += (
            " Not known: the catalogue has no parts for the bill without it, or a better choice of parts "
            "could reverse the comparison."
        )
    return (Table("Cost of each limit on servers", heads, tuple(rows), note),)


def requirement_tables(run: PlanningRun) -> tuple[Table, ...]:
    """Return the cost of each requirement, if there are any."""
    sentences = run.result.requirement_fields()
    rows = tuple(words(*text.split(" ", 1)) for _, text in sentences)
    note = "Compared with the same search without it, the others kept."
    return (Table("Cost of each requirement", ("Requirement", "Cost"), rows, note),) if rows else ()


def _assumptions(run: PlanningRun) -> Section:
    listed = tuple(one_line(text, 1000) for text in run.bom["assumptions"])
    return Section(
        anchor="assumptions",
        heading="Assumptions",
        paragraphs=(),
        tables=(),
        charts=(),
        listed=listed,
        list_heading="What these figures depend on",
    )


def load_table(run: PlanningRun) -> Table:
    """Return the loads of cabinets in use with their limits, heaviest first.

    Watts are those of the bill, with transceivers and active cables; kilograms are of devices only. Air and
    liquid cooling appear if the hall limits them.
    """
    cabinets: dict[str, Cabinet] = {}
    if isinstance(run.plan.room, Hall):
        cabinets = {cabinet.name: cabinet for cabinet in run.plan.room.cabinets}
    cooled = any(cabinet.air_limit_w is not None or cabinet.liquid_limit_w for cabinet in cabinets.values())

    def row(item: dict[str, Any]) -> tuple[Value, ...]:
        cabinet = cabinets.get(item["cabinet"])
        power_w = item["power_w"]
        cells = [item["cabinet"], item["switches"], item["servers"]]
        cells += [
            "not known" if power_w is None else power_w,
            _limit(cabinet.power_limit_w if cabinet else None),
        ]
        if cooled and cabinet:
            into_air_w = "not known" if power_w is None else power_w - item["liquid_w"]
            cells += [into_air_w, _limit(cabinet.air_limit_w)]
            cells += [item["liquid_w"], cabinet.liquid_limit_w or 0]
        weight_limit = _limit(cabinet.weight_limit_kg if cabinet else None)
        return *cells, item["weight_kg"] or "not known", weight_limit

    def share(item: dict[str, Any]) -> tuple[float, float, str]:
        cabinet = cabinets.get(item["cabinet"])
        watts = cabinet.power_limit_w if cabinet else None
        power_w = item["power_w"] or 0.0
        return -power_w / watts if watts else 0.0, -power_w, item["cabinet"]

    loads = [("power", "W"), *[("heat to air", "W"), ("heat to liquid", "W")] * cooled, ("weight", "kg")]
    pairs = [(Column(what, unit, form=",.0f"), count_column("limit", unit)) for what, unit in loads]
    columns: Columns = (
        "cabinet",
        count_column("switches"),
        count_column("servers"),
        *chain.from_iterable(pairs),
    )
    rows = [row(item) for item in sorted(run.bom["cabinets"], key=share)]
    note = (
        "As in the bill of materials: power includes transceivers and active cables; weight covers "
        "switches, servers, adapters and panels, without cassettes, transceivers and cables."
    )
    caption = f"The {min(len(rows), MAX_ROWS)} most loaded of {len(rows)} cabinets"
    return Table(caption, columns, rows[:MAX_ROWS], note)


def _limit(limit: int | None) -> int | str:
    return "none" if limit is None else limit
