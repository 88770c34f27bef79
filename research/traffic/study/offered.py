"""Finite runs of an offered load, with networks compared load by load, for ``traffic offered``."""

from collections.abc import Iterator, Sequence
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
from netfloor.foundation.sizes import WorkEstimate, require_within_budget
from netfloor.foundation.wording import first_twice
from netfloor.reports.formats.head import ReportHead
from netfloor.research.traffic.motifs.mapping import Mapping
from netfloor.research.traffic.motifs.run import MotifTask
from netfloor.research.traffic.offered.messages import OfferedSettings, offered_schedule
from netfloor.research.traffic.offered.run import OfferedRun, OfferedSeries, run_offered
from netfloor.research.traffic.report.offered import OfferedReport, offered_files
from netfloor.research.traffic.simulation.network import SimulatedNetwork, network_of
from netfloor.research.traffic.simulation.run import MAX_STEPS
from netfloor.research.traffic.simulation.running import MOVES_A_SECOND, SLICE
from netfloor.research.traffic.simulation.settings import QueueRule, SwitchModel
from netfloor.research.traffic.study.delays import Delays, channel_cycles, cycle_ns, default_switch_cycles
from netfloor.research.traffic.study.simulate import MAX_LOADS, MAX_SEEDS
from netfloor.structure.hops.components import require_connected
from netfloor.studies.named_network import NetworkRequest, find_network
from netfloor.studies.traffic.network import arrays_sha256, pattern_wanted
from netfloor.traffic.channels import channels_of
from netfloor.traffic.routing import routing_named

TASK = "finite runs"
_KIND = CheckpointKind(
    "netfloor traffic offered",
    1,
    ("is not a result of traffic offered", "give another folder"),
    ("belongs to another run", "remove it, or give another folder"),
)


@dataclass(frozen=True)
class OfferedSwitches:
    """Settings of switches, with buffer bytes per input port, shared by its virtual channels.

    ``switch_cycles`` None means 1, or the latency of a switch if the rate of a link is known.
    """

    buffer_bytes: int = 65_536
    speedup: int = 2
    switch_cycles: int | None = None
    endpoint_cycles: int = 1
    queue_rule: QueueRule = "waiting"

    def model(self, virtual_channels: int, sent: OfferedSettings, switch_cycles: int) -> SwitchModel:
        """Return the switches of a network; raise `InputError` if a virtual channel holds no packet."""
        packet = sent.packet_flits * sent.flit_bytes
        packets = self.buffer_bytes // (virtual_channels * packet)
        if packets < 1:
            what = f"{self.buffer_bytes:,} bytes of {virtual_channels} virtual channels hold no packet"
            advice = f"give {virtual_channels * packet:,} or more, or smaller packets"
            raise InputError(setting("buffer-bytes"), what, advice)
        return SwitchModel(
            packets * sent.packet_flits,
            sent.packet_flits,
            self.speedup,
            switch_cycles if self.switch_cycles is None else self.switch_cycles,
            self.endpoint_cycles,
            queue_rule=self.queue_rule,
        )


@dataclass(frozen=True)
class OfferedRequest:
    """The options of the command; ``ranks`` None is as many as the pattern can use.

    Every network is run with every routing, at every load, with seeds ``seed``, ``seed + 1`` and so on,
    ``seeds`` of them.
    """

    networks: tuple[NetworkRequest, ...]
    routings: tuple[str, ...] = ("minimal",)
    pattern: str = "permutation"
    loads: tuple[float, ...] = (0.1, 0.3, 0.5, 0.7)
    ranks: int | None = None
    sent: OfferedSettings = field(default_factory=OfferedSettings)
    seed: int = 0
    seeds: int = 3
    virtual_channels: str | None = None
    switches: OfferedSwitches = field(default_factory=OfferedSwitches)
    channel_cycles: int | None = None
    global_cycles: int | None = None
    workers: int = 1
    results: Path | None = None
    out: Path | None = None
    head: ReportHead = field(default_factory=ReportHead)


