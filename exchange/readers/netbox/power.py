"""Power ports, outlets and feeds of an export: forms, and the feed and rating of each PDU."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from netfloor.exchange.tables.fields import number_of
from netfloor.exchange.tables.tables import Record
from netfloor.fabric.power_ports import PowerPort, form_of

#: How the writer of NetBox's files begins the description of a feed, and what it adds of its rating.
FEED_DESCRIPTION, RATING_TEXT = "netfloor feed ", ", rating "
#: What it calls the power port of a PDU that the lists give none.
PDU_INLET = "inlet"
#: What it says of a power port that no list has and that a cord ends at.
UNLISTED = "netfloor cord, not listed"
_FORM = re.compile(r"form (\S{1,40})")
_RATING = re.compile(r"([0-9.]{1,20}) W")
_MAX_AMPERES, _MAX_VOLTS = 100_000.0, 100_000.0
_THREE_PHASES = 3**0.5


@dataclass(frozen=True)
class NetBoxFeed:
    """A power feed: what the plan's feed is called, and what it may carry in W; None if nobody said."""

    name: str
    rating_w: float | None


def power_ports(records: Iterable[Record]) -> Mapping[str, list[PowerPort]]:
    """Return the power ports of each device in the order of the export, those of cords alone left out."""
    found: dict[str, list[PowerPort]] = defaultdict(list)
    for record in records:
        if record.text("description") == UNLISTED:
            continue
        match = _FORM.fullmatch(record.text("description"))
        form = form_of(record.text("type")) or ("" if match is None else match[1])
        found[record.needed("device")].append(PowerPort(record.needed("name"), form))
    return found


def read_feeds(records: Iterable[Record]) -> Mapping[tuple[str, str], NetBoxFeed]:
    """Return each power feed by its panel and name, and by its name alone.

    What it may carry is volts by amperes by the share that may be used, of three phases times the square
    root of three (``PowerFeed.save`` of NetBox). Those that netfloor wrote say feed and rating themselves.
    """
    found: dict[tuple[str, str], NetBoxFeed] = {}
    for record in records:
        name, description = record.needed("name"), record.text("description")
        volts = number_of(
            record.text("voltage").removesuffix("V").strip(), record.where, "voltage", _MAX_VOLTS
        )
        amperes = number_of(
            record.text("amperage").removesuffix("A").strip(), record.where, "amperage", _MAX_AMPERES
        )
        most = number_of(record.text("utilization").rstrip("% "), record.where, "max_utilization", 100.0)
        rating = None
        if volts and amperes:
            rating = volts * amperes * (100.0 if most is None else most) / 100
            if "three" in record.text("phase").lower():
                rating *= _THREE_PHASES
        feed = name
        if description.startswith(FEED_DESCRIPTION):
            feed, stated, text = description.removeprefix(FEED_DESCRIPTION).partition(RATING_TEXT)
            match = _RATING.fullmatch(text)
            rating = rating if not stated else None if match is None else float(match[1])
        for panel in (record.text("panel"), ""):
            found[panel, name] = NetBoxFeed(feed, rating)
    return found
