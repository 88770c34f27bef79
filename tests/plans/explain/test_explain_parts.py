"""A cable's price in ``explain`` is that of the bill: at the quantity ordered, shared by its links."""

import csv
import json
from collections import Counter
from pathlib import Path

import pytest

from netfloor.fabric.fabric import SERVER
from netfloor.plans.load import load_plan
from netfloor.plans.plan_fabric import fabric_of_plan

CATALOGUE = Path(__file__).parents[3] / "examples/catalogue/parts_200g.toml"
CSV = """[[csv]]
table = "cables"
file = "parts_200g_cables.csv"
"""
PLAN = """
room = "grid:3x6"
catalogue = "parts.toml"
[network]
spec = "circulant:12:1,5"
endpoints = 3
gbps = 200
[servers]
rule = "nearest"
per_cabinet = 6
[layout]
iterations = 2000
[parts]
spares = ["{spares}"]
"""
#: Copper up to 2 m, transceivers and cords beyond, all cheaper from some quantity on.
PARTS = """
[[cables]]
name = "DAC"
kind = "DAC"
gbps = 200
connector_a = "QSFP56"
connector_b = "QSFP56"
reach_m = 3
lengths = [{length_m = 3, part = "D-3", price = 100, breaks = [{at_least = 5, price = 91.3}]}]
[[transceivers]]
part = "T-1"
name = "200G-SR4"
connector = "QSFP56"
gbps = 200
fibre_connector = "MPO-12/UPC"
fibre = "OM4"
fibres = 8
optics = "SR4"
reach_m = 100
power_w = 5
price = 400
breaks = [{at_least = 10, price = 333.33}]
[[cords]]
name = "OM4 cord"
connector = "MPO-12/UPC"
fibre = "OM4"
fibres = 8
lengths = [{length_m = 50, part = "F-50", price = 60, breaks = [{at_least = 7, price = 44.44}]}]
"""


@pytest.mark.parametrize("spares", ["0%", "7%"])
def test_the_prices_of_all_cables_add_up_to_the_bill(spares, here, cli):
    """Spares included; every part and its price are those of the bill, and so is what is said of it."""
    devices = CATALOGUE.read_text().replace(CSV, "")
    assert devices != CATALOGUE.read_text()
    (here / "parts.toml").write_text(devices + PARTS)
    (here / "plan.toml").write_text(PLAN.format(spares=spares))
    made = cli("plan", "plan.toml", "--out", "out", "--json")
    assert made.code == 0, made.err
    rows = cli("bom", "out/plan.json", "--json").json()["parts"]
    bill = {one["part"]: one for one in rows if one["kind"] in {"DAC", "transceiver", "cord"}}
    assert {part: one["unit_price"] for part, one in bill.items()} == {
        "D-3": 91.3,
        "T-1": 333.33,
        "F-50": 44.44,
    }
    names = [f"C{number + 1:06}" for number in range(24)] + [f"H{number + 1:06}" for number in range(36)]
    told = [cli("explain", "out/plan.json", name, "--json").json() for name in names]
    total = sum(one["price"]["in_order"] for one in told)
    assert total == pytest.approx(sum(one["extended_price"] for one in bill.values()), abs=0.01)
    used = Counter[str]()
    for one in told:
        for piece in one["price"]["pieces"]:
            used[piece["part"]] += piece["pieces"]
            assert piece["unit_price"] == bill[piece["part"]]["unit_price"]
        assert one["why"].startswith(("DAC (D-3, 3 m: 91.30)", "transceivers SR4"))
        assert "711.10" in one["why"]  # two transceivers and a cord
    assert used == {part: one["used"] for part, one in bill.items()}


def test_a_server_cable_has_one_id_everywhere(here, cli):
    """On labels, in ``explain`` and on the bill's sheet of cables; both ends are the same there, too."""
    (here / "parts_200g_cables.csv").write_bytes(CATALOGUE.with_name("parts_200g_cables.csv").read_bytes())
    (here / "parts.toml").write_text(CATALOGUE.read_text())
    (here / "plan.toml").write_text(PLAN.format(spares="0%"))
    assert cli("plan", "plan.toml", "--out", "out", "--quiet").code == 0
    plan = load_plan(Path("out/plan.json"))
    fabric = fabric_of_plan(plan)
    assert cli("bom", "out/plan.json", "--csv", "bom").code == 0
    rows = list(csv.DictReader(Path("bom/cables.csv").read_text().splitlines()))
    assert [row["link"].split(" ")[0] for row in rows] == [cable.id for cable in fabric.cables]
    for cable, row in list(zip(fabric.cables, rows, strict=True))[-36::7]:
        switch, server = (fabric.devices[end.device] for end in cable.ends)
        assert server.kind == SERVER
        told = json.loads(cli("explain", "out/plan.json", cable.id, "--json").out)
        assert told["cable"] == cable.id
        assert told["ends"][0].startswith(f"switch {switch.name} in ")
        assert told["ends"][0].endswith(f", port {cable.a.port}")
        assert told["ends"][1].startswith(f"server {server.name} in ")
        assert told["ends"][1].endswith(f", port {cable.b.port}")
        ends = (row["switch A"], row["port A"], row["switch or server B"], row["port B"])
        assert ends == (switch.name, str(cable.a.port), server.name, str(cable.b.port))


@pytest.mark.usefixtures("here")
def test_a_trunk_is_no_cable_and_a_cord_is_its_link(cli):
    """Ids of labels: of a cord with the length of its link, of a trunk with what to ask for instead."""
    assert cli("layout", "circulant:8:1,3", "--room", "grid:2x4", "--out", "plan.json").code == 0
    cord, link = (cli("explain", "plan.json", name) for name in ("C000003-B", "C000003"))
    assert (cord.code, cord.out) == (0, link.out)
    trunk = cli("explain", "plan.json", "T0001-02")
    assert trunk.code == 3
    assert "T0001-02 is a trunk" in trunk.err
