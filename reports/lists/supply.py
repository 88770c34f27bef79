"""Power by feed and PDU, also after the failure of a feed: as sentences, tables and JSON."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from netfloor.fabric.power import FeedFailure, Load, PowerSupply
from netfloor.foundation.wording import count_text
from netfloor.reports.formats.document import Section
from netfloor.reports.formats.table import Column, Table, count_column, number_column
from netfloor.reports.formats.text import one_line

EQUAL_SHARES = "A device's listed watts are split equally between its cords."
#: Maximum feeds, and most PDUs and devices, in a sentence.
_MAX_FEEDS, _MAX_NAMED = 6, 5


def supply_fields(supply: PowerSupply) -> list[tuple[str, str]]:
    """Return the load of each feed and the worst failure of a feed; none without power cords."""
    worst = supply.worst_failure
    if not supply.is_known or worst is None:
        return []
    loads = [f"{_feed(feed)} {_of_limit(load)}" for feed, load in supply.feed_loads().items()]
    return [
        ("power", _few(loads, _MAX_FEEDS)),
        (f"if {_feed(worst.feed)} fails", failure_text(supply, worst)),
    ]


def dark_text(dark: int, watts: float, without_cord: int) -> str:
    """Return how many devices lose power; devices without listed cords are not counted."""
    if dark:
        return f"{count_text(dark, 'device')} {'goes' if dark == 1 else 'go'} dark, {watts:,.0f} W"
    if not without_cord:
        return "no device goes dark"
    lacking = f"{count_text(without_cord, 'device')} {'has' if without_cord == 1 else 'have'} none listed"
    return f"no device with power cords goes dark ({lacking})"


def failure_text(supply: PowerSupply, failure: FeedFailure) -> str:
    """Return the devices that lose power when a feed fails, the other feeds' loads and overloads."""
    dark = dark_text(len(failure.dark), failure.dark_w, len(supply.without_cord))
    if failure.dark:
        names = _few([one_line(supply.fabric.devices[item].name) for item in failure.dark], _MAX_NAMED)
        dark = f"{dark}: {names}"
    left = [f"{_feed(feed)} {_of_limit(load)}" for feed, load in failure.feeds.items()]
    over = [
        f"{one_line(supply.fabric.devices[pdu].name)} {_of_limit(load)}"
        for pdu, load in failure.pdus.items()
        if load.is_over
    ]
    return "; ".join([dark, *filter(None, [_few(left, _MAX_FEEDS), _few(over, _MAX_NAMED)])])


def supply_warnings(supply: PowerSupply) -> Iterator[str]:
    """Yield overloads of PDUs and feeds, now and when a feed fails, and PDUs without a feed."""
    over = [
        (f"PDU {one_line(supply.fabric.devices[pdu].name)}", load)
        for pdu, load in supply.pdu_loads().items()
    ]
    over += [(_first_upper(_feed(feed)), load) for feed, load in supply.feed_loads().items()]
    for name, load in over:
        if load.is_over:
            yield f"{name} carries {load.watts:,.0f} W, above its limit of {load.limit_w:,.0f} W."
    for failure in supply.failures:
        loads = [*failure.feeds.values(), *failure.pdus.values()]
        if count := sum(load.is_over for load in loads):
            limits = "one limit is" if count == 1 else f"{count} limits are"
            yield f"If {_feed(failure.feed)} fails, {limits} exceeded: {failure_text(supply, failure)}."
    unfed = [
        one_line(supply.fabric.devices[pdu].name)
        for pdu in sorted({pdu for cords in supply.cords_of.values() for pdu, _ in cords})
        if not supply.feed_of(pdu)
    ]
    if unfed and supply.feeds:
        yield f"The feed of {count_text(len(unfed), 'PDU')} is unknown: {_few(unfed, _MAX_NAMED)}."


