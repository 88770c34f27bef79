"""The bill of a plan made from lists: money against brute force, what is missing, and its terms."""

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from netfloor import exit_codes
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.exchange.export import fabric_of_plan
from netfloor.fabric.fabric import PDU, SERVER, Cable
from netfloor.foundation.errors import InfeasibleError, InputError, ManyProblemsError
from netfloor.plans.assessment.quote import quote_of_parts
from netfloor.plans.laid import LaidFabric, lay
from netfloor.plans.load import load_plan
from netfloor.plans.order.by_network import network_bills
from netfloor.plans.order.laid_parts import LaidParts, laid_parts
from netfloor.plans.order.loads import cabinet_loads
from netfloor.plans.order.parts_list import listed_parts
from netfloor.plans.order.terms import ListedTerms, OrderTerms
from netfloor.plans.order.warnings import plan_warnings
from netfloor.rooms.hall import Hall
from tests.fixtures.lists import CABLES, ROOM, lay_lists

CATALOGUES = Path(__file__).parents[3] / "examples/catalogue"
PARTS, PARTS_200 = CATALOGUES / "parts_cluster.toml", CATALOGUES / "parts_200g.toml"
HEADS = "a,port a,b,port b,rate,form,piece,id\n"
USUAL = {1.0: "RJ45", 25.0: "SFP28", 100.0: "QSFP28"}


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    """Return the parts of a small cluster."""
    return load_catalogue(PARTS)


def ordered(laid: LaidFabric, catalogue: Catalogue, **terms: Any) -> LaidParts:
    """Return the bill of a plan by the catalogue, some terms of lists given."""
    return laid_parts(laid, PARTS, catalogue, OrderTerms(listed=ListedTerms(**terms)))


def without_spares(catalogue: Catalogue) -> Catalogue:
    """Return the catalogue without spares, so that every piece has its price."""
    return catalogue.model_copy(update={"spares_percent": 0.0})


def cheapest_cents(cables: Sequence[Cable], catalogue: Catalogue) -> int:
    """Return the least price of one cable for each link alone, each length tried."""
    total = 0
    for cable in cables:
        assert cable.gbps is not None
        prices = [
            round(100 * sold.price)
            for one in catalogue.cables
            for sold in one.lengths
            if one.gbps == cable.gbps
            and one.links == 1
            and {one.connector_a, one.connector_b} == {USUAL[cable.gbps]}
            and round(1000 * sold.length_m) >= (cable.length_mm or 0)
        ]
        total += min(prices)
    return total


def test_money_is_the_least_of_every_cable_alone(laid: LaidFabric, catalogue: Catalogue) -> None:
    """Drawn rates on the small lists: the sum of the cheapest parts, link by link, by brute force."""
    draw, plain, seen = random.Random(1), without_spares(catalogue), set()  # noqa: S311 - draws cases
    for _ in range(20):
        cables = tuple(
            cable
            if PDU in {laid.fabric.devices[end.device].kind for end in cable.ends}
            else replace(cable, gbps=draw.choice(list(USUAL)))
            for cable in laid.fabric.cables
        )
        drawn = replace(laid, fabric=replace(laid.fabric, cables=cables))
        bill = ordered(drawn, plain)
        links = [cables[number] for number in bill.cables.tolist()]
        assert len(links) == 6
        assert bill.bom.net_cents - bill.bom.power_cord_cents == cheapest_cents(links, plain)
        assert all(bill.identities.values())
        assert bill.found.gap_cents == 0
        used = [line for line in bill.bom.lines if line.sku.length_mm and line.sku.kind != "power cord"]
        assert sum(line.used for line in used) == len(links)
        routed = {cable.id: cable.length_mm or 0 for cable in links}
        assert int(bill.choice.cable_routed_mm.sum()) == sum(routed.values())
        assert all(
            mm is not None and mm >= (cable.length_mm or 0)
            for mm, cable in zip(bill.link_ordered_mm, links, strict=True)
        )
        seen.add(bill.bom.net_cents)
    assert len(seen) > 5