def run_offered_loads(
    request: OfferedRequest,
    observer: Observer = SILENT,
    interrupt: Interrupt | None = None,
    *,
    force: bool = False,
) -> OfferedReport:
    """Return the times of all runs, and write a report if a folder is given.

    After an interrupt the report holds the finished series, and nothing is written.

    Raises
    ------
    InputError
        If a network, a routing, the pattern, a number, the results or the folder is unusable, or all runs
        together exceed the time budget.
    InfeasibleError
        If packets can deadlock.
    """
    interrupt = interrupt or Interrupt()
    _check(request)
    if request.out is not None:
        check_output_folder(request.out, force=force)
    if request.results is not None:
        make_folder(request.results)
    prepared = list(_prepared(request))
    jobs = [(entry, load) for entry in prepared for load in request.loads]
    seconds = sum(entry.seconds for entry, _ in jobs) * request.seeds
    runs = WorkEstimate(f"{len(jobs) * request.seeds:,} runs", seconds)
    require_within_budget(setting("load"), runs, "give fewer loads, seeds or messages")
    observer.started(TASK, len(jobs))
    series: list[OfferedSeries] = []
    with interrupt.handle_interrupts():
        for number, (item, load) in enumerate(jobs):
            observer.advanced(TASK, number, f"{item.name} at {load:g}")
            result = item.runs(load, interrupt)
            if interrupt.asked:
                break
            series.append(OfferedSeries(item.name, load, tuple(result), item.facts))
    observer.finished(TASK)
    report = OfferedReport(tuple(series), request.sent, request.pattern, interrupted=interrupt.asked)
    if request.out is not None and not interrupt.asked:
        with defer_interrupts(), output_folder(request.out, force=force) as folder:
            for name, text in offered_files(report, request.head).items():
                write_atomic(folder / name, text)
    return report


def _check(request: OfferedRequest) -> None:
    if not 1 <= len(request.loads) <= MAX_LOADS:
        raise InputError(setting("load"), f"{len(request.loads)} loads", f"give 1 to {MAX_LOADS}")
    for load in request.loads:
        if not 0 < load <= 1:
            what = f"{load:g} is not a share of a rank's rate"
            raise InputError(setting("load"), what, "give numbers above 0, up to 1")
    if not 1 <= request.seeds <= MAX_SEEDS:
        raise InputError(setting("seeds"), f"is {request.seeds}", f"give 1 to {MAX_SEEDS}")
    for name, given in (
        ("load", list(map(str, request.loads))),
        ("routing", list(request.routings)),
        ("", [network.title for network in request.networks]),
    ):
        if (twice := first_twice(given)) is not None:
            raise InputError(setting(name) if name else twice, f"{twice} is given twice", "give each once")
    Delays(request.channel_cycles, request.global_cycles, request.sent.flit_bytes).check()


