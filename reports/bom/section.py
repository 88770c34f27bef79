"""A bill in a report: its parts by part number, doubtful prices marked.

Whatever comes from outside is plain text here; the page's template escapes it.
"""

from collections.abc import Sequence
from dataclasses import replace

from netfloor.costmodels.catalogue.bom import Bom, BomLine
from netfloor.costmodels.catalogue.parts.skus import EXAMPLE, UNVERIFIED
from netfloor.foundation.units import money_text
from netfloor.foundation.wording import count_text, join_words
from netfloor.plans.order.by_network import NetworkBill
from netfloor.reports.bom.money import money_table
from netfloor.reports.bom.networks import network_listing
from netfloor.reports.bom.orders import order_listing, tax_text, with_orders
from netfloor.reports.bom.parts import EXAMPLE_MARK, MARKS, part_listing, trust_of
from netfloor.reports.formats.document import Section
from netfloor.reports.formats.marks import MARK, spaced
from netfloor.reports.formats.table import Table
from netfloor.reports.formats.text import one_line

_NOTES = {
    EXAMPLE: f"{EXAMPLE_MARK} An EXAMPLE price without a source: ask for an offer before you order by it.",
    UNVERIFIED: f"{MARK} UNVERIFIED: no source was found for this price.",
}


def check_bom(lines: Sequence[BomLine]) -> None:
    """Raise `ValueError` if costs or pieces of the lines do not add up."""
    for line in lines:
        part, purchase = line.sku.part, line.purchase
        if purchase.total_cents != purchase.quantity * purchase.unit_cents:
            raise ValueError(f"part {part!r}: the total is not the unit price times the pieces bought")
        if purchase.quantity + line.from_stock < line.used + line.spares:
            raise ValueError(f"part {part!r}: fewer pieces than are needed with spares")
    if len({line.sku.part for line in lines}) != len(lines):
        raise ValueError("a part number is in two rows")


def bom_section(bom: Bom, choice: Sequence[str] = (), networks: Sequence[NetworkBill] = ()) -> Section:
    """Return the section, empty without lines; ``choice`` has the sentences on quality and limits.

    ``networks`` are the shares of several networks.

    Every doubtful price carries its mark in the unit price, the total of its row and the
    total of all, and the note under the table says what the mark means.
    """
    lines = bom.lines
    if not lines:
        return Section("bom", "Bill of materials")
    check_bom(lines)
    total = f"{one_line(bom.currency)} {money_text(bom.total_cents)}{spaced(_marks(lines))}"
    freight = "with freight" if bom.freight_cents else "without freight"
    bought = f"{count_text(len(lines), 'part number')} of {count_text(len(bom.orders), 'supplier')}"
    answer = [f"{bought} for {total}, {freight}{taxes_words(bom)}."]
    if doubtful := sum(trust_of(line) in MARKS for line in lines):
        has = "has a price" if doubtful == 1 else "have prices"
        answer.append(f"{doubtful} of {len(lines)} part numbers {has} that must not be used for orders.")
    answer += map(one_line, choice)
    of_networks = (network_listing(networks, bom.currency).page().turned(),) if networks else ()
    orders = (order_listing(bom).page(),) if with_orders(bom) else ()
    tables = (money_table(bom), *orders, *of_networks, _parts_table(bom))
    return Section("bom", "Bill of materials", tuple(answer), tables)


def taxes_words(bom: Bom) -> str:
    """Return the words on taxes beside a total; empty without taxes."""
    if not any(bom.tax_percents):
        return ", no taxes"
    names = [*bom.untaxed, *["laying"] * bom.is_laying_untaxed]
    none = f" (none of {one_line(join_words(names))}: rate unknown)" if names else ""
    return f", {tax_text(bom.stated_tax_percents)} included{none}"


def _marks(lines: Sequence[BomLine]) -> str:
    """Return the marks of all doubtful prices of some parts."""
    trusts = set(map(trust_of, lines))
    return "".join(mark for trust, mark in MARKS.items() if trust in trusts)


def _parts_table(bom: Bom) -> Table:
    """Return the table of parts; only costs are summed: different part types are not added."""
    table = part_listing(bom).page(with_sums=True, mark=_marks(bom.lines))
    trusts = set(map(trust_of, bom.lines))
    notes = [note for trust, note in _NOTES.items() if trust in trusts]
    return replace(table, caption="Parts to buy, by part number", note=" ".join(notes))
