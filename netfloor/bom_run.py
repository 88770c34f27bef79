"""The bill of materials of a plan: what the ``bom`` command runs."""

from dataclasses import dataclass
from typing import Any

from costmodels.catalogue.bom import Bom, make_bom
from costmodels.catalogue.catalogue import Catalogue
from costmodels.catalogue.choose import choose_parts
from costmodels.catalogue.criterion import Criterion
from costmodels.catalogue.few_lengths import limit_lengths
from costmodels.catalogue.link_choice import LinkChoice
from costmodels.catalogue.load import load_catalogue
from costmodels.catalogue.plan_needs import Fabric, fabric_of
from costmodels.catalogue.skus import skus_of
from costmodels.spares import SpareRule
from foundation.errors import InputError
from foundation.files import output_folder, write_atomic
from netfloor.bom_document import bom_document
from netfloor.bom_places import places_of
from netfloor.bom_request import BomRequest
from netfloor.bom_sheets import bom_sheets
from netfloor.hall_plan_devices import chosen_equipment
from netfloor.loaded_plan import LoadedPlan, load_plan
from netfloor.signals import undisturbed


@dataclass(frozen=True)
class MadeBom:
    """Everything that a bill of materials was made from and came to.

    Attributes
    ----------
    curve
        (Cable lengths, price of all cables in cents) where their number was limited.
    cabinet_names
        By the numbers of cabinets in ``fabric`` and ``bom``.
    """

    request: BomRequest
    plan: LoadedPlan
    catalogue: Catalogue
    criterion: Criterion
    spares: SpareRule | None
    fabric: Fabric
    choice: LinkChoice
    curve: tuple[tuple[int, int], ...]
    bom: Bom
    cabinet_names: tuple[str, ...]


def run_bom(request: BomRequest, *, force: bool) -> dict[str, Any]:
    """Return the bill as one document, the files that were asked for written.

    Raises
    ------
    InputError
        For a bad plan, catalogue or option, or an output that is in the way.
    InfeasibleError
        If the catalogue cannot serve the network.
    """
    request.check_outputs(force=force)
    made = make_plan_bom(request)
    document = bom_document(made)
    _write(made, document, force=force)
    return document


def make_plan_bom(request: BomRequest) -> MadeBom:
    """Return the bill of a plan with everything that led to it; detours of the plan are taken."""
    return make_loaded_bom(load_plan(request.plan), request)


def make_loaded_bom(plan: LoadedPlan, request: BomRequest) -> MadeBom:
    """Return the same of a plan that is in memory already."""
    request = request.completed(plan)
    assert request.catalogue is not None  # noqa: S101 - for the type checker
    criterion, spares = request.chosen_criterion(), request.spare_rule()
    catalogue = load_catalogue(request.catalogue)
    _refuse_unknown_spares(spares, catalogue)
    topology, cables = plan.topology, plan.cables
    places = places_of(plan)
    equipment = chosen_equipment(request, topology, catalogue)
    fabric = fabric_of(topology, cables, places.routes.with_detours(plan.detours), catalogue, equipment)
    choice = choose_parts(fabric.needs, catalogue, criterion)
    curve: tuple[tuple[int, int], ...] = ()
    if request.max_skus is not None:
        few = limit_lengths(choice, catalogue, request.max_skus)
        choice, curve = few.choice, few.curve
    bom = make_bom(fabric, choice, catalogue, spares)
    names = places.cabinet_names
    return MadeBom(request, plan, catalogue, criterion, spares, fabric, choice, curve, bom, names)


def _refuse_unknown_spares(spares: SpareRule | None, catalogue: Catalogue) -> None:
    unknown = () if spares is None else spares.unknown(sku.part for sku in skus_of(catalogue))
    if unknown:
        raise InputError("--spares", f"{unknown[0]!r} is not in the catalogue", "a part number of it")


def _write(made: MadeBom, document: dict[str, Any], *, force: bool) -> None:
    """Write the workbook and the CSV files, each whole or not at all."""
    request = made.request
    if request.xlsx is None and request.csv is None:
        return
    from reports.workbook import sheet_csv, workbook_bytes  # noqa: PLC0415 - only for files

    sheets = bom_sheets(made, document)
    book = workbook_bytes(list(sheets.values())) if request.xlsx else b""
    texts = {name: sheet_csv(sheet) for name, sheet in sheets.items()} if request.csv else {}
    with undisturbed():
        if request.xlsx is not None:
            write_atomic(request.xlsx, book)
        if request.csv is not None:
            with output_folder(request.csv, force=force) as folder:
                for name, text in texts.items():
                    write_atomic(folder / f"{name}.csv", text)
