"""Spare capacity of a plan, for every format: tightest cabinet, further servers that fit, tables."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from netfloor.costmodels.catalogue.formula import with_parts
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.foundation.errors import InputError
from netfloor.foundation.wording import count_text, join_words
from netfloor.plans.headroom.amounts import (
    FIGURES,
    Amount,
    CabinetHeadroom,
    Headroom,
    NetworkHeadroom,
    RowHeadroom,
    ServerKind,
)
from netfloor.plans.headroom.count import headroom_of
from netfloor.plans.load import AnyPlan
from netfloor.plans.order.laid_parts import ordered_parts
from netfloor.plans.order.terms import OrderTerms, planned_order
from netfloor.plans.plan import Plan
from netfloor.reports.formats.document import Section
from netfloor.reports.formats.listing import Listing, RowColumn
from netfloor.reports.formats.table import Table, Value, count_column, number_column, text_column
from netfloor.reports.formats.text import one_line

if TYPE_CHECKING:
    from netfloor.plans.order.ordered_parts import OrderedParts

#: Maximum cabinets in a terminal; other formats have all.
MAX_CABINETS = 10
#: Maximum rows in a sentence.
_MAX_ROWS = 4
NOT_KNOWN, NO_LIMIT = "unknown", "no limit"

Place = CabinetHeadroom | RowHeadroom


def plan_headroom(plan: AnyPlan, catalogue: Path | None, terms: OrderTerms) -> tuple[Headroom, list[str]]:
    """Return the spare capacity of a plan by its own order or a catalogue, with remarks.

    `InputError` or `InfeasibleError` if the given catalogue cannot be used for the plan.
    """
    if catalogue is not None:
        sold = with_parts(load_catalogue(catalogue), "what a plan leaves free")
        parts: OrderedParts = ordered_parts(plan, catalogue, sold, terms)
        return headroom_of(plan, parts), []
    if not isinstance(plan, Plan) or plan.order is None:
        return headroom_of(plan), []
    try:
        return headroom_of(plan, ordered_parts(plan, *planned_order(plan))), []
    except InputError as error:
        return headroom_of(plan), [f"The plan's order cannot be read: {error}."]


def headroom_fields(headroom: Headroom) -> list[tuple[str, str]]:
    """Return the tightest cabinet, and how many more servers fit and where."""
    fields = [("tightest cabinet", _tightest(headroom)), ("more servers", _more_servers(headroom))]
    if headroom.server is not None:
        fields += [("  in cabinets", _places(headroom)), ("  switch ports", _ports(headroom))]
    return [(name, text) for name, text in fields if text]


def brief_headroom(fields: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the known fields without the places and ports behind the number of servers."""
    return [
        field for field in fields if not field[0].startswith(" ") and not field[1].startswith(NOT_KNOWN)
    ]


def headroom_sentences(headroom: Headroom) -> tuple[str, ...]:
    """Return the headroom as sentences for a page, including what is unknown."""
    fields = dict(headroom_fields(headroom))
    named = (
        ("tightest cabinet", "Tightest cabinet"),
        ("more servers", "More servers"),
        ("  in cabinets", "Servers by cabinets"),
        ("  switch ports", "Switch ports for servers"),
    )
    sentences = [f"{title}: {fields[key]}." for key, title in named if key in fields]
    return tuple(map(one_line, (*sentences, *headroom.notes)))


def _tightest(headroom: Headroom) -> str:
    if not headroom.in_use:
        return "no cabinet is in use"
    item = headroom.in_use[0]
    key = item.tightest
    amount, (name, unit) = item.amount(key), FIGURES[key]
    if amount.left is None or amount.limit is None:
        return "unknown: no cabinet in use has both a limit and known loads"
    row = f" in row {item.row}" if item.row else ""
    over = (
        f"{-amount.left:,.10g} {unit} above" if amount.left < 0 else f"{amount.left:,.10g} {unit} left of"
    )
    return f"{item.name}{row}: {name}, {over} {amount.limit:,.10g} {unit}"


def _more_servers(headroom: Headroom) -> str:
    server = headroom.server
    if server is None:
        return "unknown: the plan has no servers to take as a pattern"
    count, unsure = headroom.more_servers, bool(headroom.unsure_cabinets)
    if count is not None:
        return f"room for {'at least ' * unsure}{count:,} more {server_text(server)}{_limited_by(headroom)}"
    if headroom.places is not None and not unsure:
        uncounted = "switch ports not counted: they need a catalogue"
        return (
            f"room for {headroom.places:,} more {server_text(server)}{_limited_by(headroom)}; {uncounted}"
        )
    return f"unknown: {_missing(headroom)}"


def _limited_by(headroom: Headroom) -> str:
    """Return the limit on further servers: switch ports, or that of the cabinets if all have the same."""
    count, places = headroom.more_servers, headroom.places
    if count is not None and places is not None and count < places:
        return "; limited by switch ports"
    limits = {item.stops_at for item in headroom.cabinets if item.stops_at}
    return f"; limited by {limits.pop()}" if len(limits) == 1 else ""


