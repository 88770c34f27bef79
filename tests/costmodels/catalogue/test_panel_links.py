"""Parts of links through panels: loss and reach of all pieces together, against trying everything."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.costmodels.catalogue.choice.part_index import build_part_index
from netfloor.costmodels.catalogue.link_needs import Socket
from netfloor.costmodels.catalogue.panel_links import NoParts, PanelPartsChoice, PathParts
from netfloor.costmodels.catalogue.panel_paths import PanelPath
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.skus import skus_of
from netfloor.costmodels.link_loss import link_loss

HEAD = {"schema": 1, "title": "t", "currency": "USD", "price_date": "2026-01-01"}


def transceiver(
    part: str, price: float, reach_m: float, budget_db: float | None, **more: Any
) -> dict[str, Any]:
    """Return a transceiver of 100 Gb/s for OM4."""
    stated = {} if budget_db is None else {"budget_db": budget_db}
    own = {
        "part": part,
        "name": part,
        "price": price,
        "reach_m": reach_m,
        "connector": "QSFP28",
        "gbps": 100,
    }
    fibre = {"fibre_connector": "LC", "fibre": "OM4", "fibres": 2, "optics": "SR", "power_w": 1}
    return own | fibre | stated | more


def catalogue_of(cords: list[tuple[float, float]], transceivers: list[dict[str, Any]]) -> Catalogue:
    """Return a catalogue with cords by length and price, and patch cords of twisted pair."""
    lengths = [{"length_m": m, "part": f"C{m:g}", "price": price} for m, price in cords]
    cord = {"name": "cord", "connector": "LC", "fibre": "OM4", "fibres": 2, "lengths": lengths}
    pairs = [{"length_m": m, "part": f"TP{m:g}", "price": m} for m in (1, 5, 40)]
    plugs = {"connector_a": "RJ45", "connector_b": "RJ45", "reach_m": 100}
    patch = {"name": "patch cord", "kind": "TP", "gbps": 1, **plugs, "lengths": pairs}
    return Catalogue.model_validate(
        {**HEAD, "transceivers": transceivers, "cords": [cord], "cables": [patch]}, strict=False
    )


def choice_of(catalogue: Catalogue, slack_mm: int = 0) -> PanelPartsChoice:
    """Return the choice among all parts of a catalogue."""
    shelf = build_part_index(catalogue, lambda sku: sku.buying.price_cents)
    return PanelPartsChoice(catalogue, shelf, range(len(skus_of(catalogue))), slack_mm)


def path_of(
    installed_mm: list[int], fibre: str = "OM4", measured: dict[int, str] | None = None
) -> PanelPath:
    """Return a link with a fixed cable between each two cords."""
    pieces = 2 * len(installed_mm) + 1
    bought = tuple(number % 2 == 0 for number in range(pieces))
    lengths = tuple(
        0 if is_bought else installed_mm[number // 2] for number, is_bought in enumerate(bought)
    )
    losses = tuple(
        Fraction((measured or {})[at]) if at in (measured or {}) else None for at in range(pieces)
    )
    return PanelPath(tuple(range(pieces)), bought, "a 1 to b 1", fibre, lengths, losses)


QSFP, RJ45 = Socket("QSFP28", 1), Socket("RJ45", 1)


@given(st.lists(st.integers(1, 10**6), min_size=1, max_size=9), st.data())
def test_loss_is_that_of_connectors_fibre_and_measured_cables(lengths: list[int], data: Any) -> None:
    """A pair of connectors for each joint that no measured cable ends at, 3 dB per km of the others."""
    measured = [data.draw(st.none() | st.fractions(0, 2)) for _ in lengths]
    found = link_loss(lengths, measured, "OM4")
    total = Fraction(0)
    for at, (mm, loss) in enumerate(zip(lengths, measured, strict=True)):
        total += Fraction(3 * mm, 1_000_000) if loss is None else loss
        if at and loss is None and measured[at - 1] is None:
            total += Fraction(3, 4)
    assert found.db == total


CORDS = st.lists(
    st.tuples(st.integers(1, 30), st.integers(1, 40)), min_size=1, max_size=4, unique_by=lambda one: one[0]
).map(sorted)


@settings(max_examples=80)
@given(
    CORDS,
    st.lists(
        st.tuples(st.integers(1, 60), st.integers(5, 120), st.none() | st.integers(1, 30)),
        min_size=1,
        max_size=3,
    ),
    st.lists(st.integers(0, 60_000), min_size=1, max_size=2),
    st.data(),
)
def test_no_other_parts_are_cheaper(
    cords: list[tuple[int, int]],
    kinds: list[tuple[int, int, int | None]],
    installed: list[int],
    data: Any,
) -> None:
    """Every pair of transceivers and every cords are tried: reach, budget and lengths alone decide."""
    modules = [
        transceiver(f"T{at}", price, reach, None if tenths is None else tenths / 10)
        for at, (price, reach, tenths) in enumerate(kinds)
    ]
    catalogue = catalogue_of([(float(m), float(price)) for m, price in cords], modules)
    ways = [data.draw(st.integers(0, 31_000)) for _ in range(len(installed) + 1)]
    routed = [ways[at // 2] if at % 2 == 0 else 0 for at in range(2 * len(installed) + 1)]
    found = choice_of(catalogue).choose(path_of(installed), 100, (QSFP, QSFP), (routed, routed))
    least = None
    for a, b in product(kinds, kinds):
        for chosen in product(cords, repeat=len(ways)):
            lengths = [m * 1000 for m, _ in chosen]
            total = sum(lengths) + sum(installed)
            loss = Fraction(3, 4) * 2 * len(installed) + Fraction(3 * total, 10**6)
            budgets = [Fraction(str(one[2] / 10)) for one in (a, b) if one[2] is not None]
            fits = all(mm >= way for mm, way in zip(lengths, ways, strict=True))
            if fits and total <= min(a[1], b[1]) * 1000 and loss <= min(budgets, default=loss):
                cents = 100 * (a[0] + b[0] + sum(price for _, price in chosen))
                least = cents if least is None else min(least, cents)
    assert (found.score if isinstance(found, PathParts) else None) == least


@pytest.mark.parametrize(
    ("path", "transceivers", "why"),
    [
        (path_of([80_000]), [transceiver("T", 1, 70, None)], "SR reaches 70 m, the link is 82 m"),
        (path_of([10_000], "OS2"), [transceiver("T", 1, 70, None)], "its cables are listed as OS2"),
        (
            path_of([10_000], "OM4 and OS2"),
            [transceiver("T", 1, 70, None)],
            "its cables are listed as OM4 and OS2",
        ),
        (path_of([10_000] * 2), [transceiver("T", 1, 99, 2.5)], "loss 3.07 dB (4 connectors at 0.75 dB"),
        (path_of([10_000]), [transceiver("T", 1, 99, 1, gbps=25)], "no transceivers or patch cords of 100"),
    ],
)
def test_why_nothing_serves_a_link(path: PanelPath, transceivers: list[dict[str, Any]], why: str) -> None:
    """The best try says by what it misses, and what would help."""
    routed = [[500] * len(path.cables)] * 2
    found = choice_of(catalogue_of([(1, 5)], transceivers)).choose(path, 100, (QSFP, QSFP), routed)
    assert isinstance(found, NoParts)
    assert why in found.why
    assert found.remedy


def test_a_measured_cable_counts_as_measured() -> None:
    """With both connectors at its ends: the same link is within its budget then."""
    catalogue = catalogue_of([(1, 5)], [transceiver("T", 1, 99, 1.4)])
    for measured, serves in ((None, False), ({1: "0.9"}, True), ({1: "1.5"}, False)):
        path = path_of([10_000], measured=measured)
        found = choice_of(catalogue).choose(path, 100, (QSFP, QSFP), [[500] * 3] * 2)
        assert isinstance(found, PathParts) == serves


def test_twisted_pair_is_patch_cords_within_their_reach() -> None:
    """At both ends, without transceivers; 100 m for cords and fixed cables together."""
    choice = choice_of(catalogue_of([(1, 5)], [transceiver("T", 1, 99, None)]), slack_mm=500)
    found = choice.choose(path_of([90_000], "TP"), 1, (RJ45, RJ45), [[600, 0, 4_400]] * 2)
    assert isinstance(found, PathParts)
    skus = [choice.shelf.skus[sku].part for sku in found.cords]
    assert (skus, found.modules, found.length_mm, found.loss) == (["TP5", "TP5"], (-1, -1), 100_000, None)
    far = choice.choose(path_of([91_000], "TP"), 1, (RJ45, RJ45), [[600, 0, 4_400]] * 2)
    assert isinstance(far, NoParts)
    assert "reaches 100 m, the link is 101 m" in far.why
