"""Runtime of the messages of a parallel program on networks or plans, for ``traffic motif``."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from netfloor.foundation.checkpoint import CheckpointKind, checked_record, with_checksum
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.files import (
    canonical_sha256,
    check_output_folder,
    is_file,
    make_folder,
    output_folder,
    to_json,
    write_atomic,
)
from netfloor.foundation.interrupt import Interrupt, defer_interrupts
from netfloor.foundation.observer import SILENT, Observer
from netfloor.reports.formats.head import ReportHead
from netfloor.research.traffic.motifs import schedule_of
from netfloor.research.traffic.motifs.mapping import mapping_of
from netfloor.research.traffic.motifs.rank_mapping import read_mapping
from netfloor.research.traffic.motifs.run import (
    MotifRun,
    MotifTask,
    motif_of_record,
    motif_record,
    run_motif,
)
from netfloor.research.traffic.motifs.schedule import MotifSettings
from netfloor.research.traffic.motifs.series import MotifFacts, MotifName, MotifReport, MotifSeries
from netfloor.research.traffic.report.motif import motif_files
from netfloor.research.traffic.simulation.network import SimulatedNetwork, network_of
from netfloor.research.traffic.simulation.settings import SwitchOptions
from netfloor.research.traffic.study.delays import Delays, channel_cycles, cycle_ns, default_switch_cycles
from netfloor.research.traffic.study.simulate import MAX_SEEDS
from netfloor.structure.hops.components import require_connected
from netfloor.studies.named_network import NetworkRequest, find_network
from netfloor.studies.traffic.network import arrays_sha256
from netfloor.traffic.channels import channels_of
from netfloor.traffic.endpoints import endpoints_of
from netfloor.traffic.routing import routing_named

TASK = "motifs"
_KIND = CheckpointKind(
    "netfloor traffic motif",
    2,
    ("is not a result of traffic motif", "give another folder"),
    ("belongs to another motif", "remove it, or give another folder"),
)


@dataclass(frozen=True)
class MotifRequest:
    """The options of the command.

    ``ranks`` None is one on each endpoint, or as many as a mapping's file has.

    ``label`` is the name of the network in reports. Seeds are ``seed``, ``seed + 1`` and so on, ``seeds``
    of them, and affect routing only: motif and mapping are those of the first.
    """

    network: NetworkRequest
    motif: str = "halo3d26"
    routing: str = "minimal"
    mapping: str = "linear"
    ranks: int | None = None
    settings: MotifSettings = field(default_factory=MotifSettings)
    seeds: int = 1
    virtual_channels: str | None = None
    model: SwitchOptions = field(default_factory=SwitchOptions)
    delays: Delays = field(default_factory=Delays)
    label: str | None = None


@dataclass(frozen=True)
class MotifRunOptions:
    """How requests are run: threads, the folder of finished runs, the output folder."""

    workers: int = 1
    results: Path | None = None
    out: Path | None = None
    head: ReportHead = field(default_factory=ReportHead)


@dataclass(frozen=True, eq=False)
class _Prepared:
    """A request with its task, a sentence on delays, and the inputs of its runs."""

    request: MotifRequest
    task: MotifTask
    note: str
    inputs: dict[str, Any]


def run_motifs(
    title: str,
    requests: Sequence[MotifRequest],
    how: MotifRunOptions,
    against: str | None = None,
    observer: Observer = SILENT,
    interrupt: Interrupt | None = None,
    *,
    force: bool = False,
) -> MotifReport:
    """Return the runtime of every request, and write a report if a folder is given.

    After an interrupt the report holds the finished series, and nothing is written.

    Parameters
    ----------
    against
        Name of the reference network of speedups.

    Raises
    ------
    InputError
        If a network, a routing, a motif, a mapping, a number, the results or the folder is unusable.
    InfeasibleError
        If packets can deadlock.
    """
    interrupt = interrupt or Interrupt()
    if how.out is not None:
        check_output_folder(how.out, force=force)
    if how.results is not None:
        make_folder(how.results)
    observer.started(TASK, sum(request.seeds for request in requests))
    series: list[MotifSeries] = []
    networks = _Networks()
    done = 0
    with interrupt.handle_interrupts():
        for request in requests:
            prepared = _prepare(request, networks)
            observer.advanced(TASK, done, f"{_name(prepared)}, {prepared.task.duration} of a core")
            runs = _runs(prepared, how, interrupt)
            if interrupt.asked:
                break
            series.append(_series(prepared, runs))
            done += request.seeds
    observer.finished(TASK)
    report = MotifReport(title, tuple(series), against, interrupted=interrupt.asked)
    if how.out is not None and not interrupt.asked:
        with defer_interrupts(), output_folder(how.out, force=force) as folder:
            for name, text in motif_files(report, how.head).items():
                write_atomic(folder / name, text)
    return report


class _Networks:
    """Cache of the last network built, since series of one network follow each other."""

    def __init__(self) -> None:
        self._key: Any = None
        self._found: tuple[SimulatedNetwork, tuple[str, ...] | None, str] | None = None

    def get(self, request: MotifRequest) -> tuple[SimulatedNetwork, tuple[str, ...] | None, str]:
        """Return the network of a request, the cabinet of each switch, and a sentence on delays."""
        key = request.network, request.routing, request.virtual_channels, request.delays
        if self._found is None or key != self._key:
            rule = routing_named(request.routing)
            result = find_network(request.network).require_traffic()
            require_connected(result.topology)
            delay, note = channel_cycles(request.delays, result, channels_of(result.topology))
            network = network_of(result.topology, rule, delay, request.virtual_channels)
            self._key, self._found = key, (network, result.cabinets, note)
        return self._found


def _prepare(request: MotifRequest, networks: _Networks) -> _Prepared:
    if not 1 <= request.seeds <= MAX_SEEDS:
        raise InputError(setting("seeds"), f"is {request.seeds}", f"give 1 to {MAX_SEEDS}")
    request.delays.check()
    network, cabinets, note = networks.get(request)
    ends, path = endpoints_of(network.topology), Path(request.mapping)
    if is_file(path):
        mapping = read_mapping(path, ends, request.ranks, cabinets)
    else:
        ranks = len(ends.switch) if request.ranks is None else request.ranks
        mapping = mapping_of(request.mapping, ends, ranks, request.network.seed, cabinets)
    schedule = schedule_of(request.motif, len(mapping.endpoint), request.settings)
    flit_bytes = request.delays.flit_bytes
    cycles, of_switch = default_switch_cycles(cycle_ns(request.network, network.topology, flit_bytes))
    if request.model.switch_cycles is None:
        note = f"{note} {of_switch}"
    task = MotifTask(network, schedule, mapping, request.model.model(network.delay, cycles), flit_bytes)
    return _Prepared(request, task, note, _inputs(request, task))


def _inputs(request: MotifRequest, task: MotifTask) -> dict[str, Any]:
    """Return the inputs of a run except the seed."""
    network, schedule = task.network, task.schedule
    topology = network.topology
    arrays = (
        topology.links, topology.multiplicity, topology.endpoints, network.groups, network.delay,
        task.mapping.endpoint, schedule.source, schedule.step, schedule.destination, schedule.awaited,
        schedule.size_bytes, schedule.compute,
    )  # fmt: skip
    written: dict[str, Any] = {
        "network": topology.name,
        "arrays": arrays_sha256(arrays),
        "routing": network.rule.name,
        "virtual_channels": network.virtual.name,
        "motif": request.motif,
        "model": asdict(task.model),
        "flit_bytes": task.flit_bytes,
    }
    return {**written, "sha256": canonical_sha256(written)}


def _runs(prepared: _Prepared, how: MotifRunOptions, interrupt: Interrupt) -> list[MotifRun]:
    """Return the run of every seed, reusing saved runs."""
    first = prepared.request.network.seed
    seeds = range(first, first + prepared.request.seeds)
    kept = {seed: _read(prepared, how.results, seed) for seed in seeds}
    missing = [seed for seed in seeds if kept[seed] is None]
    lock = threading.Lock()
    with ThreadPoolExecutor(how.workers) as pool:
        futures = {pool.submit(run_motif, prepared.task, seed, interrupt): seed for seed in missing}
        for future in as_completed(futures):
            run = future.result()
            if run is not None:
                kept[futures[future]] = run
                with lock:
                    _write(prepared, how.results, run)
    return [run for run in kept.values() if run is not None]


def _file(prepared: _Prepared, results: Path, seed: int) -> Path:
    return results / f"{prepared.inputs['sha256'][:16]}-{seed}.json"


def _read(prepared: _Prepared, results: Path | None, seed: int) -> MotifRun | None:
    if results is None or not is_file(path := _file(prepared, results, seed)):
        return None
    document = _KIND.document(path)
    _KIND.require_same(path, document.get("inputs"), prepared.inputs)
    try:
        run = motif_of_record(checked_record(path, document["run"]))
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(str(path), "is damaged", "remove it") from error
    if run.seed != seed:
        raise InputError(str(path), f"is damaged: it holds seed {run.seed}", "remove it")
    return run


def _write(prepared: _Prepared, results: Path | None, run: MotifRun) -> None:
    if results is not None:
        record = {**_KIND.head, "inputs": prepared.inputs, "run": with_checksum(motif_record(run))}
        with defer_interrupts():
            write_atomic(_file(prepared, results, run.seed), to_json(record))


def _name(prepared: _Prepared) -> MotifName:
    request = prepared.request
    network = request.label or prepared.task.network.topology.name
    sides = "" if request.settings.grid is None else "x".join(map(str, request.settings.grid))
    return MotifName(
        network,
        request.routing,
        request.motif,
        prepared.task.mapping.name,
        request.settings.size_bytes,
        sides,
    )


def _series(prepared: _Prepared, runs: list[MotifRun]) -> MotifSeries:
    task, network = prepared.task, prepared.task.network
    virtual = network.virtual
    facts = MotifFacts(
        topology=network.topology.name,
        endpoints=len(task.mapping.switch),
        ranks=task.schedule.ranks,
        virtual_channels=f"{virtual.count} by the rule {virtual.name}",
        deadlock=network.deadlock,
        messages=task.schedule.messages,
        bytes_sent=int(task.schedule.size_bytes.sum()),
        packets=int(task.packets.sum()),
        least_cycles=task.least_cycles,
        model=task.model,
        flit_bytes=task.flit_bytes,
        cycle_ns=task.flit_bytes * 8 / network.topology.link_gbps,
        about=(
            ("motif", " ".join((f"{prepared.request.motif}:", *task.schedule.notes))),
            ("ranks", task.mapping.note),
            ("channels", prepared.note),
        ),
        notes=tuple(
            note for note in (task.model.short_buffers(network.delay), *network.topology.notes) if note
        ),
    )
    return MotifSeries(_name(prepared), facts, tuple(runs))
