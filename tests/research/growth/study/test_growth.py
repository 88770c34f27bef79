"""``netfloor growth``: bases, splits, crossovers, sensitivity and what is refused."""

import json
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from netfloor import exit_codes
from netfloor.costmodels.bill import make_bill
from netfloor.costmodels.sets.load import load_cost_set, load_power_set
from netfloor.costmodels.sets.prices import CablePrices
from netfloor.foundation.models import parse
from netfloor.layout.cable_plan import make_cable_plan
from netfloor.research.growth.packaging.cable_classes import cable_classes
from netfloor.research.growth.packaging.generated import packaged_layout
from netfloor.research.growth.packaging.length_table import closed_lengths, laid_lengths
from netfloor.research.growth.study.crossovers import (
    bisect_whole,
    optical_crossover,
    price_crossovers,
    size_crossovers,
)
from netfloor.research.growth.study.members import find_member
from netfloor.research.growth.study.pricing import GrowthPrices, price_member
from netfloor.research.growth.study.sensitivity import MemberCost, Uncertain, cheapest_shares, drawn_factors
from netfloor.research.growth.study.study_file import GrowthStudy

STUDY = """
schema = 1
endpoints = [64, 144]
basis = "injection"
radix = 16
link_gbps = 18.0
cost_sets = ["dragonfly-2008"]
power = "dragonfly-2008-cables"
[[rooms]]
endpoints_per_cabinet = 16
endpoints_per_m2 = { value = 75, unit = "1/m2", year = 2007, source = "test", trust = "unverified" }
overhead = { value = 2, unit = "m", year = 2007, source = "test", trust = "unverified" }
[layout]
most_switches = 40
iterations = 2000
[sensitivity]
draws = 200
[[families]]
name = "dragonfly"
[[families]]
name = "flattened-butterfly"
[[families]]
name = "clos"
[[families]]
name = "torus"
"""
OWN = {"value": 5.0, "unit": "USD/port", "year": 2007, "source": "test", "trust": "unverified"}
BOARD = {"value": 0.3, "unit": "USD/(Gb/s)", "year": 2007, "source": "test", "trust": "unverified"}


def study_of(**changes: Any) -> GrowthStudy:
    """Return the small study, changed."""
    return parse(GrowthStudy, {**tomllib.loads(STUDY), **changes}, "test")


def prices_of(study: GrowthStudy, name: str = "dragonfly-2008") -> GrowthPrices:
    """Return what the small study's members are priced by."""
    own = {one.name: one.switch_price for one in study.families if one.switch_price}
    sets = load_cost_set(name), load_power_set(study.power)
    return GrowthPrices(*sets, study.rooms[0].floor(), study.link_gbps, study.backplane, own)


@pytest.mark.parametrize("family", [0, 1, 2])
def test_money_is_that_of_a_bill(family: int) -> None:
    """Without prices of the study's own a layout costs what `netfloor cost` says of it."""
    study = study_of()
    prices = prices_of(study)
    member = find_member(study, study.families[family], 144)
    layout = packaged_layout(member.topology, prices.floor)
    plan = make_cable_plan(member.topology, layout.room, layout.placement)
    priced = price_member(member, laid_lengths(plan, prices.floor.overhead_mm), prices)
    topology = replace(member.topology, gbps=study.link_gbps)
    bill = make_bill(topology, plan, prices.cost_set, host_cable_mm=prices.floor.inside_mm)
    assert priced.total_cents == bill.total_cents
    assert priced.length_mm == plan.total_mm


def test_equal_bandwidth_is_equal() -> None:
    """By bisection and injection every member has half or more; a torus has it exactly, by wider links."""
    for basis in ("bisection", "injection"):
        study = study_of(basis=basis)
        for family in study.families:
            member = find_member(study, family, 1000 if family.name == "torus" else 64)
            assert member.share >= 0.5
            assert member.endpoints >= member.wanted
            if member.width > 1:
                assert member.share == pytest.approx(0.5)
    assert find_member(study_of(basis="endpoints"), study.families[3], 1000).width == 1


