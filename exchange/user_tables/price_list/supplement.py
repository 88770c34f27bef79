"""Values of a row that its description, part number or title gives and its cells do not."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from netfloor.exchange.plug_forms import is_too_fast
from netfloor.exchange.user_tables.price_list.cells import DESCRIBED, taken_by
from netfloor.exchange.user_tables.price_list.described.descriptions import (
    OF_STANDARD,
    OTHER_PORTS,
    described,
)

_ENDS = frozenset({"connector", "connector_a", "connector_b"})
#: Fields that part numbers and titles may supply.
_OF_LINKS = _ENDS | {"gbps", "links", "tails", "fibre", "fibres", "fibre_connector", "optics"}


@dataclass(frozen=True)
class DescribedValues:
    """The values of a row with those of its texts.

    Attributes
    ----------
    standard
        Fields from its optical standard.
    fields
        Fields from its texts.
    links
        Links of a plug whose total rate the row's column has; 1 where it has the rate of a link.
    """

    values: Mapping[str, Any]
    standard: frozenset[str]
    fields: tuple[str, ...]
    links: int = 1
    other_rate: bool = False  # whether the description has another rate than the column
    has_other_ports: bool = False


def described_values(kind: str, cells: Mapping[str, Any], texts: Iterable[str]) -> DescribedValues:
    """Return the values of a row's cells, and those of its description, part number and title."""
    takes, values = taken_by(kind), dict(cells)
    standard, fields, has_other_ports, rates = frozenset[str](), list[str](), False, list[float]()
    totals = list[tuple[float, int]]()
    for number, text in enumerate(texts):
        facts = dict(described(text[:DESCRIBED], kind)) if text else {}
        of_standard = facts.pop(OF_STANDARD, frozenset())
        has_other_ports |= bool(facts.pop(OTHER_PORTS, False)) and not number
        if number:  # part numbers and titles supply plugs and rates; a title covers many lengths
            facts = {item: value for item, value in facts.items() if item in _OF_LINKS}
        elif "gbps" in facts:
            rates.append(facts["gbps"])
            totals += [(facts["gbps"], facts["links"])] if facts.get("links", 1) > 1 else []
        if _ENDS & {*values}:
            facts = {item: value for item, value in facts.items() if item not in _ENDS}
        new = {item: value for item, value in facts.items() if item in takes and item not in values}
        values |= new
        standard |= of_standard & {*new}
        fields += sorted(new.keys() - of_standard)
    links = _links_of_total(cells, values, totals)
    if links > 1:
        values["gbps"] = values["gbps"] / links
    other_rate = values.get("gbps") not in {None, *rates} and bool(rates)
    return DescribedValues(values, standard, tuple(fields), links, other_rate, has_other_ports)


def _links_of_total(
    cells: Mapping[str, Any], values: Mapping[str, Any], totals: Iterable[tuple[float, int]]
) -> int:
    """Return the links whose total a rate in a cell is, 1 if it is the rate of one.

    The description has both rates, ``100GbE to 4x25GbE``; or the plug takes the rate only as a total.
    """
    rate, links = cells.get("gbps"), values.get("links") or 1
    if not rate or links == 1:
        return 1
    if any(count == links and gbps * count == rate for gbps, count in totals):
        return int(links)
    form = values.get("connector_a", values.get("connector"))
    is_plug = isinstance(form, str) and is_too_fast(form, rate * links) and not is_too_fast(form, rate)
    return int(links) if is_plug and not totals else 1
