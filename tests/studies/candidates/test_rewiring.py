"""What a rewiring reuses: pieces add up, nothing is bought that is there, and studies ask for it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from netfloor import exit_codes
from netfloor.costmodels.catalogue.choice.offers import Unsold
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.plans.assessment.prices import CataloguePrices
from netfloor.plans.assessment.quote import Quote
from netfloor.plans.load import load_plan
from netfloor.plans.order.terms import OrderTerms
from netfloor.plans.plan import Plan
from netfloor.studies.candidates.rewiring import rewiring
from netfloor.studies.place import LayoutRequest, run_layout

TSUBAME2 = Path(__file__).parents[3] / "examples/tsubame2"
PARTS = TSUBAME2 / "parts_qdr.toml"
PRICES = CataloguePrices(PARTS, load_catalogue(PARTS), OrderTerms(network_only=True), ())


@pytest.fixture(scope="module")
def plans(tmp_path_factory: pytest.TempPathFactory) -> list[Plan]:
    """Return a small tree with directors and a small HyperX, in rooms of long rows."""
    folder = tmp_path_factory.mktemp("rewiring")
    (folder / "room.toml").write_text(
        "[grid]\nrows = 2\ncolumns = 4\nslots_per_cabinet = 2\ncolumn_pitch_m = 3\n"
    )
    for name, spec in (("tree", "leafspine:6,2,k=4,t=3"), ("hyperx", "hyperx:4x2,t=2,k=1x2")):
        request = LayoutRequest(
            spec,
            str(folder / "room.toml"),
            folder / f"{name}.json",
            "anneal",
            2000,
            None,
            1,
            5,
            1,
            None,
            40.0,
        )
        run_layout(request, SILENT, Interrupt(), force=False)
    return [load_plan(folder / f"{name}.json") for name in ("tree", "hyperx")]


def test_pieces_add_up(plans: list[Plan]) -> None:
    """Needed pieces are reused or bought; those in place are reused or left; none is bought and left."""
    found = rewiring(("tree", plans[0]), ("hyperx", plans[1]), PRICES)
    assert found.complete
    for one in found.parts:
        assert one.used == one.reused + one.bought
        assert one.there == one.reused + one.left
        assert not (one.bought and one.left)
    assert found.pieces("used", cables=True) == plans[1].topology.link_count
    assert found.pieces("there", cables=False) == plans[0].topology.routers
    assert found.pieces("reused", cables=True) > 0
    assert found.cost <= found.cost_from_nothing


@pytest.mark.parametrize("lacking", [0, 1])
def test_a_rewiring_is_complete_if_both_networks_can_be_bought(plans: list[Plan], lacking: int) -> None:
    """Where the catalogue lacks a part of either, the pieces are not all of them."""

    class Lacking(CataloguePrices):
        def quote(self, plan: Plan) -> Quote:
            found = super().quote(plan)
            return replace(found, unsold=Unsold(1, 9, None, "", 9)) if plan is plans[lacking] else found

    prices = Lacking(PRICES.file, PRICES.catalogue, PRICES.terms, ())
    assert not rewiring(("tree", plans[0]), ("hyperx", plans[1]), prices).complete


def test_what_is_there_is_not_bought(plans: list[Plan]) -> None:
    """From a plan to itself nothing is bought and nothing left."""
    found = rewiring(("one", plans[0]), ("same", plans[0]), PRICES)
    assert found.cost == 0
    assert all(one.there == one.used == one.reused for one in found.parts)


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ('from = "hyperx:4x2"\nto = "hyperx:12x8,t=7"', "rewiring.from: there is no network 'hyperx:4x2'"),
        ('to = "hyperx:12x8,t=7"', "from"),
    ],
)
def test_what_is_wrong_is_named(cli: Callable[..., Any], here: Path, table: str, said: str) -> None:
    """A network that the study lacks is named with those it has, and nothing is written."""
    head, _, tail = (TSUBAME2 / "tsubame2.toml").read_text().partition("[rewiring]")
    rest = tail[tail.index("[[classes]]") :]
    (here / "study.toml").write_text(f"{head}[rewiring]\n{table}\n{rest}")
    ran = cli("compare", "study.toml", "--out", "out")
    assert (ran.code, (here / "out").exists()) == (exit_codes.INVALID_INPUT, False)
    assert said in ran.err


def test_the_machine_that_was_rewired(cli: Callable[..., Any], here: Path) -> None:
    """The study ends with 672 nodes, 57.1 % against more than full, directors in row N, racks of four.

    Three directors hold what six do; money of a rewiring is told as that of parts.
    """
    for file in TSUBAME2.iterdir():
        text = file.read_text().replace("iterations = 4_000_000", "iterations = 20_000")
        (here / file.name).write_text(text)
    ran = cli("compare", "tsubame2.toml", "--out", "out", "--workers", 1)
    assert ran.code == exit_codes.DONE, ran.err
    plans = {plan.topology.name: plan for plan in map(load_plan, (here / "out/plans").iterdir())}
    tree, hyperx = plans["leafspine:48,6,k=3,t=14"], plans["hyperx:12x8,t=7"]
    cabinet = tree.room.lengths.cabinet_of_slot[tree.placement.slot_of]
    assert [tree.room.cabinet_name(int(at)) for at in cabinet[48:]] == [f"N{i:02}" for i in range(1, 7)]
    assert int(tree.topology.endpoints.sum()) == int(hyperx.topology.endpoints.sum()) == 672
    three = plans["leafspine:48,3,k=6,t=14"]
    assert three.topology.link_count == tree.topology.link_count == hyperx.topology.link_count == 864
    page = (here / "out/order.html").read_text()
    for said in (
        "57.1",
        "128.6",
        "120.0",
        "48 of 54 switches",
        "Rewiring",
        "parts for 4",
        "without installation",
    ):
        assert said in page