@pytest.mark.parametrize(
    "changes",
    [{}, {"backplane": BOARD}, {"cost_sets": ["slimfly-2014"]}, {"cost_sets": ["perseus-2011"]}],
)
def test_draws_start_from_the_bill(changes: dict[str, Any]) -> None:
    """With every factor 1 a draw costs what the bill says, up to the rounding of each cable to cents."""
    families = [{"name": "dragonfly"}, {"name": "torus", "switch_price": OWN}]
    study = study_of(families=families, **changes)
    prices = prices_of(study, study.cost_sets[0])
    for family in study.families:
        member = find_member(study, family, 144)
        lengths = closed_lengths(cable_classes(member.topology, prices.floor, family.packaging))
        cents = price_member(member, lengths, prices).total_cents
        drawn = MemberCost(member, lengths, prices).per_endpoint({}, 1)[0] * member.endpoints * 100
        assert drawn == pytest.approx(cents, abs=0.51 * (lengths.total + member.endpoints + 1))


def test_transceivers_are_a_part_of_their_own() -> None:
    """A set with a price of them costs two for each optical cable more; the choice of media counts them."""
    study = study_of()
    plain = prices_of(study)
    each = {**OWN, "value": 20.0, "unit": "USD"}
    cables = {**plain.cost_set.optical.model_dump(), "transceiver": each}
    optical = CablePrices.model_validate(cables)
    dearer = replace(plain, cost_set=plain.cost_set.model_copy(update={"optical": optical}))
    member = find_member(study, study.families[2], 144)
    lengths = closed_lengths(cable_classes(member.topology, plain.floor, "centre"))
    before, after = (price_member(member, lengths, one) for one in (plain, dearer))
    assert before.cents["transceivers"] == 0
    assert after.cents["transceivers"] == 4000 * after.cables["optical"]
    assert after.cables == before.cables  # by reach, which no price moves
    assert {**after.cents, "transceivers": 0} == before.cents
    drawn = MemberCost(member, lengths, dearer).per_endpoint({}, 1)[0] * member.endpoints * 100
    assert drawn == pytest.approx(after.total_cents, abs=0.51 * (lengths.total + member.endpoints + 1))


def test_shares_of_a_toy_are_exact() -> None:
    """A price between 0.7 and 1.3 against a fixed 0.85 is the lower one in a quarter of the draws."""
    price = drawn_factors([Uncertain("price", 1, "USD", "unverified", 0.3)], 4000, 5)["price"]
    money = np.array([price, np.full(4000, 0.85)])
    first, second = cheapest_shares(("a", "b"), money)
    assert (first.share, second.share) == (0.25, 0.75)
    assert first.low < 0.25 < first.high
    equal = cheapest_shares(("a", "b"), np.array([price, price * (1 + 1e-15)]))
    assert [one.share for one in equal] == [0.5, 0.5]


def test_crossovers_are_those_of_brute_force() -> None:
    """Bisection ends at the same two neighbours as trying every value."""
    for border in range(2, 60):
        assert bisect_whole(lambda n, b=border: n >= b, 1, 60) == (border - 1, border)
    sizes = [1, 20, 60]
    found = list(size_crossovers(("a", "b"), sizes, lambda n: n < 37))
    assert [(one.what, one.before, one.after) for one in found] == [("a costs less than b", 36, 37)]
    fall, rise = price_crossovers(lambda f: ("a", "b") if f < 1.7 else ("b", "a"), "x")
    assert fall is None
    assert rise is not None
    assert rise.before < 1.7 <= rise.after < rise.before * 1.0002


def test_the_dragonfly_paper_s_lines_cross_at_7_29_m() -> None:
    """Figure 2: 1.4 x + 2.16 and 0.364 x + 9.7103 are equal at 7.2879 m; cents decide per cable."""
    crossover = optical_crossover(load_cost_set("dragonfly-2008"), 1000.0)
    assert crossover is not None
    assert crossover.before < 7288 <= crossover.after == crossover.before + 1


@pytest.mark.usefixtures("here")
def test_a_study_ends_in_the_same_bytes(cli: Any) -> None:
    """Run twice it writes the same files; splits add up to totals."""
    Path("study.toml").write_text(STUDY)
    base = ("growth", "study.toml", "--date", "2026-01-02", "--quiet", "--workers", 1)
    ran = cli(*base, "--out", "one")
    assert ran.code == exit_codes.DONE, ran.err
    assert cli(*base, "--out", "two").code == exit_codes.DONE
    for file in Path("one").iterdir():
        texts = {Path(folder, file.name).read_text() for folder in ("one", "two")}
        assert len(texts) == 1, file.name
    report = json.loads(Path("one/report.json").read_text())
    ways = {row["lengths"] for row in report["rows"]}
    assert ways == {"closed", "generated", "optimised"}
    for row in report["rows"]:
        parts = [value for key, value in row.items() if key.endswith("_cost") and key != "total_cost"]
        assert sum(parts) == pytest.approx(row["total_cost"], abs=0.005)
        assert row["links"] == row["copper_cables"] + row["optical_cables"]


