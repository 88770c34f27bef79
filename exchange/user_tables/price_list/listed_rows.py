"""The rows of a price list as they are read: priced parts, parts on request, and the rows left out."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from netfloor.exchange.user_tables.price_list.described.sale_status import SaleStatus
from netfloor.exchange.user_tables.price_list.order_terms import FreightRow
from netfloor.exchange.user_tables.price_list.problems import PriceProblem
from netfloor.exchange.user_tables.price_list.terms import OfferTerms

#: Reason to leave out a row of a kind, or of no kind, that the user excludes.
LEFT_OUT = "left out by --kind"
INCOMPLETE = "left out as incomplete"
FREIGHT = "read as freight of the order, not as parts"
SERVICES = "left out as licences, support or work"


@dataclass(frozen=True)
class PricedRow:
    """A row of a possible part: line, kind and values by field; lengths in mm, money in units.

    ``given`` are the fields from the list itself, without constants and standards; None marks unreadable
    values.
    """

    line: str
    kind: str
    values: Mapping[str, Any]
    given: frozenset[str]
    standard: frozenset[str] = frozenset()  # fields from its optical standard
    is_guess: bool = False  # whether only the description identifies the kind
    rate_heading: str = ""  # of its rate, if the description has another
    telling: str = ""  # its description, if it has a port, a plug or a rate
    pack: int = 1  # pieces of the pack that its price in the list was for
    quantities: frozenset[str] = frozenset()  # of stock and minimum order, those that the list states


@dataclass(frozen=True)
class UnpricedRow:
    """A part with a price on request."""

    part: str
    name: str
    supplier: str


@dataclass
class ListedRows:
    """The result of reading a price list's rows."""

    priced: list[PricedRow] = field(default_factory=list)
    unpriced: list[UnpricedRow] = field(default_factory=list)
    problems: list[PriceProblem] = field(default_factory=list)
    unclear: set[str] = field(default_factory=set)  # headings whose cells depend on an open question
    terms: OfferTerms = field(default_factory=OfferTerms)
    freight: list[FreightRow] = field(default_factory=list)
    left_out: dict[str, list[str]] = field(default_factory=dict)  # part numbers by reason
    cheaper_spot: list[str] = field(default_factory=list)  # parts with a lower spot price
    phased_out: list[str] = field(default_factory=list)  # parts that are sold for a limited time
    discontinued: dict[str, tuple[SaleStatus, str]] = field(default_factory=dict)  # by part, with its kind
    packs: list[str] = field(default_factory=list)  # parts whose price was for a pack
    said_pieces: set[str] = field(default_factory=set)  # words of constants of pieces per price that count
    surcharged: list[str] = field(default_factory=list)  # parts whose price includes an added surcharge
    unread_terms: list[tuple[str, str]] = field(default_factory=list)  # lines and sentences with amounts
    not_applied: list[tuple[str, str]] = field(default_factory=list)  # lines and sentences, percentages
    has_arrivals: bool = False  # whether a lead time was a date
    kept_words: dict[str, list[str]] = field(default_factory=dict)  # parts kept despite --kind WORD=skip
    # parts by the heading of a rate of all links of a plug, and their number
    total_rates: dict[tuple[str, int], list[str]] = field(default_factory=dict)
    # texts by part number of rows that --kind "*=skip" leaves out, with a port, a plug or a rate
    telling: dict[str, str] = field(default_factory=dict)
    from_descriptions: Counter[str] = field(default_factory=Counter)  # fields

    def leave_out(self, why: str, part: str) -> None:
        """Count an omitted row."""
        self.left_out.setdefault(why, []).append(part)

    def leave_out_other(self, part: str, telling: str) -> None:
        """Count a row that ``--kind "*=skip"`` omits; one that may be a part of a network is named."""
        if telling:
            self.telling[part] = telling
        else:
            self.leave_out(LEFT_OUT, part)
