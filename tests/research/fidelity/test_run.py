"""What was measured is kept, and measured again only where it is asked for."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from netfloor.foundation.errors import InputError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.foundation.tool import VERSION
from netfloor.research.fidelity import run
from netfloor.research.fidelity.papers import REPRODUCTIONS
from netfloor.research.fidelity.papers.listed import LISTED
from netfloor.research.fidelity.report.exhibit import FigureColumn, Ours
from netfloor.research.fidelity.report.page import QUICK
from netfloor.research.fidelity.reproduction import Measurement, Reproduction, Row
from netfloor.research.fidelity.run import FidelityReport, FidelityRequest, choose, run_fidelity


class Bench:
    """Exhibits that count how often they are measured."""

    def __init__(self) -> None:
        self.measured: list[str] = []
        self.interrupt, self.stop_after = Interrupt(), 100
        self.value = 3.0

    def _row(self, row: str, work: Measurement) -> Row:
        self.measured.append(row)
        if len(self.measured) >= self.stop_after:
            self.interrupt.ask()
        steps = [work.step(f"{row} {number}", lambda: self.value) for number in range(work.size)]
        return {"n": Ours(sum(steps), lower=1)}

    def exhibits(self) -> dict[str, Reproduction]:
        """Return two exhibits, of two rows each."""
        first = Reproduction(
            key="first",
            paper="Circulants",
            exhibits=("Table 1",),
            command="",
            columns=(FigureColumn("n"),),
            printed={"a": (6,), "b": (6,)},
            measure=self._row,
            size=2,
        )
        second = replace(first, key="second", paper="HyperX", printed={"c": (6,), "d": (7,)}, minutes=9)
        return {"first": first, "second": second}

    def run(self, out: Path, *, force: bool = False, **more: object) -> FidelityReport:
        """Run the command's work; the interrupt asks after ``stop_after`` rows."""
        request = FidelityRequest(out, **more)  # type: ignore[arg-type]
        return run_fidelity(request, SILENT, self.interrupt, force=force)


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Bench:
    """Return a bench in the place of the papers."""
    made = Bench()
    monkeypatch.setattr(run, "REPRODUCTIONS", made.exhibits())
    monkeypatch.setattr(run, "OTHER_PROGRAMS", "")
    monkeypatch.setattr(run, "SUMMARY", "")
    return made


def test_a_second_run_measures_nothing_and_writes_the_same_page(bench: Bench, tmp_path: Path) -> None:
    """Results are kept, one file per exhibit; a folder that is not there is made."""
    out = tmp_path / "new/page.md"
    report = bench.run(out)
    first = out.read_bytes()
    assert [row[2] for row in report.table.rows] == ["reproduced", "differs"]
    assert bench.measured == ["a", "b", "c", "d"]
    bench.run(out)
    assert (bench.measured, out.read_bytes()) == (["a", "b", "c", "d"], first)
    (tmp_path / "new/page/second.json").unlink()
    bench.run(out)
    assert (bench.measured[4:], out.read_bytes()) == (["c", "d"], first)


def test_every_figure_names_its_version_or_says_that_none_was_kept(bench: Bench, tmp_path: Path) -> None:
    """Results of an earlier format, without the version, are not given one by a later run."""
    out = tmp_path / "page.md"
    bench.run(out)
    figures = tmp_path / "page/figures.md"
    assert figures.read_text().count(f"*Measured by netfloor {VERSION}.*") == 2
    path = tmp_path / "page/second.json"
    stored = json.loads(path.read_text())
    del stored["measured_by"]
    path.write_text(json.dumps(stored))
    bench.run(out, force=True)
    assert figures.read_text().count(f"*Measured by netfloor {VERSION}.*") == 1
    assert figures.read_text().count("*Measured before versions were kept with the results.*") == 1


def test_an_interrupted_run_continues_where_it_was(bench: Bench, tmp_path: Path) -> None:
    """The row that was cut short is not kept, those before it are, and no page is written."""
    out, bench.stop_after = tmp_path / "page.md", 3
    assert bench.run(out).interrupted
    assert not out.exists()
    bench.interrupt, bench.stop_after = Interrupt(), 100
    assert not bench.run(out).interrupted
    assert bench.measured == ["a", "b", "c", "c", "d"]


