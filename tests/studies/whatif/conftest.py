"""Prices and a way to ask that the tests of this folder share."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

#: A set that sells stock lengths by a price table that never falls, electrical where it is no dearer.
MONOTONE = """
name = "monotone"
title = "An example"
currency = "USD"
medium_rule = "least-cost"
[electrical_reach]
value = 7.0
unit = "m"
year = 2020
source = "made up"
trust = "unverified"
[electrical.line]
part = "copper"
per_m = { value = 3.1, unit = "USD/m", year = 2020, source = "made up", trust = "unverified" }
fixed = { value = 10.0, unit = "USD", year = 2020, source = "made up", trust = "unverified" }
[optical.stock]
part = "fibre"
unit = "USD"
year = 2020
source = "made up"
trust = "unverified"
items = [{ length_m = 5.0, price = 50.0 }, { length_m = 30.0, price = 90.0 }]
[router]
part = "switch"
per_port = { value = 100.0, unit = "USD/port", year = 2020, source = "made up", trust = "unverified" }
"""


@pytest.fixture
def prices(here: Path) -> str:
    """Return the name of a cost set file."""
    (here / "monotone.toml").write_text(MONOTONE)
    return "monotone.toml"


@pytest.fixture
def ask(cli: Callable[..., Any], plan: Path) -> Callable[..., Any]:
    """Return the document of ``whatif`` on a small plan, by a cost set of 2014 unless another is named."""

    def call(*args: object) -> Any:
        prices = () if "--catalogue" in args else ("--catalogue", "slimfly-2014")
        ran = cli("whatif", plan, *args, *prices, "--json", "-q")
        assert ran.code == 0, ran.err
        return ran.json()

    return call
