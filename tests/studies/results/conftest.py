"""A filled results file that the tests of this folder share."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]


@pytest.fixture
def filled(cli: Cli, plan: Path, here: Path) -> Path:
    """Return a results file of two runs."""
    for sweep in ("row-pitch=1,2,3", "taken=none"):
        assert cli("whatif", plan, "--sweep", sweep, "--results", "r.sqlite", "-q").code == 0
    return here / "r.sqlite"
