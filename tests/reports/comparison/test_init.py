"""The registry of report formats: light to import, and every figure in all of them."""

import subprocess
import sys

import pytest

from netfloor.reports.comparison.sections import WRITERS
from netfloor.reports.comparison.types import Comparison, Spread
from netfloor.reports.figures.table import FIGURES
from netfloor.reports.formats.head import ReportHead


def test_import_is_light() -> None:
    """Importing the registry loads neither Matplotlib nor Jinja2 nor Pillow."""
    code = (
        "import netfloor.reports.comparison.sections, sys; "
        "print([m for m in ('matplotlib', 'jinja2', 'PIL') if m in sys.modules])"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - our own line
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", ["report.html", "report.md", "rows.csv", "report.json"])
def test_every_format_is_registered(name: str) -> None:
    """The four formats that the comparison command promises are there."""
    assert name in WRITERS


@pytest.mark.parametrize("name", ["rows.csv", "report.json"])
def test_programs_find_every_figure_by_key(full: Comparison, name: str) -> None:
    """What people read by label, programs read by key."""
    text = WRITERS[name](full, ReportHead())
    assert all(key in text for key in FIGURES)


def test_spread_of_values() -> None:
    """Mean, sample deviation and number; the deviation of one value is 0."""
    assert Spread.of([1, 3]) == Spread(2.0, 2**0.5, 2)
    assert Spread.of([4]) == Spread(4.0, 0.0, 1)
