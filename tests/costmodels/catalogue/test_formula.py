"""Prices by formula as parts: every link, switch and laying costs what the formula says, to the cent."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from netfloor.costmodels import COST_SETS
from netfloor.costmodels.catalogue.choice.assemblies import by_medium_rule
from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.choice.offers import offered_scores
from netfloor.costmodels.catalogue.formula import (
    ANY_CAGE,
    FormulaNeeds,
    for_network,
    laying_cents,
    with_copper_reach,
    within_reach,
)
from netfloor.costmodels.catalogue.link_needs import LinkNeeds, Socket
from netfloor.costmodels.catalogue.parts.load import load_catalogue, read_catalogue
from netfloor.costmodels.catalogue.parts.skus import UNVERIFIED, prices_text, skus_of
from netfloor.costmodels.check.prices import CableWay, money_by
from netfloor.costmodels.sets.offers import NOT_SOLD
from netfloor.foundation.errors import InputError

DATA = Path(__file__).parents[3] / "costmodels/data/cost"


def _way(copper_mm: int, fibre_mm: int) -> CableWay:
    return CableWay(copper_mm, fibre_mm, inside=False, parallel=1)


def _needs(gbps: np.ndarray, copper_mm: np.ndarray, fibre_mm: np.ndarray) -> LinkNeeds:
    links = len(gbps)
    return LinkNeeds(
        gbps=gbps,
        electrical_mm=copper_mm,
        optical_mm=fibre_mm,
        cage=np.arange(2 * links).reshape(-1, 2),
        cage_socket=np.zeros(2 * links, dtype=np.int64),
        sockets=(Socket(ANY_CAGE, 1),),
        cage_cabinet=np.arange(2 * links),
    )


@pytest.mark.parametrize("rule", ["reach", "least-cost"])
@pytest.mark.parametrize("reach_mm", [None, 0, 4_200])
@pytest.mark.parametrize("name", COST_SETS)
def test_links_cost_what_the_formula_says(name: str, reach_mm: int | None, rule: str) -> None:
    """Random lengths by either medium, at random rates: as the check prices each cable, to the cent."""
    rng = np.random.default_rng(len(name) + (reach_mm or 0))
    shipped = load_catalogue(name)
    assert shipped.formula is not None
    formula = shipped.formula.model_copy(update={"medium_rule": rule})
    catalogue = with_copper_reach(shipped.model_copy(update={"formula": formula}), reach_mm)
    gbps = rng.choice([10.0, 40.0, 33.3], 400)
    copper_mm, fibre_mm = rng.integers(0, 60_000, (2, 400))
    copper_mm[::3] = rng.integers(0, 9_000, len(copper_mm[::3]))
    fibre_mm[::2] = copper_mm[::2]
    copper_mm[::7], fibre_mm[1::7] = -1, -1
    ways = within_reach(catalogue, copper_mm, fibre_mm)
    made = for_network(catalogue, FormulaNeeds((), gbps, *ways))
    needs = by_medium_rule(_needs(gbps, *ways), made)
    score = offered_scores(needs, made, Criterion()).score
    plain = {**formula.model_dump(), "installation": None}
    for link, (rate, copper, fibre) in enumerate(zip(gbps, copper_mm, fibre_mm, strict=True)):
        price = money_by(plain, float(rate), reach_mm)(_way(int(copper), int(fibre)))
        expected = NOT_SOLD if price is None else price * 100
        assert score[link] == expected, (rate, copper, fibre)


@pytest.mark.parametrize("name", COST_SETS)
def test_switches_cost_what_the_formula_says(name: str) -> None:
    """A switch of every number of ports, never below 0; the port of a server costs nothing."""
    none, catalogue = np.zeros(0), load_catalogue(name)
    ports = [0, 1, 2, 3, 36, 64, 500]
    needs = FormulaNeeds([(40.0, port) for port in ports], none, none.astype(int), none.astype(int))
    prices = {one.cages: one.price for one in for_network(catalogue, needs).switches}
    assert catalogue.formula is not None
    router = catalogue.formula.router
    slope, fixed = (Fraction(repr(one.value)) if one else 0 for one in (router.per_port, router.fixed))
    for port in ports[2:]:
        assert Fraction(repr(prices[port])) == max(Fraction(0), slope * port + fixed)
    assert [one.price for one in for_network(catalogue, needs).nics] == [0.0]


def test_laying_is_that_of_the_set() -> None:
    """Perseus lays a cable for 2.50 inside a cabinet, for 6.25 between two; the others do not say."""
    assert laying_cents(load_catalogue("perseus-2011")) == (250, 625)
    assert laying_cents(load_catalogue("slimfly-2014")) is None


def test_parts_keep_where_their_numbers_are_from() -> None:
    """The least trust of a part's numbers is that of its price: the recalled intercept is UNVERIFIED."""
    copper_mm, fibre_mm = np.array([3_000, -1]), np.array([-1, 30_000])
    needs = FormulaNeeds([(40.0, 36)], np.array([40.0, 40.0]), copper_mm, fibre_mm)
    trusts = {
        name: {
            sku.kind: sku.buying.price_from.trust
            for sku in skus_of(for_network(load_catalogue(name), needs))
        }
        for name in ("slimfly-2014", "slimfly-2014-recalled")
    }
    assert trusts["slimfly-2014"]["AOC"] == trusts["slimfly-2014"]["DAC"] == "quoted"
    assert trusts["slimfly-2014-recalled"]["AOC"] == UNVERIFIED
    assert trusts["slimfly-2014-recalled"]["switch"] == "quoted"