@dataclass(frozen=True, eq=False)
class _Prepared:
    """A network with a routing, ready to run."""

    name: str
    request: OfferedRequest
    network: SimulatedNetwork
    model: SwitchModel
    facts: dict[str, Any]

    @property
    def seconds(self) -> float:
        """Estimated seconds on one core for a run, on shortest paths between any two switches."""
        hops = self.network.table.hops[: self.network.topology.routers]
        packets = self.facts["ranks"] * self.request.sent.messages * self.request.sent.message_packets
        return float(packets * (hops.mean() + 1) / MOVES_A_SECOND)

    def task(self, load: float, seed: int) -> tuple[MotifTask, dict[str, Any]]:
        """Return the task of a run, and its inputs."""
        request, topology = self.request, self.network.topology
        pattern = pattern_wanted(topology, request.pattern, request.ranks, seed)
        maximum = MAX_STEPS // self.model.speedup - SLICE
        schedule = offered_schedule(pattern, request.sent, load, seed, maximum)
        ends = pattern.endpoints
        mapping = Mapping("allocated", ends.switch, ends.rank, ends.allocation)
        arrays = (
            topology.links, topology.multiplicity, topology.endpoints, self.network.groups,
            self.network.delay, ends.rank, schedule.source, schedule.destination, schedule.compute,
        )  # fmt: skip
        inputs: dict[str, Any] = {
            "network": topology.name,
            "arrays": arrays_sha256(arrays),
            "routing": self.network.rule.name,
            "virtual_channels": self.network.virtual.name,
            "pattern": request.pattern,
            "sent": asdict(request.sent),
            "model": asdict(self.model),
            "load": load,
            "seed": seed,
        }
        return (
            MotifTask(self.network, schedule, mapping, self.model, request.sent.flit_bytes),
            {**inputs, "sha256": canonical_sha256(inputs)},
        )

    def runs(self, load: float, interrupt: Interrupt) -> list[OfferedRun]:
        """Return the run of every seed, reusing saved runs."""
        request = self.request
        seeds = range(request.seed, request.seed + request.seeds)
        kept: dict[int, OfferedRun] = {}
        with ThreadPoolExecutor(request.workers) as pool:
            futures = [pool.submit(self.run, load, seed, interrupt) for seed in seeds]
            for future in as_completed(futures):
                if (run := future.result()) is not None:
                    kept[run.seed] = run
        return [kept[seed] for seed in seeds if seed in kept]

    def run(self, load: float, seed: int, interrupt: Interrupt) -> OfferedRun | None:
        """Return a saved or new run; None if interrupted."""
        task, inputs = self.task(load, seed)
        if (kept := _read(self.request.results, inputs)) is not None:
            return kept
        run = run_offered(task, load, seed, interrupt)
        if run is not None and self.request.results is not None:
            record = {**_KIND.head, "inputs": inputs, "run": with_checksum(run.model_dump())}
            with defer_interrupts():
                write_atomic(_file(self.request.results, inputs), to_json(record))
        return run


def _file(results: Path, inputs: dict[str, Any]) -> Path:
    return results / f"{inputs['sha256'][:16]}.json"


def _read(results: Path | None, inputs: dict[str, Any]) -> OfferedRun | None:
    if results is None or not is_file(path := _file(results, inputs)):
        return None
    document = _KIND.document(path)
    _KIND.require_same(path, document.get("inputs"), inputs)
    try:
        run = OfferedRun.model_validate(checked_record(path, document["run"]))
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(str(path), "is damaged", "remove it") from error
    if (run.load, run.seed) != (inputs["load"], inputs["seed"]):
        raise InputError(str(path), "is damaged: it holds another load or seed", "remove it")
    return run


def _prepared(request: OfferedRequest) -> Iterator[_Prepared]:
    """Yield every network with every routing, ready to run."""
    for wanted in request.networks:
        result = find_network(wanted).require_traffic()
        topology, sent = result.topology, request.sent
        require_connected(topology)
        delays = Delays(request.channel_cycles, request.global_cycles, sent.flit_bytes)
        delay, note = channel_cycles(delays, result, channels_of(topology))
        cycles, of_switch = default_switch_cycles(cycle_ns(wanted, topology, sent.flit_bytes))
        if request.switches.switch_cycles is None:
            note = f"{note} {of_switch}"
        for routing in request.routings:
            network = network_of(topology, routing_named(routing), delay, request.virtual_channels)
            model = request.switches.model(network.virtual.count, sent, cycles)
            ranks = len(
                pattern_wanted(topology, request.pattern, request.ranks, request.seed).endpoints.rank
            )
            facts = {
                "network": topology.name,
                "endpoints": int(topology.endpoints.sum()),
                "ranks": ranks,
                "routing": routing,
                "virtual_channels": network.virtual.count,
                "deadlock": network.deadlock,
                **asdict(model),
                "channels": note,
            }
            yield _Prepared(_name(request, wanted, routing), request, network, model, facts)


def _name(request: OfferedRequest, wanted: NetworkRequest, routing: str) -> str:
    """Return a name that is unique among the series of a load."""
    parts: Sequence[str] = [
        *([wanted.title] if len(request.networks) > 1 or len(request.routings) == 1 else []),
        *([routing] if len(request.routings) > 1 else []),
    ]
    return ", ".join(parts)
