"""Prices that a plan was made by are found again: from here, or in the plan's folder."""

import shutil
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import netfloor as nf
from netfloor.costmodels import DEFAULT_COST_SET
from netfloor.costmodels.catalogue.equipment import RequestedDevices
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.sets.load import load_cost_set, set_sha256
from netfloor.foundation.errors import InputError
from netfloor.foundation.units import MAX_KWH_PRICE, MAX_YEARS
from netfloor.plans.load import load_plan
from netfloor.plans.models import ObjectiveRecord
from netfloor.plans.named_sets import near_plan
from netfloor.plans.order.terms import OrderTerms, planned_order, recorded_terms
from netfloor.plans.own_prices import own_catalogue, own_cost_set
from netfloor.plans.plan import Plan

pytestmark = pytest.mark.usefixtures("here")
CATALOGUE = Path(__file__).parents[2] / "examples/catalogue/parts_200g.toml"
COST_SETS = Path(__file__).parents[2] / "costmodels/data/cost"


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Plan:
    """Return a plan that no prices were asked for."""
    folder = tmp_path_factory.mktemp("near")
    nf.place("complete:3", nf.room(rows=1, columns=2), iterations=10).write(folder / "plan.json")
    return load_plan(folder / "plan.json")


def placed_for(plan: Plan, folder: Path | None, **record: Any) -> Plan:
    """Return a plan of some folder that was placed by prices."""
    objective = ObjectiveRecord.model_construct(**{"catalogue": None, "catalogue_sha256": None, **record})
    solver = plan.solver.model_copy(update={"objective": objective})
    return replace(plan, solver=solver, path=None if folder is None else folder / "plan.json")


@pytest.mark.parametrize(
    ("name", "there", "beside"), list(product(("a.toml", "far/a.toml", "a"), (True, False), (True, False)))
)
def test_a_file_that_is_not_here_is_looked_for_beside_the_plan(
    name: str, there: bool, beside: bool
) -> None:
    """One that is here comes first; a shipped set's name is no file's, whatever lies about."""
    folder = Path("plans")
    folder.mkdir()
    if there:
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text("")
    if beside:
        (folder / Path(name).name).write_text("")
    found = str(folder / "a.toml") if beside and not there and name != "a" else name
    assert near_plan(name, folder) == found


@pytest.mark.parametrize("folder", [None, Path(), Path("plans")])
def test_the_own_cost_set_of_a_plan_lies_in_its_folder(bare: Plan, folder: Path | None) -> None:
    """Here, where it is in no file yet; another one of that name, and two sets, are refused."""
    shipped = COST_SETS / f"{DEFAULT_COST_SET}.toml"
    file = (folder or Path()) / "own.toml"
    file.parent.mkdir(exist_ok=True)
    shutil.copy(shipped, file)
    sha256 = set_sha256(load_cost_set(str(file)))
    plan = placed_for(bare, folder, cost_set="far/own.toml", cost_set_sha256=sha256)
    assert Path(own_cost_set([plan, plan, bare])) == file
    assert own_cost_set([bare]) == DEFAULT_COST_SET
    for others in (
        [placed_for(bare, folder, cost_set="far/own.toml", cost_set_sha256="0" * 64)],
        [plan, placed_for(bare, folder, cost_set=DEFAULT_COST_SET, cost_set_sha256="0" * 64)],
    ):
        with pytest.raises(InputError):
            own_cost_set(others)


TERMS = (
    OrderTerms(),
    OrderTerms(
        "price+power", 4.0, 0.25, 7, ("2%", "X=4"), RequestedDevices("S", "N", "V"), max_lead_days=9
    ),
    OrderTerms(
        network_only=True,
        networks=(RequestedDevices("S", "N"), RequestedDevices(None, "M")),
        laying_price=2.5,
    ),
    OrderTerms(fibre_trunks=True, max_lead_days=0),
)


@pytest.mark.parametrize("terms", TERMS)
@pytest.mark.parametrize("folder", [None, Path("plans")])
def test_an_order_is_read_back_with_its_catalogue(
    bare: Plan, terms: OrderTerms, folder: Path | None
) -> None:
    """All terms as they were asked for; the catalogue is the one that has the checksum, here or there."""
    file = (folder or Path()) / CATALOGUE.name
    file.parent.mkdir(exist_ok=True)
    for one in CATALOGUE.parent.glob("parts_200g*"):
        shutil.copy(one, file.parent)
    order = terms.record(f"far/{CATALOGUE.name}", load_catalogue(CATALOGUE), 5.0)
    plan = replace(bare, order=order, path=None if folder is None else folder / "plan.json")
    assert recorded_terms(order) == terms
    found, catalogue, own = planned_order(plan)
    assert (found, set_sha256(catalogue), own) == (file, order.catalogue_sha256, terms)
    catalogue_found = own_catalogue(plan)
    assert catalogue_found is not None
    assert catalogue_found[0] == file
    record = {"catalogue": f"far/{file.name}", "catalogue_sha256": order.catalogue_sha256}
    requested_devices = {"criterion": "price", "years": None, "kwh_price": None, "switch": None}
    by_parts = own_catalogue(placed_for(bare, folder, **record, **requested_devices))
    assert by_parts is not None
    assert (by_parts[0].name, set_sha256(by_parts[1])) == (file.name, order.catalogue_sha256)
    assert own_catalogue(placed_for(bare, folder)) is None
    file.write_text(CATALOGUE.read_text().replace("EX-SW-40", "EX-SW-41"))
    with pytest.raises(InputError, match="catalogue"):
        planned_order(plan)


@pytest.mark.parametrize(
    ("words", "good"),
    [
        ({"years": 0.0, "kwh_price": 0.0}, True),
        ({"years": MAX_YEARS, "kwh_price": MAX_KWH_PRICE}, True),
        ({"years": MAX_YEARS + 1, "kwh_price": 0.1}, False),
        ({"years": 1.0, "kwh_price": MAX_KWH_PRICE + 1}, False),
        ({"years": -1.0, "kwh_price": 0.1}, False),
        ({"years": 1.0}, False),
        ({"kwh_price": 1.0}, False),
        ({"criterion": "price+power"}, False),
        ({"criterion": "price+power", "years": 1.0, "kwh_price": 0.1}, True),
        ({"criterion": "colour"}, False),
        ({"max_lead_days": 0}, True),
        ({"max_lead_days": -1}, False),
    ],
)
def test_a_criterion_is_taken_up_to_its_limits(words: dict[str, Any], good: bool) -> None:
    """Years and the price of electricity go together, both within bounds; days to delivery may be none."""
    terms = OrderTerms(**words)
    if good:
        criterion = terms.chosen_criterion()
        assert criterion.name == terms.criterion
        assert (criterion.years, criterion.kwh_price) == (terms.years or 0, terms.kwh_price or 0)
    else:
        with pytest.raises(InputError):
            terms.chosen_criterion()