def _missing(headroom: Headroom) -> str:
    """Return the missing figures that leave the number of further servers open."""
    reasons = {item.stops_at for item in headroom.cabinets if item.more_servers is None}
    reasons.discard("")
    if not reasons:
        return "the room has no rack units"
    return f"{join_words(sorted(reasons))} of devices not given"


def server_text(server: ServerKind) -> str:
    """Return the most common kind of server with its needs: ``S2U (2 U, 600 W, 25 kg, 3 ports)``."""
    figures = [
        "height unknown" if server.units is None else f"{server.units} U",
        "watts unknown" if server.watts is None else f"{server.watts:,.10g} W",
        "weight unknown" if server.kilograms is None else f"{server.kilograms:,.10g} kg",
    ]
    ports = [count_text(many, "port") + f" on {name}" * bool(name) for name, many in server.ports]
    if ports:
        figures.append(join_words(ports))
    return f"{server.model or 'servers'} ({', '.join(figures)})"


def _places(headroom: Headroom) -> str:
    """Return the places by row; empty if all are unknown."""
    if headroom.places is None:
        return ""
    rows = [row for row in headroom.rows if row.more_servers]
    rows.sort(key=lambda row: -(row.more_servers or 0))
    named = [f"{row.more_servers:,} in row {row.name}" for row in rows[:_MAX_ROWS]]
    if left := sum(row.more_servers or 0 for row in rows[_MAX_ROWS:]):
        named.append(f"{left:,} in {count_text(len(rows) - _MAX_ROWS, 'other row')}")
    unsure = headroom.unsure_cabinets
    unknown = f"; unknown in {count_text(unsure, 'cabinet')}" if unsure else ""
    free = sum(cabinet.more_servers or 0 for cabinet in headroom.cabinets if cabinet.kept_free)
    kept = f"; {free:,} of them in cabinets kept free" if free else ""
    where = f": {join_words(named)}" if named else ""
    if len(rows) == 1:
        where = f", all in row {rows[0].name}"
    return f"{headroom.places:,}{where}{kept}{unknown}"


def _ports(headroom: Headroom) -> str:
    """Return the servers that free ports allow on each network; empty if all are unknown."""
    needed = [network for network in headroom.networks if network.per_server]
    known = [item for item in needed if item.more_servers is not None]
    clauses = [f"for {item.more_servers:,} more servers on {_network_name(item)}" for item in known]
    if known and len(known) < len(needed):
        named = [_network_name(item) for item in needed if item.more_servers is None]
        clauses.append(f"unknown on {join_words(named)}: give a catalogue that lists their ports")
    return ", ".join(clauses)


def _network_name(network: NetworkHeadroom) -> str:
    return network.name or "all switches"


def cabinet_listing(headroom: Headroom) -> Listing[CabinetHeadroom]:
    """Return the spare capacity of each cabinet: those in use, tightest first, then empty ones."""
    empty = [cabinet for cabinet in headroom.cabinets if not cabinet.devices]
    columns = (
        RowColumn[CabinetHeadroom](text_column("cabinet"), lambda item: item.name),
        RowColumn[CabinetHeadroom](text_column("row"), lambda item: item.row),
        RowColumn[CabinetHeadroom](count_column("devices"), lambda item: item.devices),
        *_left_columns(),
        RowColumn[CabinetHeadroom](count_column("more servers"), _more),
        RowColumn[CabinetHeadroom](text_column("limited by"), lambda item: item.stops_at),
    )
    note = "Unknown: a limit or the load of a device is missing. More servers: switch ports not counted."
    return Listing("Spare capacity by cabinet", columns, (*headroom.in_use, *empty), note)


def row_listing(headroom: Headroom) -> Listing[RowHeadroom]:
    """Return the spare capacity of each row."""
    columns = (
        RowColumn[RowHeadroom](text_column("row"), lambda item: item.name),
        RowColumn[RowHeadroom](count_column("cabinets"), lambda item: item.cabinets),
        *_left_columns(),
        RowColumn[RowHeadroom](count_column("more servers"), _more),
    )
    return Listing("Spare capacity by row", columns, headroom.rows)


def network_listing(headroom: Headroom) -> Listing[NetworkHeadroom]:
    """Return the free ports of each network."""
    columns = (
        RowColumn[NetworkHeadroom](text_column("network"), lambda item: item.name or "all switches"),
        RowColumn[NetworkHeadroom](count_column("switches"), lambda item: item.switches),
        RowColumn[NetworkHeadroom](count_column("ports"), lambda item: _limit(item.ports)),
        RowColumn[NetworkHeadroom](count_column("ports left"), lambda item: _left(item.ports)),
        RowColumn[NetworkHeadroom](
            count_column("left for servers"),
            lambda item: _left(item.edge_ports),
        ),
        RowColumn[NetworkHeadroom](
            count_column("more servers"),
            lambda item: NOT_KNOWN if item.per_server and item.more_servers is None else item.more_servers,
        ),
    )
    note = "For servers: on switches that already have servers, without the switches' management ports."
    return Listing("Free ports by network", columns, headroom.networks, note)