def supply_notes(supply: PowerSupply) -> Iterator[str]:
    """Yield the devices without a power cord, if others have one."""
    if without := supply.without_cord:
        names = _few([one_line(supply.fabric.devices[item].name) for item in without], _MAX_NAMED)
        have = "has" if len(without) == 1 else "have"
        yield f"{count_text(len(without), 'device')} {have} no power cord: {names}. No feed includes them."


def supply_section(supply: PowerSupply) -> Section:
    """Return the section of a page; empty without power cords."""
    if not supply.is_known:
        return Section("power", "Power by feed", (), ())
    sentences = [f"{_first_upper(name)}: {text}." for name, text in supply_fields(supply)]
    tables = (feed_table(supply), pdu_table(supply), place_table(supply))
    return Section("power", "Power by feed", (*sentences, *supply_notes(supply), EQUAL_SHARES), tables)


def supply_sheets(supply: PowerSupply) -> dict[str, Table]:
    """Return the tables as sheets by the name of their CSV file; none without power cords."""
    if not supply.is_known:
        return {}
    return {
        "power_feeds": feed_table(supply),
        "power_pdus": pdu_table(supply),
        "power_places": place_table(supply),
    }


def feed_table(supply: PowerSupply) -> Table:
    """Return load and limit of each feed, and the effects of its failure."""
    rows = []
    loads, failures = supply.feed_loads(), {item.feed: item for item in supply.failures}
    for feed, load in loads.items():
        failure = failures[feed]
        pdus = [pdu for pdu in supply.pdus if supply.feed_of(pdu) == feed]
        cords = sum(pdu in pdus for own in supply.cords_of.values() for pdu, _ in own)
        maximum = max(failure.feeds.items(), key=lambda item: item[1].watts, default=("", None))
        over = sum(item.is_over for item in (*failure.feeds.values(), *failure.pdus.values()))
        left = None if maximum[1] is None else maximum[1].watts
        rows.append(
            (
                feed,
                len(pdus),
                cords,
                load.watts,
                load.limit_w,
                len(failure.dark),
                failure.dark_w,
                left,
                over,
            )
        )
    columns = (
        *(Column("Feed"), count_column("PDUs"), count_column("Cords")),
        *(number_column("Load", "W"), number_column("Limit", "W")),
        *(count_column("Dark if it fails"), number_column("Dark", "W")),
        *(number_column("Highest load on another feed then", "W"), count_column("Limits exceeded then")),
    )
    note = "A dash: no limit, or no other feed. Limits exceeded: of feeds and PDUs if this feed fails."
    return Table("Power feeds", columns, rows, note)


def pdu_table(supply: PowerSupply) -> Table:
    """Return place, feed, cords, outlets, limit and load of each PDU, also if another feed fails."""
    fabric, rows = supply.fabric, []
    cords = [pdu for own in supply.cords_of.values() for pdu, _ in own]
    worst: dict[int, float] = defaultdict(float)
    for failure in supply.failures:
        for pdu, load in failure.pdus.items():
            worst[pdu] = max(worst[pdu], load.watts)
    for pdu, load in supply.pdu_loads().items():
        item, used = fabric.devices[pdu], cords.count(pdu)
        outlets = len(item.outlets) or None
        free = None if outlets is None else outlets - used
        state = "OVER" if load.is_over else ""
        if not state and Load(worst[pdu], load.limit_w).is_over:
            state = "OVER if a feed fails"
        rows.append(
            (
                *(item.name, fabric.whereabouts(pdu), item.feed, used, outlets, free),
                *(load.watts, worst.get(pdu), load.limit_w, state),
            )
        )
    columns = (
        *(Column("PDU"), Column("Cabinet"), Column("Feed")),
        *(count_column("Cords"), count_column("Outlets"), count_column("Outlets free")),
        *(number_column("Load", "W"), number_column("Load if a feed fails", "W")),
        *(number_column("Limit", "W"), Column("State")),
    )
    return Table(
        "PDUs", columns, rows, "A dash: not listed. Load if a feed fails: the highest of all feeds."
    )