def test_rates_share_the_money_of_the_bill(here: Path, catalogue: Catalogue) -> None:
    """Each rate with its links, metres and pieces; together they are the whole bill."""
    laid = lay_lists(here, cables=CABLES.replace("10G", "1G"))
    bill = ordered(laid, catalogue)
    rates = network_bills(bill)
    assert [(one.name, one.links, one.host_links) for one in rates] == [
        ("100 Gb/s", 2, 0),
        ("25 Gb/s", 0, 2),
        ("1 Gb/s", 0, 2),
    ]
    cords = bill.bom.power_cord_cents
    assert sum(one.cents for one in rates) == bill.bom.net_cents - cords
    assert sum(one.routed_mm for one in rates) == laid.total_mm - 300  # the power cord
    assert [one.copper_links for one in rates] == [1, 2, 2]  # 5.2 m of 100 Gb/s: beyond copper
    quote = quote_of_parts(bill)
    assert (quote.parts_cents, quote.copper_links, quote.links) == (bill.bom.net_cents - cords, 1, 2)
    assert (quote.copper_links_to_servers, quote.links_to_servers) == (4, 4)
    assert not bill.missing
    bought = [(line.sku.part, line.used) for line in bill.bom.lines if line.sku.kind == "power cord"]
    assert (bought, cords) == ([("EX-PC-C13-0.5M", 1)], 700)  # and a spare one


@pytest.mark.parametrize("form", ["QSFP28", ""])
def test_four_links_of_a_breakout_are_one_piece(here: Path, catalogue: Catalogue, form: str) -> None:
    """One cable of five plugs, at its longest way; its price once, its cage one, its links four.

    Without a form the cage of leaf1 is the usual one of all four links, 100 Gb/s.
    """
    heads = "a,port a,b,port b,rate,form a,form b,piece\n"
    rows = "".join(f"srv1,e{n},leaf1,Eth1/1/{n},25,SFP28,FORM,B1\n" for n in range(1, 5))
    bill = ordered(lay_lists(here, cables=heads + rows.replace("FORM", form)), catalogue)
    (line,) = bill.bom.lines
    assert (line.sku.name, line.used) == ("100G QSFP28 to four 25G SFP28, DAC", 1)
    longest = max(cable.length_mm or 0 for cable in bill.plan.fabric.cables)
    assert (line.sku.length_mm or 0) >= longest
    counts = bill.choice.counts
    assert (counts.links, counts.cables, counts.cages) == (4, 1, 5)
    assert all(value for value in bill.identities.values())


def test_everything_unknown_is_refused_at_once_and_left_out_if_asked(
    here: Path, catalogue: Catalogue
) -> None:
    """No rate, ambiguous cages, nothing on sale: a line each, with ids and remedies; then a bill."""
    rows = (
        "leaf1,1,spine1,1,,,,X1\nleaf1,2,spine1,2,400,,,X2\nleaf1,3,spine1,3,10,,,X3\n"
        "leaf1,4,spine1,4,100,,,X4\n"
    )
    laid = lay_lists(here, cables=HEADS + rows)
    with pytest.raises(ManyProblemsError) as refused:
        ordered(laid, catalogue)
    first, second, third = refused.value.problems
    assert "1 cable (X1): no rate; give the column rate, or" in first
    assert "1 cable (X2): the cages at 400 Gb/s are unknown (QSFP-DD, OSFP, QSFP112); give" in second
    assert "1 cable (X3): 10 Gb/s, SFP+, up to 0.389 m: no part on sale; closest: " in third
    bill = ordered(laid, catalogue, partial=True)
    assert [laid.fabric.cables[number].id for number in bill.cables.tolist()] == ["X4"]
    assert all(bill.identities.values())
    assert [text.split(":")[0] for text in bill.missing] == [
        f"No part for 1 cable (X{number})" for number in (1, 2, 3)
    ]
    settled = ordered(laid, catalogue, partial=True, gbps=1.0, cages=("10G=RJ45", "400=OSFP"))
    assert [laid.fabric.cables[number].id for number in settled.cables.tolist()] == ["X1", "X4"]
    with pytest.raises(InfeasibleError, match="400 Gb/s, OSFP, up to"):
        ordered(laid, catalogue, gbps=1.0, cages=("10=RJ45", "400=OSFP"))


