"""Compile kernels, run them on every network, save finished runs and report, for ``traffic smpi``."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from netfloor.foundation.checkpoint import CheckpointKind, checked_record, with_checksum
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.files import (
    canonical_sha256,
    check_output_folder,
    make_folder,
    output_folder,
    read_text,
    to_json,
    write_atomic,
)
from netfloor.foundation.interrupt import Interrupt, defer_interrupts
from netfloor.foundation.observer import Observer
from netfloor.reports.formats.head import ReportHead
from netfloor.research.traffic.report.smpi import SmpiReport, SmpiRun, smpi_files
from netfloor.research.traffic.smpi.platform import Platform, make_platform, rank_counts
from netfloor.research.traffic.smpi.programs import (
    MODEL,
    SmpiPrograms,
    compile_program,
    find_smpi,
    run_program,
)
from netfloor.research.traffic.smpi.study_file import KernelTable, SmpiNetwork, SmpiStudy, read_smpi_study

TASK = "programs on networks"
_KIND = CheckpointKind(
    "netfloor traffic smpi", 2, ("is not a result of traffic smpi", "give another folder")
)


@dataclass(frozen=True)
class SmpiRequest:
    """The options of the command; finished runs are saved in the folder ``results``, a file each."""

    study: Path
    out: Path
    results: Path | None = None
    shard: str = "1/1"
    head: ReportHead = field(default_factory=ReportHead)


def run_smpi(request: SmpiRequest, observer: Observer, interrupt: Interrupt, *, force: bool) -> SmpiReport:
    """Return the times of all kernels on all networks and write the report, unless interrupted.

    Raises
    ------
    InputError
        If the study, a network, a program, a result or the folder is unusable, or a program does not
        support the number of ranks.
    UnplannedStopError
        If SimGrid is not installed and a run is not saved yet, or a result is wrong.
    """
    study = read_smpi_study(request.study)
    part, parts = read_shard(request.shard)
    if parts > 1 and request.results is None:
        raise InputError(setting("shard"), "its runs would be lost", f"add {setting('results')} FOLDER")
    check_output_folder(request.out, force=force)
    with interrupt.handle_interrupts():
        report = simulate_smpi(study, request.results, (part, parts), observer, interrupt)
    if not report.interrupted:
        with defer_interrupts(), output_folder(request.out, force=force) as folder:
            for name, text in smpi_files(report, request.head).items():
                write_atomic(folder / name, text)
    return report


def read_shard(text: str) -> tuple[int, int]:
    """Parse a shard I/N; raise `InputError` for anything else."""
    part, slash, parts = text.partition("/")
    numbers = [int(item) for item in (part, parts) if item.isascii() and item.isdecimal() and len(item) < 6]
    if not slash or len(numbers) < 2 or not 1 <= numbers[0] <= numbers[1]:
        what = f"{text[:20]!r} is not a shard"
        raise InputError(setting("shard"), what, "such as 2/8, from 1/8 to 8/8")
    return numbers[0], numbers[1]


def simulate_smpi(
    study: SmpiStudy,
    results: Path | None,
    shard: tuple[int, int],
    observer: Observer,
    interrupt: Interrupt,
) -> SmpiReport:
    """Return the runs of a study, those of other shards if saved; see `run_smpi`."""
    pairs = [
        (network, kernel)
        for network, ranks in zip(study.networks, rank_counts(study), strict=True)
        for kernel in study.kernels
        if kernel.most_ranks is None or ranks <= kernel.most_ranks
    ]
    runs: list[SmpiRun] = []
    observer.started(TASK, len(pairs))
    with _work(study, results, interrupt) as work:
        for number, (network, kernel) in enumerate(pairs):
            observer.advanced(TASK, number, f"{kernel.name} on {network.network}")
            runs.append(work.run(network, kernel, wanted=number % shard[1] == shard[0] - 1))
            if interrupt.asked:
                return _report(study, runs, interrupted=True)
    observer.finished(TASK)
    return _report(study, runs, interrupted=False)


def _report(study: SmpiStudy, runs: list[SmpiRun], *, interrupted: bool) -> SmpiReport:
    machine = (
        f"Nodes of {study.gflops:g} Gflop/s; links of {study.gbps:g} Gb/s each way and "
        f"{study.latency_ns:g} ns, of plans by their metres; collective operations as {study.collectives} "
        f"chooses. {MODEL}"
    )
    return SmpiReport(study.title, study.against, machine, tuple(runs), interrupted)


@contextmanager
def _work(study: SmpiStudy, results: Path | None, interrupt: Interrupt) -> Iterator["_Work"]:
    """Yield a runner of kernels with a temporary folder."""
    if results is not None:
        make_folder(results)
    with tempfile.TemporaryDirectory(prefix="netfloor-smpi-") as name:
        yield _Work(study, results, Path(name), interrupt)


@dataclass
class _Work:
    """A runner of kernels, which keeps the current platform and the compiled programs."""

    study: SmpiStudy
    results: Path | None
    folder: Path
    interrupt: Interrupt
    _made: tuple[SmpiNetwork, Platform] | None = None
    _programs: SmpiPrograms | None = None
    _compiled: dict[str, Path] = field(default_factory=dict)
    _digests: dict[str, str] = field(default_factory=dict)

    def run(self, network: SmpiNetwork, kernel: KernelTable, *, wanted: bool) -> SmpiRun:
        """Return a run: a saved one, a new one if wanted, or one without a time."""
        platform = self._platform(network)
        inputs = self._inputs(platform, kernel)
        path = None if self.results is None else self.results / f"{canonical_sha256(inputs)[:16]}.json"
        seconds, version = _kept(path, inputs)
        if seconds is None and wanted and not self.interrupt.asked:
            seconds, version = self._measured(platform, kernel)
            if path is not None and seconds is not None:
                run = with_checksum({"seconds": seconds, "simgrid": version})
                document = {**_KIND.head, "inputs": inputs, "run": run}
                with defer_interrupts():
                    write_atomic(path, to_json(document))
        ranks = len(platform.hosts)
        return SmpiRun(
            series=network.series,
            network=platform.topology.name,
            ranks=ranks,
            routes=platform.routes,
            kernel=kernel.name,
            size=kernel.size,
            seconds=seconds,
            simgrid=version,
        )

    def _platform(self, network: SmpiNetwork) -> Platform:
        if self._made is None or self._made[0] != network:
            self._made = network, make_platform(network, self.study)
        return self._made[1]

    def _inputs(self, platform: Platform, kernel: KernelTable) -> dict[str, Any]:
        """Return all inputs of a time except SimGrid's version; sources as at the first run."""
        if kernel.program not in self._digests:
            self._digests[kernel.program] = canonical_sha256(_sources(Path(kernel.program)))
        return {
            "platform": canonical_sha256([platform.text, platform.hosts]),
            "program": self._digests[kernel.program],
            "size": kernel.size,
            "collectives": self.study.collectives,
        }

    def _measured(self, platform: Platform, kernel: KernelTable) -> tuple[float | None, str]:
        """Return the simulated seconds, None if stopped, and SimGrid's version."""
        if self._programs is None:
            self._programs = find_smpi()
        source = Path(kernel.program)
        stopped = lambda: self.interrupt.asked  # noqa: E731 - read again at every look
        if kernel.program not in self._compiled:
            folder = self.folder / f"program-{len(self._compiled)}"
            make_folder(folder)
            self._compiled[kernel.program] = compile_program(self._programs, source, folder, stopped)
            if self.interrupt.asked:
                return None, ""
        files = self.folder / "platform.xml", self.folder / "hosts"
        for path, text in zip(files, (platform.text, "\n".join(platform.hosts) + "\n"), strict=True):
            path.write_text(text, encoding="utf-8")
        words = [] if kernel.size is None else [str(kernel.size)]
        program, ranks = self._compiled[kernel.program], len(platform.hosts)
        asked = (words, files, ranks, self.study.collectives, stopped)
        return run_program(self._programs, program, *asked), self._programs.version


def _sources(program: Path) -> list[str]:
    """Return the texts of a program and of the headers in its folder, which it may include."""
    headers = sorted(program.parent.glob("*.h"))
    return [read_text(path, "program") for path in (program, *headers)]


def _kept(path: Path | None, inputs: Any) -> tuple[float | None, str]:
    """Return the time of a finished run, None without one, and SimGrid's version, empty if unknown.

    Raises
    ------
    InputError
        If the file is damaged or belongs to other inputs.
    """
    if path is None or not path.exists():
        return None, ""
    document = _KIND.document(path)
    run = checked_record(path, document.get("run"))
    seconds, version = run.get("seconds"), run.get("simgrid")
    if (
        document.get("inputs") == inputs
        and isinstance(seconds, float)
        and seconds > 0
        and isinstance(version, str)
    ):
        return seconds, version
    raise InputError(str(path), "is damaged", "remove it")
