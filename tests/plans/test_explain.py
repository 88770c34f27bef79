"""A cable's price in ``explain`` is that of the bill: at the quantity ordered, shared by its links."""

from collections import Counter
from pathlib import Path

import pytest

CATALOGUE = Path(__file__).parents[2] / "examples/catalogue/parts_200g.toml"
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
