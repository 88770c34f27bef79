"""A placed network's links, devices and bill, worked out by hand."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from netfloor.costmodels.buying.spares import parse_spare_rule
from netfloor.costmodels.catalogue.bom import Bom, make_bom
from netfloor.costmodels.catalogue.cabinet_power import cabinet_power_mw, cage_power_mw
from netfloor.costmodels.catalogue.choice.choose import PartsChoice
from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.choice.limits import required_choice
from netfloor.costmodels.catalogue.choice.link_choice import LinkChoice
from netfloor.costmodels.catalogue.choice.questions import PartsQuestion
from netfloor.costmodels.catalogue.equipment import PortNeeds, RequestedDevices, equip
from netfloor.costmodels.catalogue.link_needs import LinkNeeds
from netfloor.costmodels.catalogue.part_terms import BuyingRules
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.plan_needs import CagedLinks, caged_links, same_cabinet_routes
from netfloor.costmodels.catalogue.trunks.case import TrunkWays
from netfloor.costmodels.catalogue.trunks.choose import choose_trunks
from netfloor.foundation.errors import InfeasibleError, InputError
from netfloor.layout.cable_plan import CablePlan
from netfloor.topologies.topology import Topology

PRICE = Criterion()
SPLITTER = {
    "name": "splitter", "kind": "ACC", "gbps": 400, "links": 2, "tails": 2, "connector_a": "OSFP",
    "connector_b": "OSFP-RHS", "reach_m": 3, "power_a_w": 1.5, "power_b_w": 0.3,
    "lengths": [{"length_m": 2, "part": "SPLIT", "price": 100, "owned": 1}],
}  # fmt: skip
PAIR = {
    "name": "twin", "kind": "DAC", "gbps": 400, "links": 2, "connector_a": "OSFP", "connector_b": "OSFP",
    "reach_m": 5, "lengths": [{"length_m": 5, "part": "TWIN", "price": 50.5, "spares": 2}],
}  # fmt: skip
SWITCH = {
    "part": "SW", "name": "switch", "cages": 4, "links_per_cage": 2, "connector": "OSFP", "gbps": 400,
    "price": 1000, "power_w": 100, "weight_kg": 9.5, "height_u": 2, "lead_time_days": 90,
}  # fmt: skip
NIC = {
    "part": "NIC", "name": "adapter", "cages": 1, "connector": "OSFP-RHS", "gbps": 400, "price": 10,
    "power_w": 25, "breaks": [{"at_least": 5, "price": 7}],
}  # fmt: skip
SERVER = {"part": "SRV", "name": "server", "nics": 3, "price": 200, "power_w": 500, "weight_kg": 20}


@pytest.fixture
def catalogue(make_catalogue: Callable[..., Catalogue]) -> Catalogue:
    """Make a catalogue for twin-port switches and single-port adapters."""
    return make_catalogue(
        cables=[SPLITTER, PAIR],
        switches=[SWITCH],
        nics=[NIC],
        servers=[SERVER],
        spares_percent=10,
        tax_percent=7.5,
    )


def two_routers(endpoints: int, links: int) -> tuple[Topology, CablePlan]:
    """Return two routers in two cabinets, joined by parallel links of 4 m."""
    topology = Topology(
        name="pair",
        family="file",
        parameters={},
        routers=2,
        links=np.array([[0, 1]], np.int32),
        multiplicity=np.array([links], np.int32),
        endpoints=np.full(2, endpoints, np.int32),
        gbps=400.0,
    )
    ends = np.tile(np.array([0, 1], np.int32), (links, 1))
    ports = np.tile(np.arange(1, links + 1, dtype=np.int32)[:, None] + endpoints, (1, 2)).astype(np.int32)
    return topology, CablePlan(ends, ends.copy(), ends.copy(), ports, np.full(links, 4000, np.int64))


def made(
    catalogue: Catalogue, endpoints: int = 4, links: int = 4, spares: tuple[str, ...] = ()
) -> tuple[CagedLinks, LinkChoice, Bom]:
    """Return everything for two routers."""
    topology, plan = two_routers(endpoints, links)
    equipment = equip(PortNeeds(topology.ports.astype(np.int64), 2 * endpoints, 400.0), catalogue, PRICE)
    routes = same_cabinet_routes(plan, topology, np.array([0, 1]), 2000)
    caged = caged_links(topology, plan, routes, catalogue, equipment)
    rule = parse_spare_rule(spares, "test") if spares else None
    rules = BuyingRules(catalogue, rule)
    found = required_choice(PartsQuestion(caged.needs, rules))
    return caged, found.choice, make_bom(caged, found, rules)


def test_links_cables_cages_and_ports(catalogue: Catalogue) -> None:
    """4 + 8 links on 2 + 4 cables, in 4 + 4 switch cages and 8 adapters."""
    links, choice, bom = made(catalogue)
    counts = choice.counts
    assert (counts.links, counts.cables, counts.cages, links.ports) == (12, 6, 16, 16)
    assert {line.sku.part: line.used for line in bom.lines} == {
        "SPLIT": 4, "TWIN": 2, "SW": 2, "NIC": 8, "SRV": 4,
    }  # fmt: skip


def test_spares_stock_breaks_and_taxes(catalogue: Catalogue) -> None:
    """Every line and the sum, by hand."""
    _, _, bom = made(catalogue)
    bought = {one.sku.part: (one.spares, one.from_stock, one.purchase.quantity) for one in bom.lines}
    assert bought == {
        "SPLIT": (1, 1, 4), "TWIN": (2, 0, 4), "SW": (0, 0, 2), "NIC": (0, 0, 8), "SRV": (0, 0, 4),
    }  # fmt: skip
    net = 4 * 10000 + 4 * 5050 + 2 * 100000 + 8 * 700 + 4 * 20000
    assert bom.net_cents == net == bom.example_cents
    assert bom.tax_cents == int(net * 0.075 + 0.5)
    assert bom.total_cents == bom.net_cents + bom.tax_cents
    assert bom.lead_time_days == 90


@pytest.mark.parametrize(
    ("rule", "spares"),
    [
        ((), {"SPLIT": 1, "TWIN": 2, "SW": 0}),
        (("50%",), {"SPLIT": 2, "TWIN": 2, "SW": 0}),
        (("50%", "TWIN=0", "SW=1"), {"SPLIT": 2, "TWIN": 0, "SW": 1}),
    ],
)
def test_which_rule_for_spares_counts(
    rule: tuple[str, ...], spares: dict[str, int], catalogue: Catalogue
) -> None:
    """What the user says of a part, then the catalogue of it, then the user of all, then the catalogue."""
    found = {one.sku.part: one.spares for one in made(catalogue, spares=rule)[2].lines}
    assert {part: found[part] for part in spares} == spares


def test_power_stands_where_it_is_drawn(catalogue: Catalogue) -> None:
    """Switch, 4 adapters, 2 servers, and 2 splitters with both their tails in each cabinet."""
    links, choice, bom = made(catalogue)
    each = 100_000 + 4 * 25_000 + 2 * 500_000 + 2 * (1_500 + 2 * 300)
    assert cabinet_power_mw(links, choice).tolist() == [each, each]
    assert bom.power_mw == 2 * each


def test_power_of_a_cable_between_cabinets_is_split(make_catalogue: Callable[..., Catalogue]) -> None:
    """Each end of an active cable draws where it is plugged in, whichever end that is."""
    left = PAIR | {"name": "l", "kind": "AEC", "power_a_w": 3, "power_b_w": 1}
    catalogue = make_catalogue(cables=[left], switches=[SWITCH])
    links, choice, _ = made(catalogue, endpoints=0, links=2)
    assert cabinet_power_mw(links, choice).tolist() == [103_000, 101_000]


def test_power_of_a_cable_laid_the_other_way_round(
    make_catalogue: Callable[..., Catalogue], make_needs: Callable[..., LinkNeeds]
) -> None:
    """The plug at end A draws 3 W in its cage, be that the first of the two or not."""
    cable = PAIR | {"kind": "AEC", "connector_a": "QSFP112", "power_a_w": 3, "power_b_w": 1}
    for sockets, drawn in (([3, 0], [3000, 1000]), ([0, 3], [1000, 3000])):
        needs = make_needs([(0, 1), (0, 1)], sockets, [(100, 100), (100, 100)])
        rules = BuyingRules(make_catalogue(cables=[cable]))
        choice = required_choice(PartsQuestion(needs, rules)).choice
        assert cage_power_mw(choice).tolist() == drawn


def test_a_leftover_tail_draws_at_the_head(make_catalogue: Callable[..., Catalogue]) -> None:
    """A router with one endpoint uses one tail of two; the whole cable's power is still in its cabinet."""
    catalogue = make_catalogue(cables=[SPLITTER, PAIR], switches=[SWITCH], nics=[NIC])
    links, choice, bom = made(catalogue, endpoints=2, links=2)
    assert sum(cabinet_power_mw(links, choice)) == bom.power_mw


