"""Power ports, outlets and feeds of an export: connectors, and the feed and rating of each PDU."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from netfloor.exchange.tables.fields import number_of
from netfloor.exchange.tables.tables import Record
from netfloor.fabric.power_ports import PowerPort, form_of

#: Start of a feed's description from netfloor's NetBox export, and the text before its rating.
FEED_DESCRIPTION, RATING_TEXT = "netfloor feed ", ", rating "
#: netfloor's name of a PDU's power port that the lists omit.
PDU_INLET = "inlet"
#: netfloor's description of an unlisted power port with a cord.
UNLISTED = "netfloor cord, not listed"
_FORM = re.compile(r"form (\S{1,40})")
_RATING = re.compile(r"([0-9.]{1,20}) W")
_MAX_AMPERES, _MAX_VOLTS = 100_000.0, 100_000.0
_THREE_PHASES = 3**0.5


@dataclass(frozen=True)
class NetBoxFeed:
    """A power feed: its name in the plan, and its capacity in W; None if unknown."""

    name: str
    rating_w: float | None


def power_ports(records: Iterable[Record]) -> Mapping[str, list[PowerPort]]:
    """Return the power ports of each device in export order, without unlisted ports of cords."""
    result: dict[str, list[PowerPort]] = defaultdict(list)
    for record in records:
        if record.text("description") == UNLISTED:
            continue
        match = _FORM.fullmatch(record.text("description"))
        form = form_of(record.text("type")) or ("" if match is None else match[1])
        result[record.needed("device")].append(PowerPort(record.needed("name"), form))
    return result


def read_feeds(records: Iterable[Record]) -> Mapping[tuple[str, str], NetBoxFeed]:
    """Return each power feed by panel and name, and by name only.

    The capacity is volts × amperes × maximum utilisation, times the square root of three for three phases
    (NetBox's ``PowerFeed.save``). Feeds that netfloor wrote state their feed and rating.
    """
    result: dict[tuple[str, str], NetBoxFeed] = {}
    for record in records:
        name, description = record.needed("name"), record.text("description")
        volts = number_of(
            record.text("voltage").removesuffix("V").strip(), record.where, "voltage", _MAX_VOLTS
        )
        amperes = number_of(
            record.text("amperage").removesuffix("A").strip(), record.where, "amperage", _MAX_AMPERES
        )
        maximum = number_of(record.text("utilization").rstrip("% "), record.where, "max_utilization", 100.0)
        rating = None
        if volts and amperes:
            rating = volts * amperes * (100.0 if maximum is None else maximum) / 100
            if "three" in record.text("phase").lower():
                rating *= _THREE_PHASES
        feed = name
        if description.startswith(FEED_DESCRIPTION):
            feed, stated, text = description.removeprefix(FEED_DESCRIPTION).partition(RATING_TEXT)
            match = _RATING.fullmatch(text)
            rating = rating if not stated else None if match is None else float(match[1])
        for panel in (record.text("panel"), ""):
            result[panel, name] = NetBoxFeed(feed, rating)
    return result
