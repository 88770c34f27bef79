"""A bill of materials as the rows that reports show."""

from costmodels.catalogue.bom import BomLine
from netfloor.bom_run import MadeBom
from reports.bom_row import BomRow


def bom_rows(made: MadeBom) -> list[BomRow]:
    """Return one row a part number."""
    return [_row(line) for line in made.bom.lines]


def _row(line: BomLine) -> BomRow:
    sku, purchase, buying = line.sku, line.purchase, line.sku.buying
    return BomRow(
        part=sku.part,
        name=sku.name,
        kind=sku.kind,
        length_mm=sku.length_mm,
        needed=line.used,
        spares=line.spares,
        owned=line.from_stock,
        bought=purchase.quantity,
        unit_cents=purchase.unit_cents,
        total_cents=purchase.total_cents,
        price_date=buying.price_date.isoformat(),
        trust=buying.price_from.trust,
        source=buying.price_from.text,
        note=purchase.why,
    )