def test_nothing_left_to_buy_is_refused(here: Path, catalogue: Catalogue) -> None:
    """A bill of no cable is no bill."""
    laid = lay_lists(here, cables=HEADS + "leaf1,1,spine1,1,,,,\n")
    with pytest.raises(InputError, match="no cable with a part"):
        ordered(laid, catalogue, partial=True)


def test_devices_are_bought_only_if_asked(here: Path, catalogue: Catalogue) -> None:
    """By their model, in their cabinet; the rest is named; watts come from the bill or from the list."""
    devices = (
        "name,kind,model,rack,unit,height,watts\n"
        "sw1,switch,EX-SW-32X100,A01,10,1,300\nsw2,switch,EX-SW-32X100,A02,10,1,300\nsrv,server,?,A02,1,2,500\n"
    )
    laid = lay_lists(here, devices=devices, cables=HEADS + "sw1,1,sw2,1,100,,,\nsw1,2,srv,1,100,,,\n")
    there, bought = ordered(laid, catalogue), ordered(laid, catalogue, devices=True)
    switches = 2 * 900_000
    assert bought.bom.net_cents - there.bom.net_cents == switches
    assert bought.missing == ("No part for 1 device: model not in the catalogue (srv).",)
    watts = [{one.cabinet: one.power_w for one in cabinet_loads(bill)} for bill in (there, bought)]
    optics = sum(line.used * line.sku.power_mw for line in there.bom.lines) / 1000
    assert sum(watts[0].values()) == pytest.approx(300 + 300 + 500 + optics)
    assert sum(watts[1].values()) == pytest.approx(350 + 350 + 500 + optics)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--switch", "X", "--nic", "Y"), "--switch and --nic: applies only to networks built from a spec"),
        (("--network-only",), "--network-only: applies only to networks built from a spec"),
        (("--fibre-trunks",), "--fibre-trunks: applies only to networks built from a spec"),
        (("--cage", "four=OSFP"), "--cage: 'four=OSFP' is not RATE=FORM; such as 400=OSFP"),
        (("--cage", "100=OSFP", "--cage", "100G=QSFP28"), "--cage: 100 Gb/s has two forms"),
        (("--gbps", "-1"), "--gbps: -1 is out of range"),
    ],
)
def test_terms_that_cannot_be_meant_are_refused(
    cli: Any, laid_plan: Path, options: tuple[str, ...], says: str
) -> None:
    """With the option's name, before anything is chosen."""
    ran = cli("bom", laid_plan, "--catalogue", PARTS, *options)
    assert (ran.code, ran.out) == (exit_codes.INVALID_INPUT, "")
    assert says in ran.err


@pytest.mark.usefixtures("here")
def test_the_terminal_begins_with_total_missing_and_assumed(cli: Any, laid_plan: Path) -> None:
    """Then warnings; a rate a line; JSON has the same; without a catalogue there is no bill."""
    asked = ("bom", laid_plan, "--catalogue", PARTS, "--partial")
    lines = cli(*asked).out.splitlines()
    heads = [line.split("  ")[0] for line in lines]
    assert heads[:6] == ["total", "choice of parts", "MISSING", "", "ASSUMED", ""]
    assert "10 Gb/s, SFP+, up to 5.645 m: no part on sale" in lines[2]
    assert "1 power cord: C14 inlets assumed; the lists name none." in lines[5]
    assert {"100 Gb/s", "25 Gb/s"} <= set(heads)
    told = cli(*asked, "--json").json()
    assert told["listed"]["left_out"] == [
        {"why": "10 Gb/s, SFP+, up to 5.645 m: no part on sale", "cables": ["C000005", "C000006"]}
    ]
    assert told["listed"]["devices_without_watts"] == 1
    assert all(told["identities"].values())
    money = told["summary"]
    of_networks = sum(one["cost"] for one in told["networks"])
    assert money["total_cost"] == pytest.approx(of_networks + money["power_cord_cost"])
    ran = cli("bom", laid_plan)
    assert ran.code == exit_codes.INVALID_INPUT
    assert "--catalogue: is missing, and the plan names no catalogue; give one" in ran.err


