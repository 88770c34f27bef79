"""Contents of each cabinet according to the bill."""

from typing import Any

from netfloor.plans.order.loads import CabinetLoad, cabinet_loads
from netfloor.plans.order.ordered_parts import OrderedParts
from netfloor.reports.formats.listing import Listing, RowColumn, json_column
from netfloor.reports.formats.table import Table, count_column, number_column, text_column


def _cabinet_listing(bill: OrderedParts) -> Listing[CabinetLoad]:
    """Return devices, cables, units, watts and kilograms by cabinet; a weight of 0 is unknown."""
    loads = cabinet_loads(bill)
    power = number_column("power", "W", total=all(load.power_w is not None for load in loads))
    columns: tuple[RowColumn[CabinetLoad], ...] = (
        RowColumn(text_column("cabinet"), lambda load: load.cabinet, "cabinet"),
        RowColumn(count_column("switches", total=True), lambda load: load.switches, "switches"),
        RowColumn(count_column("servers", total=True), lambda load: load.servers, "servers"),
        RowColumn(count_column("nics", total=True), lambda load: load.nics, "nics"),
        RowColumn(count_column("transceivers", total=True), lambda load: load.transceivers, "transceivers"),
        RowColumn(count_column("cables", total=True), lambda load: load.cables, "cables"),
        RowColumn(count_column("height", "U", total=True), lambda load: load.height_u, "height_u"),
        RowColumn(power, lambda load: load.power_w, "power_w"),
        json_column("liquid_w", lambda load: load.liquid_w),
        RowColumn(
            number_column("weight", "kg", total=True), lambda load: load.weight_kg or None, "weight_kg"
        ),
    )
    return Listing("Cabinets", columns, loads)


def cabinet_records(bill: OrderedParts) -> list[dict[str, Any]]:
    """Return the cabinets for JSON, each with its pieces by part number."""
    listing = _cabinet_listing(bill)
    records = zip(listing.records(), listing.rows, strict=True)
    return [{**record, "parts": load.parts} for record, load in records]


def cabinet_sheets(bill: OrderedParts) -> dict[str, Table]:
    """Return the sheets of the cabinets, and of the parts in each."""
    columns = (text_column("cabinet"), text_column("part"), text_column("name"), count_column("pieces"))
    skus, names = bill.bom.skus, bill.cabinet_names
    rows = [
        (names[cabinet], skus[sku].part, skus[sku].name, pieces)
        for (cabinet, sku), pieces in sorted(bill.bom.by_cabinet.items())
    ]
    return {
        "cabinets": _cabinet_listing(bill).sheet(),
        "cabinet_parts": Table("Parts by cabinet", columns, rows),
    }