def _left_columns() -> Iterator[RowColumn[Any]]:
    """Yield the columns of spare capacity and limit of each figure."""
    for key, (name, unit) in FIGURES.items():
        left = _left_of_limit if key in {"watts", "kilograms"} else _left
        yield RowColumn(number_column(f"{name} left", unit), _of(key, left), short=f"{unit or name} left")
        yield RowColumn(
            number_column(f"{name} total" if key in {"units", "ports"} else f"{name} limit", unit),
            _of(key, _limit),
            short=f"of {unit or name}",
        )


def _of(key: str, value: Callable[[Amount], Value]) -> Callable[[Place], Value]:
    return lambda item: value(item.amount(key))


def _left(amount: Amount) -> Value:
    return NOT_KNOWN if amount.left is None else amount.left


def _left_of_limit(amount: Amount) -> Value:
    return NO_LIMIT if amount.limit is None else _left(amount)


def _limit(amount: Amount) -> Value:
    return amount.limit


def _more(place: Place) -> Value:
    return NOT_KNOWN if place.more_servers is None else place.more_servers


def headroom_tables(headroom: Headroom) -> tuple[Table, ...]:
    """Return the tables for a terminal: rows, networks, the tightest cabinets."""
    cabinets = cabinet_listing(headroom)
    shown = cabinets.rows[:MAX_CABINETS]
    caption = f"The {len(shown)} tightest of {len(cabinets.rows)} cabinets; --json has all"
    tight = Listing(caption, cabinets.columns, shown)
    result = (row_listing(headroom).terminal(), network_listing(headroom).terminal(), tight.terminal())
    return tuple(item for item in result if item.rows)


def headroom_sheets(headroom: Headroom) -> dict[str, Table]:
    """Return the sheets of a workbook by the names of their CSV files."""
    return {
        "headroom": cabinet_listing(headroom).sheet(),
        "headroom_rows": row_listing(headroom).sheet(),
        "headroom_networks": network_listing(headroom).sheet(),
    }


def headroom_section(headroom: Headroom) -> Section:
    """Return the section of a page: summary, networks, rows, every cabinet."""
    tables = (
        network_listing(headroom).page(),
        row_listing(headroom).page(),
        cabinet_listing(headroom).page(),
    )
    shown = tuple(table for table in tables if table.rows)
    return Section("headroom", "Spare capacity for servers", headroom_sentences(headroom), shown)


def headroom_document(headroom: Headroom) -> dict[str, Any]:
    """Return everything for JSON; unknown values are null."""
    server, tightest = headroom.server, next(iter(headroom.in_use), None)
    return {
        "tightest_cabinet": None
        if tightest is None or tightest.amount(tightest.tightest).left is None
        else {
            "cabinet": tightest.name,
            "figure": tightest.tightest,
            **_amount(tightest.amount(tightest.tightest)),
        },
        "more_servers": headroom.more_servers,
        "places": headroom.places,
        "cabinets_not_known": headroom.unsure_cabinets,
        "server": None
        if server is None
        else {
            "model": server.model,
            "servers": server.count,
            "units": server.units,
            "watts": server.watts,
            "kilograms": server.kilograms,
            "ports": dict(server.ports),
        },
        "by_order": headroom.by_order,
        "cabinets": [
            {
                "cabinet": row.name,
                "row": row.row,
                "devices": row.devices,
                **_amounts(row),
                "more_servers": row.more_servers,
                "stopped_by": row.stops_at,
                "kept_free": row.kept_free,
            }
            for row in cabinet_listing(headroom).rows
        ],
        "rows": [
            {
                "row": row.name,
                "cabinets": row.cabinets,
                **_amounts(row),
                "more_servers": row.more_servers,
            }
            for row in headroom.rows
        ],
        "networks": [
            {
                "network": network.name,
                "switches": network.switches,
                "ports": _amount(network.ports),
                "server_ports": _amount(network.edge_ports),
                "ports_per_server": network.per_server,
                "more_servers": network.more_servers,
            }
            for network in headroom.networks
        ],
        "notes": list(headroom.notes),
    }


def _amounts(place: Place) -> dict[str, Any]:
    return {key: _amount(place.amount(key)) for key in FIGURES}


def _amount(amount: Amount) -> dict[str, Any]:
    return {
        "left": amount.left,
        "limit": amount.limit,
        "used": round(amount.used, 3),
        "devices_not_known": amount.unknown,
    }
