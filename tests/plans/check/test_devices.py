"""Devices of an order, derived by the check's own code, beside the code that orders them."""

import random
from itertools import product
from pathlib import Path

import pytest

from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.equipment import RequestedDevices, adapters_for
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.catalogue.parts.skus import skus_of, thousandths
from netfloor.costmodels.check.devices import DeviceChoice, NetworkOfPlan
from netfloor.foundation.errors import InfeasibleError
from netfloor.plans.order import check
from netfloor.plans.order.devices import chosen_equipment, devices_of
from netfloor.plans.order.terms import OrderTerms
from netfloor.topologies.networks import NetworkMember, side_by_side
from netfloor.topologies.spec import build

CATALOGUE = Path(__file__).parents[3] / "examples/catalogue/parts_400g.toml"


def drawn(dice: random.Random):
    """Return the example catalogue with three of each device, whatever they cost and whenever they come."""
    plain = load_catalogue(CATALOGUE)

    def like(one, number):
        buying = {
            "price": dice.choice([0.0, 100.005, 100.01, 200.02]),
            "stock": dice.choice([None, 0, 3, 10]),
            "lead_time_days": dice.choice([None, 5, 50]),
            "min_order": dice.choice([1, 4]),
            "pack": dice.choice([1, 4]),
            "breaks": (),
        }
        size = {"weight_kg": dice.choice([1.0005, 2.0]), "power_w": dice.choice([0.0005, 10.0, 20.25])}
        more = {"height_u": dice.randint(1, 3)} if hasattr(one, "height_u") else {}
        if hasattr(one, "forwarding"):
            more["management_port"] = dice.choice([None, "RJ45", "RJ45"])
        if hasattr(one, "cages"):
            more |= {"cages": dice.randint(1, 5), "links_per_cage": dice.choice([1, 2])}
        else:
            more |= {"nics": dice.randint(1, 5)}
        part = f"{one.part}-{number}"
        return type(one).model_validate(one.model_dump() | buying | size | more | {"part": part})

    kinds = {name: getattr(plain, name) for name in ("switches", "nics", "servers")}
    kinds = {name: tuple(like(ones[0], number) for number in range(3)) for name, ones in kinds.items()}
    kinds["servers"] = kinds["servers"] if dice.random() < 0.8 else ()
    days = dice.choice([None, 5, 50])
    return plain.model_copy(update=kinds | {"lead_time_days": days})


def networks(dice: random.Random, requested_part: RequestedDevices):
    """Return a network, or two with ports of every server on both, and each as the check takes it."""
    if dice.random() < 0.5:
        alone = build("mesh:3x3", endpoints=dice.choice([0, 2]), link_gbps=400.0)
        return alone, [
            NetworkOfPlan(alone.ports.tolist(), 400.0, None, requested_part.switch, requested_part.nic)
        ]
    members = [
        NetworkMember(name, build("complete:2", endpoints=ports, link_gbps=400.0), ports)
        for name, ports in (("data", dice.randint(1, 6)), ("control", dice.randint(1, 6)))
    ]
    managing = dice.random() < 0.5 and members[1].ports > members[0].ports + 1
    if managing:
        topology = build("complete:2", endpoints=2 + members[1].ports, link_gbps=400.0)
        members[1] = NetworkMember("control", topology, members[1].ports, management_ports=True)
    joined = side_by_side(members)
    return joined, [
        NetworkOfPlan(
            *(joined.ports[span].tolist(), 400.0, member.ports, requested_part.switch, requested_part.nic),
            managed=managing and member is members[0],
        )
        for member, span in zip(members, (slice(2), slice(2, 4)), strict=True)
    ]


@pytest.mark.parametrize("seed", range(90))
def test_both_codes_find_the_same_devices(seed):
    """By every criterion, with stock, packs and days to delivery, wishes, two networks, no chassis."""
    dice = random.Random(seed)  # noqa: S311 - no secret
    catalogue, reserve_w = drawn(dice), dice.choice([0.0, 7.5])
    criterion = dice.choice(["price", "price+power", "fewest-parts"])
    years, kwh_price = (3.0, 0.21) if criterion == "price+power" else (None, None)
    requested_part = RequestedDevices(
        *(
            dice.choice([None, None, ones[-1].part]) if ones else None
            for ones in (catalogue.switches, catalogue.nics, catalogue.servers)
        )
    )
    days = dice.choice([None, None, 20])
    topology, plain = networks(dice, requested_part)
    each = () if topology.networks is None else (requested_part,) * len(topology.networks)
    terms = OrderTerms(
        criterion, years, kwh_price, requested_devices=requested_part, max_lead_days=days, networks=each
    )
    choice = DeviceChoice(catalogue.model_dump(), criterion, years or 0.0, kwh_price or 0.0, days)
    endpoints = int(topology.endpoints.sum())
    try:
        equipment = chosen_equipment(terms, topology, catalogue)
    except InfeasibleError:
        with pytest.raises(ValueError, match="the catalogue has no"):
            choice.figures(plain, requested_part.server, reserve_w, bought=endpoints > 0)
        return
    made = devices_of(topology, catalogue, equipment, thousandths(reserve_w))
    found = choice.figures(plain, requested_part.server, reserve_w, bought=endpoints > 0)
    columns = made.switch_mw, made.switch_g, made.switch_units
    assert found.switches == [[int(one) for one in row] for row in zip(*columns, strict=True)]
    assert found.links_per_cage == equipment.links_per_cage(catalogue).tolist()
    if endpoints:
        assert found.server == (made.server_mw, made.server_g, made.server_units)
        assert found.endpoints_per_server == made.endpoints_per_server


@pytest.mark.parametrize("seed", range(30))
def test_adapters_of_all_networks_and_the_server_are_the_least_money_together(seed):
    """No adapters that the server holds, tried one by one with every server, cost less than the chosen."""
    dice = random.Random(seed)  # noqa: S311 - no secret
    catalogue = drawn(dice)
    topology, ports = networks(dice, RequestedDevices())
    if len(ports) == 1:
        return
    cents = {sku.part: Criterion().score_cents(sku) for sku in skus_of(catalogue)}

    def pieces(nics):
        return [adapters_for(one.server_ports, nic) for one, nic in zip(ports, nics, strict=True)]

    def money(nics, server):
        many = zip(nics, pieces(nics), strict=True)
        return sum(cents[nic.part] * count for nic, count in many) + (cents[server.part] if server else 0)

    every = [
        money(nics, server)
        for nics in product(catalogue.nics, repeat=2)
        for server in catalogue.servers or (None,)
        if server is None or sum(pieces(nics)) <= server.nics
    ]
    switch = catalogue.switches[0].model_copy(update={"cages": 9, "management_port": "RJ45"})
    in_stock = catalogue.model_copy(update={"lead_time_days": 5, "switches": (switch,)})
    if not every:
        with pytest.raises(InfeasibleError, match="the largest holds"):
            chosen_equipment(OrderTerms(), topology, in_stock)
        return
    found = chosen_equipment(OrderTerms(), topology, in_stock)
    assert found.server is None or sum(pieces(found.nics)) <= found.server.nics
    assert money(found.nics, found.server) == min(every)


def test_the_check_of_an_order_takes_no_code_that_chose_its_devices():
    """What `verify` compares devices with comes from elsewhere than from where plans have them."""
    assert not {"chosen_equipment", "devices_of", "equip"} & vars(check).keys()
