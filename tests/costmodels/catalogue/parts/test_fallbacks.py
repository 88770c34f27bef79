"""A value of a part number that stands at the part, its product or the catalogue: the nearest counts."""

import datetime as dt
from itertools import product

import pytest

from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.skus import skus_of
from tests.costmodels.catalogue.conftest import HEAD

CABLE = {
    "name": "DAC",
    "kind": "DAC",
    "gbps": 400,
    "connector_a": "OSFP",
    "connector_b": "OSFP",
    "reach_m": 3,
}
LENGTH = {"length_m": 1, "part": "D1", "price": 10}
DATES = [dt.date(2099, month, 1) for month in (1, 2, 3)]


@pytest.mark.parametrize("given", list(product([False, True], repeat=3)))
@pytest.mark.parametrize(
    ("field", "values", "otherwise"),
    [
        ("valid_until", DATES, None),
        ("price_date", DATES, HEAD["price_date"]),
        ("lead_time_days", [0, 14, 21], None),
    ],
)
def test_the_nearest_value_counts(
    field: str, values: list[object], otherwise: object, given: tuple[bool, ...]
) -> None:
    """Part before product before catalogue; a lead time of 0 days is a value."""
    own = [{field: value} if is_given else {} for value, is_given in zip(values, given, strict=True)]
    tables = {"cables": [{**CABLE, **own[1], "lengths": [{**LENGTH, **own[0]}]}]}
    (sku,) = skus_of(Catalogue.model_validate(HEAD | own[2] | tables))
    expected = next((value for value, is_given in zip(values, given, strict=True) if is_given), otherwise)
    assert getattr(sku.buying, field) == expected
