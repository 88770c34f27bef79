"""The parts of one plan by a price list and by a formula: network and servers apart."""

from dataclasses import replace
from pathlib import Path

import pytest

from netfloor.costmodels.bill import make_bill
from netfloor.costmodels.buying.ownership import NETWORK
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.power import power_of
from netfloor.costmodels.sets.load import load_cost_set, load_power_set
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.plans.assessment.prices import common_prices
from netfloor.plans.assessment.quote import KINDS_OF, quote_of_parts
from netfloor.plans.load import load_plan
from netfloor.plans.order.parts_list import listed_parts
from netfloor.plans.order.terms import OrderTerms
from netfloor.plans.plan import Plan
from netfloor.studies.place import LayoutRequest, run_layout

PARTS = Path(__file__).parents[3] / "examples/catalogue/parts_400g.toml"


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Plan:
    """Return a plan of 18 switches with 3 endpoints each."""
    path = tmp_path_factory.mktemp("quote") / "plan.json"
    request = LayoutRequest("slimfly:3", None, path, "anneal", 2000, None, 1, 5, 1, 3, 400.0)
    run_layout(request, SILENT, Interrupt(), force=False)
    return load_plan(path)


def test_a_cost_set_splits_its_cables_as_the_bill_does(plan: Plan) -> None:
    """Cables to endpoints are the servers'; links, media and watts are those of bill and power."""
    cost_set, power_set = load_cost_set("slimfly-2014"), load_power_set("slimfly-2014")
    prices = replace(common_prices([plan], Path("slimfly-2014")), power_set=power_set)
    quote = prices.quote(plan)
    bill = make_bill(plan.topology, plan.cables, cost_set)
    assert quote.parts_cents - quote.network_cents == bill.host_cable_cents > 0
    assert quote.server_cable_cents() == bill.host_cable_cents
    assert quote.bill_cents == bill.total_cents
    assert (quote.links, quote.links_to_servers) == (45, 54)
    electrical = int((plan.cables.length_mm <= (cost_set.electrical_reach_mm or 0)).sum())
    assert (quote.copper_links, quote.copper_links_to_servers) == (electrical, 54)
    watts = power_of(plan.topology, bill.orders, power_set).network_w
    assert quote.power_w(NETWORK) == pytest.approx(watts, abs=0.001)


def test_the_levers_hold_all_parts_of_the_network(plan: Plan) -> None:
    """Switches, copper and optical parts are the whole network; a factor multiplies one lever."""
    parts = listed_parts(plan, PARTS, load_catalogue(PARTS), OrderTerms())
    quote = quote_of_parts(parts)
    assert sum(quote.cents_of(lever, NETWORK) for lever in KINDS_OF) == quote.network_cents
    assert quote.bill_cents == parts.bom.total_cents
    dearer = quote.dearer("switches", 3)
    change = sum(one.paid_cents for one in dearer.bought) - quote.parts_cents
    assert change == 2 * quote.cents_of("switches") > 0
