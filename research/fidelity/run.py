"""The ``fidelity`` command: measure exhibits, store the results and write the page."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.files import make_folder, read_text
from netfloor.foundation.interrupt import Interrupt, Interrupted
from netfloor.foundation.observer import Observer
from netfloor.foundation.output_files import check_free, write_file
from netfloor.foundation.wording import known_text
from netfloor.reports.formats.table import Table
from netfloor.research.fidelity.check import differences
from netfloor.research.fidelity.measure import measure
from netfloor.research.fidelity.papers import REPRODUCTIONS
from netfloor.research.fidelity.papers.listed import LISTED, OTHER_PROGRAMS, SUMMARY
from netfloor.research.fidelity.report.exhibit import MeasuredExhibit
from netfloor.research.fidelity.report.notes import contradicted
from netfloor.research.fidelity.report.page import MADE, QUICK, STATES, figures_page, page
from netfloor.research.fidelity.report.state import formula_verdicts, state, state_words, verdicts
from netfloor.research.fidelity.reproduction import Reproduction
from netfloor.research.fidelity.store import FidelityResults, ResultsFolder

TASK = "exhibits"
#: Remark on results that were stored without the version that measured them.
_NO_VERSION = "Measured before versions were kept with the results."


@dataclass(frozen=True)
class FidelityRequest:
    """The user's request; see the command's options."""

    out: Path
    results: Path | None = None
    only: Sequence[str] = ()
    minutes: float | None = None
    quick: bool = False
    check: bool = False

    @property
    def folder(self) -> ResultsFolder:
        """The results folder; quick runs have their own."""
        folder = self.results or self.out.with_suffix("")
        return ResultsFolder(folder / "quick" if self.quick else folder)

    @property
    def figures(self) -> Path:
        """The page with every figure, next to the results."""
        return self.folder.path("figures").with_suffix(".md")

    def size(self, exhibit: Reproduction) -> int:
        """Return the requested number of instances, trials or moves of an exhibit."""
        return exhibit.quick_size if self.quick else exhibit.size

    def stored(self, exhibit: Reproduction) -> FidelityResults:
        """Return the stored results of an exhibit."""
        return self.folder.read(exhibit, self.size(exhibit))

    def others(self, exhibit: Reproduction) -> dict[str, FidelityResults]:
        """Return the stored results of the exhibits that an exhibit is derived from."""
        return {key: self.stored(REPRODUCTIONS[key]) for key in exhibit.needs}


@dataclass(frozen=True)
class FidelityReport:
    """The outcome: every exhibit, the keys requested and the keys checked, and the differences."""

    measured: tuple[MeasuredExhibit, ...]
    chosen: tuple[str, ...]
    checked: tuple[str, ...] = ()
    differences: tuple[str, ...] = ()
    interrupted: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return the output of ``fidelity --json``."""
        return {
            "schema": 1,
            "exhibits": [_document(item) for item in self.measured],
            "checked": list(self.checked),
            "differences": list(self.differences),
        }

    @property
    def verdict(self) -> str:
        """Return the answer in one line."""
        if self.differences:
            return f"FAIL: {len(self.differences):,} differences from what is stored and written"
        if self.checked:
            return (
                f"PASS: {len(self.checked)} exhibits measured again, all as stored, and the page is theirs"
            )
        counts = Counter[str](state(item) for item in self._asked())
        return ", ".join(f"{counts[name]} {name}" for name in STATES if counts[name])

    @property
    def table(self) -> Table:
        """One line per requested exhibit: its state, and the number of figures that agree."""
        rows: list[tuple[str, ...]] = []
        for item in self._asked():
            printed, formula = verdicts(item), formula_verdicts(item)
            texts = [f"{printed['agrees']} of {printed.total()}"] if printed or not formula else []
            texts += [f"{formula['agrees']} of {formula.total()} by formula"] if formula else []
            rows.append((item.exhibit.key, item.exhibit.title, state_words(item), ", ".join(texts)))
        return Table("Exhibits", ("name", "exhibit", "state", "as printed"), rows)

    def _asked(self) -> list[MeasuredExhibit]:
        return [item for item in self.measured if item.exhibit.key in self.chosen]


def run_fidelity(
    request: FidelityRequest, observer: Observer, interrupt: Interrupt, *, force: bool
) -> FidelityReport:
    """Measure the missing results and write the page, or measure again and compare.

    Raise `InputError` if an exhibit is unknown, or the page or a results file is unusable.
    """
    chosen = choose(request.only, request.minutes)
    if request.check:
        return _check(request, chosen, observer, interrupt)
    make_folder(request.out.parent)
    check_free(request.out, lambda path: _replaceable(path, quick=request.quick), force=force)
    chosen = with_needs(chosen)
    folder, keys = request.folder, tuple(entry.key for entry in chosen)
    observer.started(TASK, len(chosen))
    try:
        with interrupt.handle_interrupts():
            for number, item in enumerate(chosen):
                observer.advanced(TASK, number, item.title)
                others = request.others(item)
                begun = request.stored(item).begun_of(others)
                measure(
                    exhibit=item,
                    begun=begun,
                    size=request.size(item),
                    others=others,
                    keep=folder.write,
                    observer=observer,
                    interrupt=interrupt,
                )
    except Interrupted:
        return FidelityReport(all_stored(request), keys, interrupted=True)
    finally:
        observer.finished(TASK)
    measured = all_stored(request)
    for path, text in pages_of(request, measured).items():
        make_folder(path.parent)
        write_file(path, text)
    return FidelityReport(measured, keys)