def place_table(supply: PowerSupply) -> Table:
    """Return the power of each row and cabinet by feed."""
    rows = []
    for what, places in _places(supply).items():
        for name, devices in places.items():
            own = supply.by_feed(devices)
            dark = [sum(_watts(supply, failure.dark, devices)) for failure in supply.failures]
            rows.append((what, name, len(devices), *own.values(), max(dark, default=0.0)))
    columns = (
        *(Column("Place"), Column("Name"), count_column("Devices with cords")),
        *(number_column(f"Feed {one_line(feed)}", "W") for feed in supply.feeds),
        number_column("Dark at worst", "W"),
    )
    return Table("Power by row and cabinet", columns, rows)


def supply_document(supply: PowerSupply) -> dict[str, Any]:
    """Return everything for JSON; empty without power cords."""
    if not supply.is_known:
        return {}
    devices = supply.fabric.devices
    return {
        "feeds": [{"feed": feed, **_load(load)} for feed, load in supply.feed_loads().items()],
        "pdus": [
            {
                "pdu": devices[pdu].name,
                "cabinet": supply.fabric.cabinet_name(pdu),
                "feed": supply.feed_of(pdu) or None,
                "cords": sum(end == pdu for own in supply.cords_of.values() for end, _ in own),
                "outlets": len(devices[pdu].outlets) or None,
                **_load(load),
            }
            for pdu, load in supply.pdu_loads().items()
        ],
        "failures": [
            {
                "feed": failure.feed,
                "dark": [devices[number].name for number in failure.dark],
                "dark_w": failure.dark_w,
                "feeds": [{"feed": feed, **_load(load)} for feed, load in failure.feeds.items()],
                "pdus_over": [
                    {"pdu": devices[pdu].name, **_load(load)}
                    for pdu, load in failure.pdus.items()
                    if load.is_over
                ],
                "fullest_pdu": None
                if (fullest := failure.fullest_pdu) is None
                else {"pdu": devices[fullest].name, **_load(failure.pdus[fullest])},
            }
            for failure in supply.failures
        ],
        **{
            f"{what}s": [
                {what: name, "by_feed_w": supply.by_feed(numbers)} for name, numbers in places.items()
            ]
            for what, places in _places(supply).items()
        },
        "without_cord": [devices[number].name for number in supply.without_cord],
    }


def _places(supply: PowerSupply) -> dict[str, dict[str, list[int]]]:
    """Return the devices with power cords by row and by cabinet, in the order of the room."""
    result: dict[str, dict[str, list[int]]] = {"row": {}, "cabinet": {}}
    order = sorted(supply.cords_of, key=lambda cord: (supply.fabric.devices[cord].cabinet or 0, cord))
    for device in order:
        cabinet = supply.fabric.cabinet_of(device)
        if cabinet is not None:
            result["row"].setdefault(cabinet.row_name, []).append(device)
            result["cabinet"].setdefault(cabinet.name, []).append(device)
    return result


def _watts(supply: PowerSupply, dark: Iterable[int], devices: list[int]) -> Iterator[float]:
    inside = {*devices}
    return (supply.fabric.devices[item].load_w or 0.0 for item in dark if item in inside)


def _load(load: Load) -> dict[str, Any]:
    return {"load_w": load.watts, "limit_w": load.limit_w, "over": load.is_over}


def _of_limit(load: Load) -> str:
    if load.limit_w is None:
        return f"{load.watts:,.0f} W"
    return f"{load.watts:,.0f} W of {load.limit_w:,.0f} W{', OVER' * load.is_over}"


def _feed(feed: str) -> str:
    return f"feed {one_line(feed)}"


def _few(texts: list[str], most: int) -> str:
    more = f" and {len(texts) - most:,} more" if len(texts) > most else ""
    return ", ".join(texts[:most]) + more


def _first_upper(text: str) -> str:
    return text[:1].upper() + text[1:]
