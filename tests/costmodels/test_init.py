"""The package's exports and its registries."""

import subprocess
import sys

import pytest

from netfloor.costmodels import COST_SETS, POWER_SETS
from netfloor.costmodels.sets.load import load_cost_set, load_power_set


def test_import_is_light() -> None:
    """Importing the package loads none of the slow libraries: ``--help`` must be quick."""
    code = (
        "import sys, netfloor.costmodels;"
        "print([m for m in ('numba','scipy','numpy','pydantic','networkx') if m in sys.modules])"
    )
    shown = subprocess.run(  # noqa: S603 - our own interpreter and code
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert shown.stdout.strip() == "[]"


@pytest.mark.parametrize("name", COST_SETS)
def test_cost_registry_agrees_with_the_files(name: str) -> None:
    """Name and title of a shipped cost set are those of the registry."""
    cost_set = load_cost_set(name)
    assert (cost_set.name, cost_set.title) == (name, COST_SETS[name])


@pytest.mark.parametrize("name", POWER_SETS)
def test_power_registry_agrees_with_the_files(name: str) -> None:
    """Name and title of a shipped power set are those of the registry."""
    power_set = load_power_set(name)
    assert (power_set.name, power_set.title) == (name, POWER_SETS[name])
