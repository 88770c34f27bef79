"""The bill of materials of a plan, with the requested files."""

import datetime as dt
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from netfloor.costmodels.buying.ownership import Ownership
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.foundation.errors import CheckFailedError, InputError, setting
from netfloor.foundation.files import check_output_folder, output_folder, write_atomic
from netfloor.foundation.interrupt import defer_interrupts
from netfloor.foundation.observer import SILENT, Observer
from netfloor.foundation.output_files import check_free, foreign_files
from netfloor.plans.headroom.amounts import Headroom
from netfloor.plans.headroom.count import headroom_of
from netfloor.plans.load import load_any_plan
from netfloor.plans.order.bill_check import bill_problems
from netfloor.plans.order.laid_parts import ordered_parts
from netfloor.plans.order.ordered_parts import OrderedParts
from netfloor.plans.order.owned import ownership_of, ownership_terms_for, with_tariff
from netfloor.plans.order.terms import OrderTerms
from netfloor.plans.own_prices import own_order, power_set_for
from netfloor.reports.bom.document import bill_head, bom_document
from netfloor.reports.bom.sheets import bom_sheets
from netfloor.reports.formats.head import ReportHead


@dataclass(frozen=True)
class BomRequest:
    """The options of the command; the default catalogue is that of the plan's order or placement."""

    plan: Path
    catalogue: Path | None
    terms: OrderTerms
    xlsx: Path | None = None
    csv: Path | None = None
    ownership: Path | None = None
    power_set: str | None = None  # where prices are by formula; None: the plan's own
    head: ReportHead = field(default_factory=ReportHead)
    day: dt.date | None = None  # of the order, for the expiry of prices; None: today


@dataclass(frozen=True)
class BomRun:
    """A bill with its head, and the cost of ownership if requested."""

    parts: OrderedParts
    head: ReportHead
    ownership: Ownership | None = None

    @cached_property
    def headroom(self) -> Headroom:
        """Units, watts, kilograms and ports that the order leaves free."""
        return headroom_of(self.parts.plan, self.parts)

    @cached_property
    def document(self) -> dict[str, Any]:
        """What ``netfloor bom --json`` prints."""
        return bom_document(self.parts, self.head, self.headroom, self.ownership)


def run_bom(request: BomRequest, observer: Observer = SILENT, *, force: bool) -> BomRun:
    """Return the bill, and write the requested files.

    `InputError` for an invalid plan, catalogue or option, or an existing output; `InfeasibleError` if the
    catalogue has no parts for the network.
    """
    if request.xlsx is not None:
        check_free(request.xlsx, foreign_files, force=force)
    if request.csv is not None:
        check_output_folder(request.csv, force=force)
    observer.doing("reading plan and catalogue")
    plan = load_any_plan(request.plan)
    if request.catalogue is not None:
        file, catalogue, terms = request.catalogue, load_catalogue(request.catalogue), request.terms
    else:
        file, catalogue, terms = own_order(plan)
    if request.power_set is not None and (request.ownership is None or catalogue.formula is None):
        what = "applies only to the cost of ownership at prices by formula; parts have their own watts"
        raise InputError(setting("power-set"), what, "leave it out")
    owned_by = None
    if request.ownership is not None:
        asked = request.terms.years, request.terms.kwh_price
        owned_by = ownership_terms_for(request.ownership, catalogue, *asked)
    if owned_by is not None and request.catalogue is not None:
        terms = with_tariff(terms, owned_by, catalogue)
    observer.doing("choosing parts")
    parts = ordered_parts(plan, file, catalogue, terms)
    observer.doing("adding up the bill of materials")
    if problems := bill_problems(parts):
        raise CheckFailedError("; ".join(problems))
    power_set = power_set_for(plan, catalogue, request.power_set)
    owned = None if owned_by is None else ownership_of(parts, owned_by, power_set)
    head = bill_head(parts, request.head, ownership=owned, day=request.day)
    run = BomRun(parts, head, owned)
    _write(request, run, force=force)
    return run


def _write(request: BomRequest, run: BomRun, *, force: bool) -> None:
    """Write the workbook and the CSV files, each atomically."""
    if request.xlsx is None and request.csv is None:
        return
    from netfloor.reports.formats.csv_text import table_csv  # noqa: PLC0415 - only for files
    from netfloor.reports.formats.workbook import workbook_bytes  # noqa: PLC0415 - only for files

    sheets = bom_sheets(run.parts, run.head, run.headroom)
    book = workbook_bytes(list(sheets.values()), run.head) if request.xlsx else b""
    texts = {name: table_csv(sheet) for name, sheet in sheets.items()} if request.csv else {}
    with defer_interrupts():
        if request.xlsx is not None:
            write_atomic(request.xlsx, book)
        if request.csv is not None:
            with output_folder(request.csv, force=force) as folder:
                for name, text in texts.items():
                    write_atomic(folder / f"{name}.csv", text)
