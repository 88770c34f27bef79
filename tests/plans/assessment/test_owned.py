"""What owning plans costs, and which prices turn their order."""

from pathlib import Path

import pytest

from netfloor.costmodels.buying.ownership_terms import load_ownership_terms
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.plans.assessment.owned import Owned, Rival, break_evens
from netfloor.plans.assessment.prices import CataloguePrices
from netfloor.plans.load import load_plan
from netfloor.plans.order.terms import OrderTerms
from netfloor.studies.place import LayoutRequest, run_layout

PARTS = Path(__file__).parents[3] / "examples/catalogue/parts_400g.toml"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with two plans of one network, one of them in a long room."""
    folder = tmp_path_factory.mktemp("owned")
    (folder / "long.toml").write_text("[grid]\nrows = 3\ncolumns = 3\nrow_pitch_m = 12\n")
    for name, room in (("a.json", None), ("long.json", str(folder / "long.toml"))):
        request = LayoutRequest("slimfly:3", room, folder / name, "anneal", 2000, None, 1, 5, 1, 3, 400.0)
        run_layout(request, SILENT, Interrupt(), force=False)
    return folder


def test_a_price_that_both_plans_pay_alike_turns_nothing(folder: Path) -> None:
    """Both have 18 switches of one kind: no price of switches makes them equal, whatever cents round to."""
    terms = load_ownership_terms()
    odd = {"discount_percent": 3.3, "support_percent": 4.37}
    terms = terms.model_copy(
        update={key: terms.years.model_copy(update={"value": value}) for key, value in odd.items()}
    )
    plans = [load_plan(folder / name) for name in ("a.json", "long.json")]
    prices = CataloguePrices(PARTS, load_catalogue(PARTS), OrderTerms(), ())
    rivals = [Rival(plan.topology.name, Owned(prices.quote(plan), terms), 1) for plan in plans]
    rivals.sort(key=lambda one: one.owned.total_cents)
    assert len({one.owned.quote.cents_of("switches") for one in rivals}) == 1
    assert len({one.owned.share_of("switches") for one in rivals}) == 2
    turns = {one.lever: one.then for one in break_evens(rivals)}
    assert turns["switches"] is None


def test_without_terms_the_money_is_that_of_the_parts(folder: Path) -> None:
    """No years, no works: plans are ranked by their parts, and no running cost turns the order."""
    prices = CataloguePrices(PARTS, load_catalogue(PARTS), OrderTerms(), ())
    rivals = [
        Rival(name, Owned(prices.quote(load_plan(folder / name)), None), 1)
        for name in ("a.json", "long.json")
    ]
    for one in rivals:
        owned = one.owned
        assert owned.capital_cents == owned.total_cents == owned.quote.parts_cents > 0
        assert (owned.ownership, owned.totals_by_years()) == (None, [])
    assert {one.lever for one in break_evens(rivals)} == {"optical", "copper", "switches"}