def test_made_parts_are_not_what_the_file_says() -> None:
    """The catalogue as it was read is kept, for its checksum; other parts can be made from it again."""
    mm = np.array([3_000])
    shipped = load_catalogue("slimfly-2014")
    made = for_network(shipped, FormulaNeeds([(40.0, 4)], np.array([40.0]), mm, mm))
    assert made.as_read is shipped
    again = for_network(made, FormulaNeeds([(40.0, 5)], np.array([40.0]), mm + 1, mm))
    assert again.as_read is shipped
    assert [one.part for one in again.switches] == ["router-5P"]
    assert again.cables[0].lengths[0].length_m == pytest.approx(3.001)


def test_a_file_of_a_set_is_read_as_a_catalogue(tmp_path: Path) -> None:
    """A user's own set of prices works where a catalogue does, and says that it is no academic one."""
    file = tmp_path / "own.toml"
    file.write_text(
        (DATA / "slimfly-2014.toml").read_text().replace('name = "slimfly-2014"', 'name = "own"')
    )
    catalogue = load_catalogue(file)
    assert catalogue.formula is not None
    assert catalogue.formula.name == "own"
    assert prices_text(catalogue) == "prices: the 2014 cost set own (USD)"
    assert prices_text(load_catalogue("slimfly-2014")).endswith("academic set slimfly-2014 (USD)")


def test_a_catalogue_may_hold_a_formula_and_no_parts_beside_it(tmp_path: Path) -> None:
    """``[formula]`` is a table of a catalogue; parts, or another currency, do not go with it."""
    formula = (DATA / "perseus-2011.toml").read_text()
    inside = "\n".join(
        line.replace("[", "[formula.", 1) if line.startswith("[") else line for line in formula.splitlines()
    )
    about = 'schema = 1\ntitle = "Ours"\ncurrency = "USD"\nprice_date = 2026-11-01\n'
    head = f"{about}slack_m = 0.5\n\n[formula]\n"
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(head + inside)
    catalogue = load_catalogue(good)
    assert catalogue.formula is not None
    assert catalogue.slack_m == 0.5
    copper = np.array([2_600])
    made = for_network(catalogue, FormulaNeeds((), np.array([40.0]), copper, copper))
    assert [one.length_m for one in made.cables[0].lengths] == [5.0]  # 2.6 m and 0.5 m of slack
    bad.write_text(
        head.replace("USD", "EUR").replace("[formula]", '[[suppliers]]\nname = "A"\n\n[formula]') + inside
    )
    told = [str(one) for one in read_catalogue(bad).problems]
    assert any("goes with no parts, and there are suppliers" in one for one in told)
    assert any("is in USD, the catalogue in EUR" in one for one in told)


def test_a_name_that_nobody_ships_is_refused() -> None:
    """A bare word is a shipped catalogue or a file of that name; else the nearest name is said."""
    with pytest.raises(InputError, match="slimfly-2014"):
        load_catalogue("slimfly")