REFUSED = {
    "unknown key": ("radix = 16", "radix = 16\nports = 3", 3, "ports"),
    "unknown family": ('name = "clos"', 'name = "hypercube"', 3, "known: dragonfly"),
    "unknown set": ('"dragonfly-2008"]', '"dragonfly-2009"]', 3, "did you mean dragonfly-2008"),
    "unknown rule": ('name = "clos"', 'name = "clos"\nrule = "ring"', 3, "known: row"),
    "unknown network": (
        'name = "clos"',
        'name = "clos"\nnetworks = ["clos:abc"]',
        3,
        "families.2.networks",
    ),
    "another family": (
        'name = "clos"',
        'name = "clos"\nnetworks = ["slimfly:5"]',
        3,
        "families.2.networks: slimfly:5: is of family slimfly; give networks of clos",
    ),
    "a length too large": ("value = 2, unit", "value = 1e9, unit", 3, "give metres from 0 to 1,000,000"),
    "wrong unit": ('unit = "1/m2"', 'unit = "1/ft2"', 3, "it must be '1/m2'"),
    "no sizes": ("[64, 144]", "[]", 3, "endpoints"),
    "falling sizes": ("[64, 144]", "[144, 64]", 3, "ascending"),
    "unknown basis": ('"injection"', '"money"', 3, "basis"),
    "unknown coefficient": (
        "draws = 200",
        "draws = 200\nranges = { gold = 0.2 }",
        3,
        "known: copper fixed",
    ),
}


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("case", REFUSED)
def test_what_is_wrong_is_named(cli: Any, case: str) -> None:
    """File, place and choices are named, and nothing is written."""
    old, new, code, said = REFUSED[case]
    assert old in STUDY
    Path("study.toml").write_text(STUDY.replace(old, new))
    ran = cli("growth", "study.toml", "--out", "out")
    assert (ran.code, ran.out, Path("out").exists()) == (code, "", False), ran.err
    assert "study.toml" in ran.err
    assert said in ran.err


@pytest.mark.usefixtures("here")
def test_a_size_that_no_family_reaches(cli: Any) -> None:
    """Families without a member are told of; without any member at all nothing is written."""
    only = STUDY.split("[[families]]", maxsplit=1)[0] + '[[families]]\nname = "dragonfly"\n'
    Path("study.toml").write_text(only.replace("[64, 144]", "[64, 900000]"))
    ran = cli("growth", "study.toml", "--out", "out", "--json")
    assert ran.code == exit_codes.DONE
    assert "no member holds 900,000 endpoints on switches of 16 ports" in ran.json()["missing"][0]
    Path("study.toml").write_text(only.replace("[64, 144]", "[900000]"))
    ran = cli("growth", "study.toml", "--out", "none")
    assert (ran.code, Path("none").exists()) == (exit_codes.INFEASIBLE, False)
    assert "families: none reaches any size" in ran.err


@pytest.mark.usefixtures("here")
def test_an_unknown_price_is_refused_with_those_known(cli: Any) -> None:
    """`--breakeven` takes a coefficient of the study."""
    Path("study.toml").write_text(STUDY)
    ran = cli("growth", "study.toml", "--out", "out", "--breakeven", "gold")
    assert (ran.code, Path("out").exists()) == (exit_codes.INVALID_INPUT, False)
    assert "--breakeven" in ran.err
    assert "optical fixed" in ran.err


def test_power_with_servers_counts_the_ports_to_them(cli: Any, here: Path) -> None:
    """Both ports of every link and the port of every endpoint: not the network power of `compare`."""
    text = STUDY.replace("dragonfly-2008-cables", "spectralfly-2022-ports").replace(
        '"dragonfly-2008"', '"slimfly-2014"'
    )
    (here / "study.toml").write_text(text.replace("[64, 144]", "[64]"))
    rows = cli("growth", "study.toml", "--out", "out", "--json").json()["rows"]
    copper = [row for row in rows if not row["optical_cables"] and row["link_width"] == 1]
    assert copper
    for row in copper:
        watts = (2 * row["links"] + row["endpoints"]) * 3.76  # SpectralFly, section VII
        assert row["power_with_servers_w"] == pytest.approx(watts)
        assert row["power_with_servers_w_per_endpoint"] == pytest.approx(watts / row["endpoints"])
        assert "power_w" not in row
