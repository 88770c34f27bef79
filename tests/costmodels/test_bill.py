"""The bill: sums, switches, hosts, installation."""

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.costmodels import COST_SETS
from netfloor.costmodels.bill import LengthRow, make_bill
from netfloor.costmodels.cable_orders import CableOrders
from netfloor.costmodels.sets.load import load_cost_set
from netfloor.foundation.errors import InfeasibleError
from netfloor.layout.cable_plan import CablePlan
from netfloor.topologies.topology import Topology

PlanOf = Callable[..., CablePlan]
TopologyOf = Callable[..., Topology]
LENGTHS = st.lists(st.integers(0, 150_000), min_size=0, max_size=30)
SETS = st.sampled_from(sorted(COST_SETS))


@given(SETS, LENGTHS, st.integers(0, 20))
def test_rows_add_up(
    plan_of: PlanOf, topology_of: TopologyOf, name: str, lengths: list[int], endpoints: int
) -> None:
    """Rows by length, totals by medium, and the cables one by one agree to the cent."""
    topology = topology_of(len(lengths), endpoints)
    bill = make_bill(topology, plan_of(lengths), load_cost_set(name))
    one_by_one = [bill.orders.order(i).price_cents for i in range(len(lengths))]
    assert bill.cable_cents == sum(one_by_one)
    assert bill.cable_cents == sum(total.cents for total in bill.by_medium.values())
    assert bill.cable_cents == sum(row.cents for row in bill.rows)
    assert len(lengths) == sum(row.cables for row in bill.rows)
    assert sum(lengths) == sum(total.routed_mm for total in bill.by_medium.values())
    parts = bill.cable_cents + bill.host_cable_cents + bill.switch_cents
    assert bill.total_cents == parts + (bill.install_cents or 0)


@given(SETS, LENGTHS)
def test_rows_are_of_whole_metres_or_stock_lengths(
    plan_of: PlanOf, topology_of: TopologyOf, name: str, lengths: list[int]
) -> None:
    """A row's length is at least that of its cables, by less than a metre if cut to length."""
    bill = make_bill(topology_of(len(lengths)), plan_of(lengths), load_cost_set(name))
    for row in bill.rows:
        assert row.length_mm % 1000 == 0
        ordered = [mm for mm in ordered_in(bill.orders, row) if row.length_mm - 1000 < mm]
        assert len(ordered) == row.cables


def ordered_in(orders: CableOrders, row: LengthRow) -> list[int]:
    """Return the ordered lengths of the row's part that are no longer than the row's."""
    every = [orders.order(cable) for cable in range(len(orders))]
    lengths = [order.ordered_length_mm for order in every if order.part == row.part]
    return [mm for mm in lengths if mm <= row.length_mm]


def test_slimfly_switches_count_all_ports(plan_of: PlanOf, topology_of: TopologyOf) -> None:
    """3 links and 4 endpoints are 7 ports: 350.4 * 7 - 892.3 dollars, twice."""
    bill = make_bill(topology_of(3, 4), plan_of([2000] * 3), load_cost_set("slimfly-2014"))
    assert bill.switch_cents == 2 * 156_050


def test_host_cables_are_electrical_at_the_links_rate(plan_of: PlanOf, topology_of: TopologyOf) -> None:
    """8 endpoints by 2 m of copper at 40 Gb/s: (0.4079 * 2 + 0.5771) * 40 dollars each."""
    bill = make_bill(topology_of(1, 4, 40.0), plan_of([2000]), load_cost_set("slimfly-2014"))
    assert (bill.host_cables, bill.host_cable_cents) == (8, 8 * 5572)
    assert bill.host_order is not None
    assert bill.host_order.medium == "electrical"


def test_host_cables_stay_electrical_at_any_reach(plan_of: PlanOf, topology_of: TopologyOf) -> None:
    """A reach of 0 turns the network optical and leaves the hosts as the rule says."""
    bill = make_bill(topology_of(1, 1), plan_of([2000]), load_cost_set("slimfly-2014"), 0)
    assert bill.by_medium["optical"].cables == 1
    assert bill.host_order is not None
    assert bill.host_order.medium == "electrical"


def test_perseus_installation(plan_of: PlanOf, topology_of: TopologyOf) -> None:
    """2 cables inside a cabinet and 6 host cables at 2.50, 3 cables between at 6.25 dollars."""
    topology, plan = topology_of(5, 3), plan_of([2000] * 5, inside=2)
    bill = make_bill(topology, plan, load_cost_set("perseus-2011"))
    assert bill.install_cents == 8 * 250 + 3 * 625


def test_unknown_installation_is_none(plan_of: PlanOf, topology_of: TopologyOf) -> None:
    """A set without installation does not claim that it is free."""
    bill = make_bill(topology_of(1), plan_of([2000]), load_cost_set("slimfly-2014"))
    assert bill.install_cents is None
    assert bill.to_dict()["install_cost"] is None


def test_without_endpoints_there_is_no_share(plan_of: PlanOf, topology_of: TopologyOf) -> None:
    """No endpoints: no host cable, and nothing per endpoint."""
    bill = make_bill(topology_of(1), plan_of([2000]), load_cost_set("slimfly-2014"))
    assert (bill.host_cables, bill.host_cable_cents, bill.host_order) == (0, 0, None)
    assert bill.cents_per_endpoint(bill.total_cents) is None
    assert bill.mm_per_endpoint() is None


def test_shares_of_an_endpoint(plan_of: PlanOf, topology_of: TopologyOf) -> None:
    """Money and length are divided by all endpoints."""
    bill = make_bill(topology_of(3, 2), plan_of([1000, 2000, 3000]), load_cost_set("slimfly-2014"))
    assert bill.mm_per_endpoint() == 1500
    assert bill.cents_per_endpoint(1000) == 250


def test_without_endpoints_no_host_cable_is_needed(plan_of: PlanOf, topology_of: TopologyOf) -> None:
    """A host cable that nobody sells only matters where there is a host."""
    cost_set = load_cost_set("perseus-2011")
    assert make_bill(topology_of(1), plan_of([2000]), cost_set, host_cable_mm=9000).host_cables == 0
    with pytest.raises(InfeasibleError, match="9 m"):
        make_bill(topology_of(1, 1), plan_of([2000]), cost_set, host_cable_mm=9000)


def test_a_plan_of_another_network_is_a_callers_mistake(plan_of: PlanOf, topology_of: TopologyOf) -> None:
    """Plan and network must have the same number of cables."""
    with pytest.raises(ValueError, match="2 cables, the network 1"):
        make_bill(topology_of(1), plan_of([1, 2]), load_cost_set("slimfly-2014"))


@given(SETS, LENGTHS, st.integers(0, 3))
def test_the_dictionary_is_json_in_money_and_metres(
    plan_of: PlanOf, topology_of: TopologyOf, name: str, lengths: list[int], endpoints: int
) -> None:
    """What JSON shows converts back to the same cents and millimetres."""
    topology = topology_of(len(lengths), endpoints)
    bill = make_bill(topology, plan_of(lengths), load_cost_set(name))
    shown = json.loads(json.dumps(bill.to_dict(), allow_nan=False))
    assert round(shown["total_cost"] * 100) == bill.total_cents
    assert [round(row["cost"] * 100) for row in shown["by_length"]] == [r.cents for r in bill.rows]
    routed = sum(medium["routed_m"] for medium in shown["by_medium"].values())
    assert round(routed * 1000) == sum(lengths)