def choose(only: Sequence[str], minutes: float | None = None) -> list[Reproduction]:
    """Select exhibits by key or paper, limited to those within ``minutes``.

    Raise `InputError` if a name is neither a key nor a paper.
    """
    every = REPRODUCTIONS.values()
    known = {item.key for item in every} | {item.paper for item in every}
    for name in only:
        if name not in known:
            what = f"there is no exhibit {name!r}"
            raise InputError(setting("only"), what, known_text(name, sorted(known)))
    named = [item for item in every if not only or item.key in only or item.paper in only]
    short = [item for item in named if minutes is None or item.minutes <= minutes]
    return list(short)


def with_needs(chosen: Sequence[Reproduction]) -> list[Reproduction]:
    """Return the chosen exhibits and those they are derived from, in dependency order."""
    needed = {key for item in chosen for key in (item.key, *item.needs)}
    return [reproduction for reproduction in REPRODUCTIONS.values() if reproduction.key in needed]


def all_stored(request: FidelityRequest) -> tuple[MeasuredExhibit, ...]:
    """Return every exhibit with its stored results, complete or not."""
    return tuple(_measured(reproduction, request) for reproduction in REPRODUCTIONS.values())


def pages_of(request: FidelityRequest, measured: Sequence[MeasuredExhibit]) -> dict[Path, str]:
    """Return the text of the page and of the page of all figures, by file."""
    return {
        request.out: page(LISTED, measured, quick=request.quick, summary=SUMMARY),
        request.figures: figures_page(LISTED, measured, quick=request.quick, checks=OTHER_PROGRAMS),
    }


def _measured(exhibit: Reproduction, request: FidelityRequest) -> MeasuredExhibit:
    """Return an exhibit with its stored results; for a quick run, its origin states the sample size."""
    results, size = request.stored(exhibit), request.size(exhibit)
    remarks = [results.origin] if results.origin else []
    if results.ours:
        version = results.measured_by
        remarks.append(f"Measured by netfloor {version}." if version else _NO_VERSION)
    if size < exhibit.size:
        remarks.append(f"Quick run: {size:,} instead of {exhibit.size:,} instances, trials or moves.")
    return MeasuredExhibit(exhibit, results.figures(), " ".join(remarks), exhibit.notes)


def _replaceable(path: Path, *, quick: bool) -> bool:
    """Whether this command wrote the page; a quick run replaces only quick pages."""
    text = read_text(path, "page")
    return MADE in text and (QUICK in text or not quick)


def _check(
    request: FidelityRequest, chosen: Sequence[Reproduction], observer: Observer, interrupt: Interrupt
) -> FidelityReport:
    """Measure exhibits from scratch and compare them with the stored results and the page."""
    measured, keys = all_stored(request), tuple(entry.key for entry in chosen)
    results = [
        f"{path} is not the page of the stored results"
        for path, text in pages_of(request, measured).items()
        if read_text(path, "page") != text
    ]
    results += [text for entry in measured for text in contradicted(entry)]
    checked: list[str] = []
    observer.started(TASK, len(chosen))
    try:
        with interrupt.handle_interrupts():
            for number, item in enumerate(chosen):
                observer.advanced(TASK, number, item.title)
                fresh = FidelityResults(exhibit=item.key, digest=item.digest(request.size(item)))
                others = request.others(item)
                now = measure(
                    exhibit=item,
                    begun=fresh,
                    size=request.size(item),
                    others=others,
                    keep=_nowhere,
                    observer=observer,
                    interrupt=interrupt,
                )
                results += differences(item, request.stored(item).figures(), now.figures())
                checked.append(item.key)
    except Interrupted:
        return FidelityReport(measured, keys, tuple(checked), tuple(results), interrupted=True)
    finally:
        observer.finished(TASK)
    return FidelityReport(measured, keys, tuple(checked), tuple(results))


def _nowhere(_results: FidelityResults) -> None:
    """Discard the results: a check measures everything from scratch."""


def _document(measured: MeasuredExhibit) -> dict[str, Any]:
    exhibit = measured.exhibit
    return {
        "name": exhibit.key,
        "paper": exhibit.paper,
        "exhibits": list(exhibit.exhibits),
        "part": exhibit.part,
        "state": state(measured),
        "figures": dict(verdicts(measured)),
        "by_formula": dict(formula_verdicts(measured)),
        "command": exhibit.whole_command,
        "seed": exhibit.seed,
        "sample": exhibit.sample,
        "origin": measured.origin,
        "complete": measured.complete,
        "ours": {
            row: {name: column.to_dict() for name, column in columns.items()}
            for row, columns in measured.ours.items()
        },
    }