def test_electricity_is_hours_times_power_times_price() -> None:
    """1 W for a year of 8,760 hours is 8.76 kWh; half cents are rounded up."""
    assert Criterion("price+power", 1, 1.0).energy_cents(1000) == 876
    assert Criterion("price+power", 2.5, 0.2).energy_cents(16_000) == 7008
    assert Criterion("price+power", 1, 0.125).energy_cents(1000) == 110


def test_pieces_by_cabinet_add_up(catalogue: Catalogue) -> None:
    """The bill's pieces are those of all cabinets together."""
    _, _, bom = made(catalogue)
    for line in bom.lines:
        held = sum(n for (_, sku), n in bom.by_cabinet.items() if bom.skus[sku] is line.sku)
        assert held == line.used


def test_a_cage_with_a_host_and_a_network_link_takes_no_plain_cable(catalogue: Catalogue) -> None:
    """With three hosts a switch cage holds both kinds, which no cable here can serve; it says so."""
    with pytest.raises(InfeasibleError, match="links share"):
        made(catalogue, endpoints=3, links=3)


@pytest.mark.parametrize(
    ("ports", "gbps", "says"),
    [(9, 400.0, "switch of 9 ports at 400.*nearest is SW of 8 ports"), (2, 100.0, "at 100 Gb/s")],
)
def test_a_switch_that_does_not_exist_is_named(
    ports: int, gbps: float, says: str, catalogue: Catalogue
) -> None:
    """The nearest one is named too."""
    with pytest.raises(InfeasibleError, match=says):
        equip(PortNeeds(np.array([ports]), 1, gbps), catalogue, PRICE)


