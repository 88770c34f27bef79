"""docs/fidelity.md is the page of the stored results, and the stored results are what the code measures."""

import re
from dataclasses import replace
from pathlib import Path
from shutil import which

import pytest

from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.research.fidelity.check import differences as found_differences
from netfloor.research.fidelity.measure import measure
from netfloor.research.fidelity.papers import REPRODUCTIONS
from netfloor.research.fidelity.papers.listed import LISTED
from netfloor.research.fidelity.report.state import state
from netfloor.research.fidelity.run import FidelityRequest, all_stored, pages_of, run_fidelity
from netfloor.research.fidelity.store import FidelityResults

PAGE = Path(__file__).parents[3] / "docs/fidelity.md"
#: Measured in every run of the tests: together some seconds.
QUICK = (
    "dragonfly-figure-1",
    "dragonfly-figure-2",
    "dragonfly-figure-4",
    "dragonfly-figure-6",
    "dragonfly-table-2",
    "partitioning-mira",
    "circulants-figure-3",
    "circulants-figures-5-to-9",
    "spectralfly-table-2-power",
)
#: Minutes of what the nightly run measures again; the rest takes hours.
NIGHTLY = 20


def test_the_page_is_that_of_the_stored_results() -> None:
    """`netfloor fidelity --out docs/fidelity.md` would write the same, where all is stored."""
    request = FidelityRequest(PAGE)
    for path, text in pages_of(request, all_stored(request)).items():
        assert path.read_text(encoding="utf-8") == text


def test_every_stored_file_is_one_of_an_exhibit() -> None:
    """An exhibit that went leaves no results behind."""
    assert {path.stem for path in PAGE.with_suffix("").glob("*.json")} <= set(REPRODUCTIONS)


def test_what_is_not_reproduced_says_why() -> None:
    """A reader of a figure that differs finds what is known of it, in one sentence first."""
    measured = all_stored(FidelityRequest(PAGE))
    silent = [one.exhibit.key for one in measured if state(one) != "reproduced" and not one.why]
    assert not silent


def test_the_page_is_short() -> None:
    """A reviewer reads it in half an hour."""
    words = [one for one in PAGE.read_text(encoding="utf-8").split() if re.search(r"\w", one)]
    assert len(words) < 6_400


def test_nothing_here_is_listed_without_a_reason() -> None:
    """What nothing measures is a drawing, data, a measurement or a simulation, or says why not."""
    named = {(one.paper, name) for one in REPRODUCTIONS.values() for name in one.exhibits}
    assert not [
        one
        for one in LISTED
        if (one.paper, one.name) not in named and one.otherwise == "not measured" and not one.note
    ]


@pytest.mark.nightly
@pytest.mark.parametrize("key", [key for key, one in REPRODUCTIONS.items() if one.spot])
def test_a_row_of_what_takes_hours(key: str) -> None:
    """Measured again it is as stored: where code and page part, this says so."""
    exhibit, request = REPRODUCTIONS[key], FidelityRequest(PAGE)
    part = replace(exhibit, printed={exhibit.spot: exhibit.printed[exhibit.spot]})
    fresh = FidelityResults(exhibit=key, digest="")
    now = measure(part, fresh, exhibit.size, {}, lambda _: None, SILENT, Interrupt())
    stored = request.stored(exhibit).figures()
    assert stored[exhibit.spot]
    assert list(found_differences(part, stored, now.figures())) == []


def differences(key: str) -> tuple[str, ...]:
    """Return what differs when an exhibit is measured again."""
    report = run_fidelity(FidelityRequest(PAGE, only=(key,), check=True), SILENT, Interrupt(), force=False)
    assert report.checked == (key,)
    return report.differences


@pytest.mark.parametrize("key", QUICK)
def test_quick_exhibits(key: str) -> None:
    """Measured again they are as stored."""
    assert differences(key) == ()


@pytest.mark.nightly
@pytest.mark.parametrize(
    "key", [key for key, one in REPRODUCTIONS.items() if key not in QUICK and one.minutes <= NIGHTLY]
)
def test_exhibits(key: str) -> None:
    """Measured again they are as stored."""
    if key == "circulants-figure-4" and which("smpirun") is None:
        pytest.skip("SimGrid is not installed")
    assert differences(key) == ()