def test_sheets_name_device_port_part_and_length(cli: Any, here: Path, laid_plan: Path) -> None:
    """A row per link of the list by its id, the counts with their identities."""
    ran = cli("bom", laid_plan, "--catalogue", PARTS, "--partial", "--csv", "sheets", "--xlsx", "bill.xlsx")
    assert ran.code == 0, ran.err
    rows = (here / "sheets/cables.csv").read_text().splitlines()
    assert rows[0].startswith("link,cable,device A,port A,cabinet A,device B,port B,cabinet B,medium")
    assert len(rows) == 1 + 4
    assert rows[1].startswith(
        "C000001 (leaf1 Eth1/49 to spine1 Eth1/1),1,leaf1,Eth1/49,A01,spine1,Eth1/1,A01"
    )
    assert "BROKEN" not in (here / "sheets/counts.csv").read_text()


@pytest.mark.usefixtures("here")
def test_a_plan_of_a_formula_takes_no_terms_of_lists(cli: Any) -> None:
    """They would mean nothing there."""
    made = cli("layout", "hypercube:2", "--room", "grid:1x2", "--gbps", 100, "--out", "plan.json")
    assert made.code == 0, made.err
    ran = cli("bom", "plan.json", "--catalogue", PARTS, "--network-only", "--partial", "--gbps", "1")
    assert ran.code == exit_codes.INVALID_INPUT
    assert "--gbps and --partial: applies only to plans made from lists" in ran.err


def test_a_formula_and_its_list_have_one_bill(cli: Any, here: Path) -> None:
    """The same network as a formula and as devices and cables with models: line by line the same parts."""
    (here / "room.toml").write_text(ROOM)
    made = cli("layout", "complete:6", "--room", "room.toml", "--gbps", 200, "--out", "plan.json")
    assert made.code == 0, made.err
    plan, catalogue = load_plan(here / "plan.json"), load_catalogue(PARTS_200)
    formula = listed_parts(plan, PARTS_200, catalogue, OrderTerms(network_only=True))
    fabric = fabric_of_plan(plan).without(SERVER)
    models = [catalogue.switches[one].part for one in formula.equipment.switches.tolist()]
    devices = (replace(one, model=model) for one, model in zip(fabric.devices, models, strict=True))
    assert isinstance(plan.room, Hall)
    laid = lay(replace(fabric, devices=tuple(devices)), plan.room, "room.toml")
    bill = ordered(laid, catalogue, devices=True)
    assert bill.bom.lines == formula.bom.lines
    assert bill.bom.by_cabinet == formula.bom.by_cabinet
    assert (bill.assumed, bill.missing) == ((), ())
    assert bill.link_parts == formula.link_parts
    assert [one.power_w for one in cabinet_loads(bill)] == [one.power_w for one in cabinet_loads(formula)]


def test_an_order_warns_of_a_listed_cable_shorter_than_its_route(here: Path, catalogue: Catalogue) -> None:
    """As the plan does: the order keeps the listed length."""
    heads = HEADS.replace("id", "length,id")
    rows = "leaf2,x1,spine1,x1,100,QSFP28,,3,W1\nleaf1,x1,spine1,x2,100,QSFP28,,9,W2\n"
    parts = ordered(lay_lists(here, cables=f"{heads}{rows}"), catalogue)
    (warning,) = [text for text in plan_warnings(parts) if "too short" in text]
    assert "for 1 cable: W1 is 3.00 m" in warning
    assert "keep listed lengths" in warning