def test_another_definition_is_measured_again(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Results of another version, seed or sample are not those of this exhibit."""
    out = tmp_path / "page.md"
    bench.run(out, only=("first",))
    exhibits = bench.exhibits()
    for changed in ({"version": 2}, {"seed": 5}, {"size": 3}):
        monkeypatch.setattr(run, "REPRODUCTIONS", {"first": replace(exhibits["first"], **changed)})
        bench.measured = []
        bench.run(out)
        assert bench.measured == ["a", "b"]


def test_what_is_made_of_others_follows_them(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its rows are measured again when the results behind them changed, and not otherwise."""
    out, exhibits = tmp_path / "page.md", bench.exhibits()
    exhibits["second"] = replace(exhibits["second"], needs=("first",))
    monkeypatch.setattr(run, "REPRODUCTIONS", exhibits)
    for _ in range(2):
        bench.run(out, only=("HyperX",))
    assert bench.measured == ["a", "b", "c", "d"]
    bench.value = 4.0
    (tmp_path / "page/first.json").unlink()
    bench.run(out)
    assert bench.measured[4:] == ["a", "b", "c", "d"]


def test_a_check_finds_a_figure_and_a_page_that_changed(bench: Bench, tmp_path: Path) -> None:
    """Everything is measured from nothing; the stored results and the page stay as they are."""
    out = tmp_path / "page.md"
    bench.run(out)
    stored = (tmp_path / "page/first.json").read_bytes()
    report = bench.run(out, check=True, only=("first",))
    assert (report.differences, report.checked) == ((), ("first",))
    assert bench.measured == ["a", "b", "c", "d", "a", "b"]
    bench.value = 4.0
    found = bench.run(out, check=True, only=("first",)).differences
    assert found == (
        "first: a, n: stored 1 to 6, measured 1 to 8",
        "first: b, n: stored 1 to 6, measured 1 to 8",
    )
    assert (tmp_path / "page/first.json").read_bytes() == stored
    figures = tmp_path / "page/figures.md"
    figures.write_text(figures.read_text().replace("1 to 6 / 6", "6 / 6"))
    assert "is not the page" in bench.run(out, check=True, only=("first",)).differences[0]


def test_a_quick_run_never_takes_the_place_of_the_page(bench: Bench, tmp_path: Path) -> None:
    """Small samples have results of their own and a page that says so; other files need force."""
    out = tmp_path / "page.md"
    bench.run(out)
    with pytest.raises(InputError, match="exists"):
        bench.run(out, quick=True)
    bench.run(tmp_path / "small.md", quick=True)
    assert QUICK in (tmp_path / "small.md").read_text()
    figures = (tmp_path / "small/quick/figures.md").read_text()
    assert "Quick run: 1 instead of 2 instances" in figures
    assert "| `a` | 1 to 3 / 6 |" in figures.replace("**", "")
    bench.run(tmp_path / "small.md")
    assert QUICK not in (tmp_path / "small.md").read_text()
    (tmp_path / "notes.md").write_text("my own\n")
    with pytest.raises(InputError, match="exists"):
        bench.run(tmp_path / "notes.md")


def test_what_is_chosen(bench: Bench, tmp_path: Path) -> None:
    """By key, by paper and by time; a name that is neither is refused, and so is a damaged file."""
    assert [one.key for one in choose(("HyperX",))] == ["second"]
    assert [one.key for one in choose((), minutes=1)] == ["first"]
    with pytest.raises(InputError, match="no exhibit 'third'"):
        choose(("third",))
    (tmp_path / "page").mkdir()
    (tmp_path / "page/first.json").write_text('{"kind": "fidelity-results"}')
    with pytest.raises(InputError, match="remove it"):
        bench.run(tmp_path / "page.md")


def test_the_papers_are_listed_whole() -> None:
    """Every figure and table once, in order, the vendor's last, and every exhibit names what is listed."""
    counts = {"SpectralFly": 11, "Dragonfly": 19, "HyperX": 3, "Partitioning": 7, "Circulants": 9}
    tables = {"SpectralFly": ("I", "II"), "Dragonfly": "12", "HyperX": "", "Partitioning": "1234567"}
    assert [(one.paper, one.name) for one in LISTED] == [
        (paper, name)
        for paper, figures in counts.items()
        for name in [
            *(f"Figure {number}" for number in range(1, figures + 1)),
            *(f"Table {number}" for number in tables.get(paper, "12")),
        ]
    ] + [("DGX SuperPOD", f"Table {one}") for one in ("B200", "B300 XDR", "B300 Ethernet")]
    known = {(one.paper, one.name) for one in LISTED}
    for one in REPRODUCTIONS.values():
        assert {(one.paper, name) for name in one.exhibits} <= known
        assert all(len(printed) == len(one.columns) for printed in one.printed.values())
        assert {place for place, _ in one.by_formula} <= set(one.printed)
        assert set(one.needs) < set(REPRODUCTIONS)