def test_the_cheapest_device_with_enough_ports_is_taken(make_catalogue: Callable[..., Catalogue]) -> None:
    """Small switches for small routers; by fewest parts all like the largest; a wish overrules both."""
    small: dict[str, Any] = SWITCH | {"part": "S2", "name": "small", "cages": 1, "price": 300}
    dear = SWITCH | {"part": "S9", "name": "dear", "price": 5000}
    catalogue = make_catalogue(switches=[dear, SWITCH, small], nics=[NIC])
    ports = np.array([2, 8])

    def parts(criterion: Criterion, requested_devices: RequestedDevices | None = None) -> list[str]:
        found = equip(PortNeeds(ports, 0, 400.0), catalogue, criterion, requested_devices).switches
        return [catalogue.switches[one].part for one in found]

    assert parts(PRICE) == ["S2", "SW"]
    assert parts(Criterion("fewest-parts")) == ["SW", "SW"]
    assert parts(PRICE, RequestedDevices(switch="S9")) == ["S9", "S9"]
    with pytest.raises(InputError, match=r"^switch: 'none' .*known: S9, SW, S2"):
        parts(PRICE, RequestedDevices(switch="none"))


def test_trunks_are_on_the_bill_instead_of_the_cords_that_they_replace(
    make_catalogue: Callable[..., Catalogue],
) -> None:
    """26 links between two switches, two trunks for 12 each; a cord to every adapter; all by hand."""
    fibre = {"fibre": "OS2", "fibres": 2}
    module = {"name": "FR4", "gbps": 400, "fibre_connector": "LC", "optics": "FR4", "reach_m": 100} | fibre
    cords = [{"length_m": 2, "part": "F2", "price": 1}, {"length_m": 5, "part": "F5", "price": 30}]
    catalogue = make_catalogue(
        transceivers=[
            module | {"part": "T", "connector": "OSFP", "power_w": 9, "price": 5},
            module | {"part": "R", "connector": "OSFP-RHS", "power_w": 9, "price": 5},
        ],
        cords=[{"name": "cord", "connector": "LC", "lengths": cords} | fibre],
        switches=[SWITCH | {"cages": 32, "links_per_cage": 1}],
        nics=[NIC],
        servers=[SERVER],
        trunks=[{"name": "trunk", "connector": "MPO-12/APC", "connectors": 2, "fibre": "OS2", "fibres": 24,
                 "diameter_mm": 9, "lengths": [{"length_m": 3, "part": "K", "price": 100}]}],
        cassettes=[{"part": "Q", "name": "cassette", "trunk_connector": "MPO-12/APC",
                    "front_connector": "LC", "front_ports": 6, "panel": "P", "price": 20} | fibre],
        panels=[{"part": "P", "name": "panel", "cassettes": 3, "price": 10}],
    )  # fmt: skip
    caged, choice, _ = made(catalogue, endpoints=3, links=26)
    jumper_mm = np.full((len(choice.needs), 2), 1_800)
    rules = BuyingRules(catalogue)
    trunks = choose_trunks(choice, rules, TrunkWays(jumper_mm, {(0, 1): 3_000}, {0: 2, 1: 2}))
    bom = make_bom(caged, PartsChoice(choice, 0, 0), rules, trunks)
    lines = {line.sku.part: line for line in bom.lines}
    assert {part: lines[part].used for part in ("F2", "F5", "K", "Q", "P")} == {
        "F2": 48 + 6, "F5": 2, "K": 2, "Q": 8, "P": 4,
    }  # fmt: skip
    assert {part: lines[part].for_servers for part in ("F2", "K", "Q")} == {"F2": 6, "K": 0, "Q": 0}
    at = {(cabinet, bom.skus[sku].part): pieces for (cabinet, sku), pieces in bom.by_cabinet.items()}
    assert {at[cabinet, part] for cabinet in (0, 1) for part in ("Q", "P")} == {4, 2}
    assert (at[0, "F2"], at[1, "F2"]) == (24 + 3, 24 + 3)
    cables = [line for line in bom.lines if line.sku.kind in {"cord", "trunk", "cassette", "panel"}]
    assert sum(line.purchase.total_cents for line in cables) == trunks.cents
