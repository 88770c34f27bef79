"""A bill in a report: its parts by part number, doubtful prices marked.

Whatever comes from outside is plain text here; the page's template escapes it.
"""

from collections.abc import Sequence

from netfloor.costmodels.catalogue.bom import Bom, BomLine
from netfloor.costmodels.catalogue.parts.skus import EXAMPLE, UNVERIFIED
from netfloor.foundation.units import mm_to_metres, money_text
from netfloor.foundation.wording import count_text
from netfloor.reports.formats.document import Section
from netfloor.reports.formats.marks import MARK, loud, spaced
from netfloor.reports.formats.table import Cell, Table, numbers, words
from netfloor.reports.formats.text import NOTHING, one_line

#: Stands at a price that has no source.
EXAMPLE_MARK = "\N{DOUBLE DAGGER}"
_MARKS = {EXAMPLE: EXAMPLE_MARK, UNVERIFIED: MARK}
_NOTES = {
    EXAMPLE: f"{EXAMPLE_MARK} An EXAMPLE price without a source: ask for an offer before you order by it.",
    UNVERIFIED: f"{MARK} UNVERIFIED: no source was found for this price.",
}


def check_bom(lines: Sequence[BomLine]) -> None:
    """Refuse, as a caller's mistake, lines whose money or pieces do not agree."""
    for line in lines:
        part, purchase = line.sku.part, line.purchase
        if purchase.total_cents != purchase.quantity * purchase.unit_cents:
            raise ValueError(f"part {part!r}: the total is not the unit price times the pieces bought")
        if purchase.quantity + line.from_stock < line.used + line.spares:
            raise ValueError(f"part {part!r}: fewer pieces than are needed with spares")
    if len({line.sku.part for line in lines}) != len(lines):
        raise ValueError("a part number is in two rows")


def bom_section(bom: Bom, choice: Sequence[str] = (), networks: Table | None = None) -> Section:
    """Return the section, empty without lines; ``choice`` says how good the choice is and what limits cost.

    ``networks`` says what each of several networks comes to.

    Every doubtful price carries its mark in the unit price, the total of its row and the
    total of all, and the note under the table says what the mark means.
    """
    lines = bom.lines
    if not lines:
        return Section("bom", "Bill of materials")
    check_bom(lines)
    total = f"{one_line(bom.currency)} {_total(lines)}"
    answer = [f"{count_text(len(lines), 'part number')} for {total} before taxes."]
    if doubtful := sum(_trust(line) in _MARKS for line in lines):
        has = "has a price" if doubtful == 1 else "have prices"
        answer.append(f"{doubtful} of {len(lines)} part numbers {has} that must not be used for orders.")
    answer += map(one_line, choice)
    of_networks = () if networks is None else (networks.turned(),)
    return Section(
        "bom", "Bill of materials", tuple(answer), (_money_table(bom), *of_networks, _table(bom))
    )


def taxes_words(bom: Bom) -> str:
    """Return the words on taxes beside a total; empty where there are none."""
    return f", {bom.tax_percent:g} % taxes included" if bom.tax_percent else ", no taxes"


def _money_table(bom: Bom) -> Table:
    """Return the money by what it is for, taxes last."""
    amounts = {
        "Network: switches, cables, transceivers": bom.net_cents - bom.server_cents,
        "Servers, with adapters and their cables": bom.server_cents,
        "Works and freight": None,
        "Parts, before taxes" if bom.tax_percent else "Parts; the catalogue states no taxes": bom.net_cents,
    }
    if bom.tax_percent:
        amounts |= {f"Taxes, {bom.tax_percent:g} %": bom.tax_cents, "Sum with taxes": bom.total_cents}
    rows = [
        (*words(name), Cell("not in this bill") if cents is None else Cell(money_text(cents)))
        for name, cents in amounts.items()
    ]
    return Table("Total of the bill", ("For", f"Money ({one_line(bom.currency)})"), rows)


def _trust(line: BomLine) -> str:
    return line.sku.buying.price_from.trust


def _total(lines: Sequence[BomLine]) -> str:
    """Return the money for everything bought, with the marks of all prices in it."""
    trusts = {_trust(line) for line in lines}
    marks = "".join(mark for trust, mark in _MARKS.items() if trust in trusts)
    return money_text(sum(line.purchase.total_cents for line in lines)) + spaced(marks)


def _table(bom: Bom) -> Table:
    """Return the parts; of their columns money alone is summed: pieces of unlike things have no sum."""
    lines, currency = bom.lines, one_line(bom.currency)
    columns = (
        *("Part number", "Description", "Kind", "Length (m)", "Needed", "Spares", "Owned", "Bought"),
        *(f"Unit price ({currency})", f"Total ({currency})", "Price from"),
    )
    trusts = {_trust(line) for line in lines}
    notes = [note for trust, note in _NOTES.items() if trust in trusts]
    total = (*words("Total", "", ""), *numbers([""] * 6), Cell(_total(lines)), *words(""))
    return Table("Parts to buy, by part number", columns, [*map(_row, lines), total], " ".join(notes))


def _row(line: BomLine) -> tuple[Cell, ...]:
    sku, purchase, buying = line.sku, line.purchase, line.sku.buying
    mark = spaced(_MARKS.get(_trust(line), ""))
    length = NOTHING if sku.length_mm is None else f"{mm_to_metres(sku.length_mm):g}"
    counts = line.used, line.spares, line.from_stock, purchase.quantity
    source = one_line(f"{loud(_trust(line))}: {buying.price_from.text}")
    supplier = (one_line(buying.supplier),) if buying.supplier else ()
    return (
        *words(one_line(sku.part)),
        Cell(one_line(sku.name), (one_line(purchase.why),) if purchase.why else (), numeric=False),
        *words(one_line(sku.kind)),
        *numbers([length, *(f"{count:,}" for count in counts)]),
        *numbers(money_text(cents) + mark for cents in (purchase.unit_cents, purchase.total_cents)),
        Cell(buying.price_date.isoformat(), (*supplier, source), numeric=False),
    )
