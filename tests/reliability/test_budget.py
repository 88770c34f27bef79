"""Work and memory have one budget: what goes beyond is refused before it begins, with the way around."""

from pathlib import Path
from typing import Any

import pytest

from netfloor.foundation import sizes
from netfloor.foundation.errors import InputError, as_option
from netfloor.foundation.sizes import WorkEstimate, require_within_budget
from tests.fixtures.subjects import is_here

ROOT = Path(__file__).parents[2]
GIB = 1 << 30
#: Requests of every kind of computation, each small enough to end in a moment.
SMALL = {
    "load": "traffic load slimfly:3 --endpoints 1",
    "ideal": "traffic load torus:12x12 --endpoints 1 --ideal",
    "design": "design --endpoints 20 --ports 8 --family slimfly",
    "study": "compare study.toml --out out",
    "simulate": "traffic simulate slimfly:3 --endpoints 1 --load 0.1 --cycles 100",
    "offered": "traffic offered slimfly:3,endpoints=1 --load 0.5",
    "motif": "traffic motif slimfly:3 --endpoints 1 --ranks 4",
    "circulant": "circulant search --routers 30 --radix 4 --no-bisection",
    "product": "circulant product --routers 30 --radix 5",
    "growth": "growth growth.toml --out out",
}
SMALL = {name: line for name, line in SMALL.items() if is_here(line)}
STUDY = 'schema = 1\n[solver]\niterations = 10\n[[classes]]\nname = "a"\nnetworks = ["slimfly:3"]\n'
#: Requests that nobody waits for, refused at once on any machine; what is said of each.
HUGE = {
    "design --endpoints 1000 --ports 1000000": "switches with 1,000,000 ports",
    "traffic motif torus:300x300 --endpoints 1 --ranks 4": "tables of all pairs of 90,000 switches",
    "traffic load torus:300x300 --endpoints 1 --ideal": "ideal throughput of 90,000 switches",
    "compare long.toml --out out": "with 1,000,000,000,000 iterations each",
}
HUGE = {line: said for line, said in HUGE.items() if is_here(line)}


@pytest.fixture
def files(here: Path) -> Path:
    """Put the study files here."""
    (here / "study.toml").write_text(STUDY)
    (here / "long.toml").write_text(STUDY.replace("= 10\n", "= 1_000_000_000_000\n"))
    text = (ROOT / "examples/growth/dragonfly-fig19.toml").read_text() if is_here("growth") else ""
    (here / "growth.toml").write_text(text)
    return here


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("name", SMALL)
def test_every_computation_has_a_limit_and_a_way_around(
    name: str, cli: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Were the limit a moment, each would be refused with estimate, limit and the option that raises it."""
    monkeypatch.setattr(sizes, "MAX_HOURS", 1e-15)
    if name in ("circulant", "product"):
        monkeypatch.setattr("netfloor.research.circulants.report.estimate.LONG_SETS", 0)
        monkeypatch.setattr("netfloor.research.circulants.report.estimate.ESTIMATE_S", 0.05)
    refused = cli(*SMALL[name].split(), "--quiet", seconds=200)
    assert refused.code == 3, refused.err
    assert "hours of one core, above the limit of 1e-15" in refused.err
    assert "continue with --force-size" in refused.err
    assert refused.out == ""


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("line", HUGE)
def test_what_nobody_waits_for_is_refused_at_once(line: str, cli: Any) -> None:
    """Before anything is allocated or computed."""
    refused = cli(*line.split(), "--quiet", seconds=60)
    assert (refused.code, refused.out) == (3, "")
    assert HUGE[line] in refused.err


def test_a_word_of_the_users_raises_time_and_never_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory that is not there cannot be meant."""
    monkeypatch.setattr(sizes, "available_bytes", lambda: GIB)
    long, large = WorkEstimate("a search", 3600.0 * 5), WorkEstimate("a table", memory=3 * GIB)
    with pytest.raises(InputError) as refused:
        require_within_budget("network", long)
    assert refused.value.told(as_option) == (
        "network: a search would take about 5 hours of one core, above the limit of 2; "
        "use a smaller network, or continue with --force-size"
    )
    monkeypatch.setattr(sizes, "_any_size", True)
    require_within_budget("network", long)
    with pytest.raises(InputError, match=r"need about 3\.0 GiB of memory, but 1\.0 GiB are available"):
        require_within_budget("network", large)


def test_what_is_within_the_limit_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """To the last second and byte."""
    monkeypatch.setattr(sizes, "available_bytes", lambda: GIB)
    require_within_budget("network", WorkEstimate("a search", 3600.0 * sizes.MAX_HOURS, GIB))


def test_huge_numbers_are_about_something_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A count beyond what people read is a power of ten."""
    monkeypatch.setattr(sizes, "available_bytes", lambda: GIB)
    for estimate in (WorkEstimate("a search", 1e30), WorkEstimate("a table", memory=10**40)):
        with pytest.raises(InputError) as refused:
            require_within_budget("network", estimate)
        assert "about 10^" in str(refused.value)
        assert "about about" not in str(refused.value)
