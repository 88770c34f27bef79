"""Two small plans and what every command says of them."""

from pathlib import Path

import pytest

from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.studies.place import LayoutRequest, run_layout

#: A study of two plans as they stand; bisections are searched as for plans side by side.
STUDY = """
endpoints_per_router = 2
[models]
bisection_seeds = 50
traffic = "minimal"
[baselines]
kinds = []
[[classes]]
name = "both"
plans = ["a.json", "b.json"]
"""
#: Terms of ownership in the currency of the cost set.
TERMS = """
title = "t"
currency = "USD"
years = 4
kwh_price = 0.2
pue = 1.3
support_percent = 5
[labour]
hour_price = 60
hours_per_switch = 2
hours_per_cable_between = 0.5
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with two plans, a study of them and terms of ownership."""
    folder = tmp_path_factory.mktemp("figures")
    for name, spec in (("a", "slimfly:3"), ("b", "random:18,6")):
        out = folder / f"{name}.json"
        request = LayoutRequest(spec, None, out, "anneal", 2000, None, 1, 5, 1, 2, 100.0)
        run_layout(request, SILENT, Interrupt(), force=False)
    (folder / "study.toml").write_text(STUDY)
    (folder / "own.toml").write_text(TERMS)
    return folder
