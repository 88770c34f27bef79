"""The limit on cable lengths against every choice of lengths."""

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from netfloor.costmodels.catalogue.choice.choose import choose_parts
from netfloor.costmodels.catalogue.choice.few_lengths import limit_lengths
from netfloor.costmodels.catalogue.choice.link_choice import LinkChoice
from netfloor.costmodels.catalogue.link_needs import LinkNeeds
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.foundation.errors import InfeasibleError

Draw = Callable[[random.Random], Any]
#: Of a product: needed lengths, and offered (length, price in cents).
Kind = tuple[list[int], list[tuple[int, int]]]


def kinds_of(choice: LinkChoice, catalogue: Catalogue) -> list[Kind]:
    """Return the products in use, cords of one reach apart from those of another."""
    series = {one.part: p for p in (*catalogue.cables, *catalogue.cords) for one in p.lengths}
    reach = {one.part: round(one.reach_m * 1000) for one in catalogue.transceivers}
    needed: dict[tuple[str, int], dict[int, int]] = defaultdict(dict)
    for link, cable in enumerate(choice.link_cable.tolist()):
        modules = [choice.cage_module[cage] for cage in choice.needs.cage[link].tolist()]
        limit = min((reach[choice.skus[m].part] for m in modules if m >= 0), default=10**9)
        key = series[choice.skus[choice.cable_sku[cable]].part].name, limit
        needed[key][cable] = max(needed[key].get(cable, 0), int(choice.routed_mm[link]))
    by_name = {p.name: p for p in series.values()}
    return [
        (
            list(cables.values()),
            [(o.length_mm, round(100 * o.price)) for o in by_name[name].lengths if o.length_mm <= limit],
        )
        for (name, limit), cables in needed.items()
    ]


def uses(kind: Kind) -> Iterator[tuple[int, int]]:
    """Yield (lengths bought, price) of every set of lengths that covers a product's cables."""
    needed, offered = kind
    for size in range(1, len(offered) + 1):
        for chosen in combinations(offered, size):
            if max(needed) <= max(length for length, _ in chosen):
                yield size, sum(min(p for length, p in chosen if length >= mm) for mm in needed)


def brute_force(kinds: list[Kind], most: int) -> int | None:
    """Return the least price with so many lengths, None if they are too few."""
    totals = [
        sum(price for _, price in way)
        for way in product(*(list(uses(kind)) for kind in kinds))
        if sum(size for size, _ in way) <= most
    ]
    return min(totals, default=None)


@given(seed=st.integers(0, 2**32), most=st.integers(1, 6))
@settings(max_examples=80, deadline=None)
def test_no_other_lengths_cost_less(seed: int, most: int, draw_needs: Draw, draw_catalogue: Draw) -> None:
    """At most K lengths, shared out among products, are the cheapest of all choices."""
    draw = random.Random(seed)  # noqa: S311 - no secret
    needs, catalogue = draw_needs(draw), draw_catalogue(draw)
    try:
        choice = choose_parts(needs, catalogue)
    except InfeasibleError:
        reject()
    kinds = kinds_of(choice, catalogue)
    least = brute_force(kinds, most)
    if least is None:
        with pytest.raises(InfeasibleError, match="too few"):
            limit_lengths(choice, catalogue, most)
        return
    few = limit_lengths(choice, catalogue, most)
    assert sum(few.choice.skus[sku].buying.price_cents for sku in few.choice.cable_sku.tolist()) == least
    assert len(set(few.choice.cable_sku.tolist())) <= most
    assert (few.choice.ordered_mm[few.choice.link_cable] >= few.choice.routed_mm).all()
    for number, cents in few.curve:
        assert cents == brute_force(kinds, number)


def test_the_curve_ends_where_no_length_saves_money(
    make_catalogue: Callable[..., Catalogue],
    make_needs: Callable[..., LinkNeeds],
    stock: Callable[..., Any],
) -> None:
    """One length covers all at 3 x 30; the third length is never needed."""
    dac = {
        "name": "DAC", "kind": "DAC", "gbps": 400, "connector_a": "OSFP", "connector_b": "OSFP",
        "reach_m": 3, "lengths": stock("D", [1, 2, 3], [10, 20, 30]),
    }  # fmt: skip
    catalogue = make_catalogue(cables=[dac])
    needs = make_needs([(0, 1), (2, 3), (4, 5)], [1] * 6, [(500, 500), (900, 900), (2500, 2500)])
    few = limit_lengths(choose_parts(needs, catalogue), catalogue, 5)
    assert few.curve == ((1, 9000), (2, 5000))
