"""Latency against load of a network or a plan, for ``traffic simulate``."""

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.files import (
    canonical_sha256,
    check_output_folder,
    output_folder,
    write_atomic,
)
from netfloor.foundation.interrupt import Interrupt, defer_interrupts
from netfloor.foundation.observer import SILENT, Observer
from netfloor.reports.formats.head import ReportHead
from netfloor.research.traffic.report.simulation import SimulationReport, simulation_files
from netfloor.research.traffic.simulation.network import network_of
from netfloor.research.traffic.simulation.run import Task
from netfloor.research.traffic.simulation.settings import SwitchOptions, Watch
from netfloor.research.traffic.simulation.sweep import RunCheckpoint, run_sweep
from netfloor.research.traffic.study.delays import Delays, channel_cycles, cycle_ns, default_switch_cycles
from netfloor.structure.hops.components import require_connected
from netfloor.studies.named_network import NetworkRequest, find_network
from netfloor.studies.traffic.network import arrays_sha256, pattern_wanted
from netfloor.studies.traffic.switches import SwitchWanted, check_switches
from netfloor.traffic.channels import channels_of
from netfloor.traffic.routing import routing_named
from netfloor.traffic.switch_limits import SwitchChecks

MAX_LOADS, MAX_SEEDS = 100, 100


@dataclass(frozen=True)
class SimulationRequest:
    """The options of the command; ``ranks`` None is as many as the pattern can use.

    ``virtual_channels`` names a rule, None for the routing's own. Seeds are ``seed``, ``seed + 1`` and so
    on, ``seeds`` of them.
    """

    network: NetworkRequest
    routing: str
    pattern: str
    loads: tuple[float, ...]
    ranks: int | None = None
    seeds: int = 1
    virtual_channels: str | None = None
    model: SwitchOptions = field(default_factory=SwitchOptions)
    watch: Watch = field(default_factory=Watch)
    delays: Delays = field(default_factory=Delays)
    workers: int = 1
    scheduler: str | None = None
    checkpoint: Path | None = None
    out: Path | None = None
    head: ReportHead = field(default_factory=ReportHead)
    switches: SwitchWanted = field(default_factory=SwitchWanted)


def simulate_traffic(
    request: SimulationRequest,
    observer: Observer = SILENT,
    interrupt: Interrupt | None = None,
    *,
    force: bool = False,
) -> SimulationReport:
    """Return latency and accepted throughput at every load, and write a report if a folder is given.

    After an interrupt the report holds the finished loads, and nothing is written.

    Raises
    ------
    InputError
        If the network, the routing, the pattern, a number, the checkpoint or the folder is unusable.
    InfeasibleError
        If packets can deadlock, or the switches lack virtual channels for the routing.
    """
    interrupt = interrupt or Interrupt()
    if request.out is not None:
        check_output_folder(request.out, force=force)
    prepared = prepare(request)
    kept = RunCheckpoint(request.checkpoint, prepared.inputs)
    report = prepared.run(kept, observer, interrupt)
    if request.out is not None and not interrupt.asked:
        files = simulation_files(report, request.head)
        with defer_interrupts(), output_folder(request.out, force=force) as folder:
            for name, text in files.items():
                write_atomic(folder / name, text)
    return report


@dataclass(frozen=True, eq=False)
class Prepared:
    """A request with its network: the task, a sentence on delays, the inputs of runs."""

    request: SimulationRequest
    task: Task
    note: str
    inputs: dict[str, Any]
    switches: SwitchChecks

    def run(self, kept: RunCheckpoint, observer: Observer, interrupt: Interrupt) -> SimulationReport:
        """Return the report of all runs, reusing ``kept`` ones."""
        request, loads = self.request, sorted(set(self.request.loads))
        seeds = tuple(range(request.network.seed, request.network.seed + request.seeds))
        how = request.workers, request.scheduler
        with interrupt.handle_interrupts():
            points = run_sweep(
                task=self.task,
                loads=loads,
                seeds=seeds,
                how=how,
                kept=kept,
                observer=observer,
                interrupt=interrupt,
            )
        flit_bytes = request.delays.flit_bytes
        cycle = cycle_ns(request.network, self.task.network.topology, flit_bytes)
        return SimulationReport(
            self.task, tuple(points), seeds, self.note, flit_bytes, cycle,
            interrupted=interrupt.asked, switches=self.switches,
        )  # fmt: skip


def prepare(request: SimulationRequest) -> Prepared:
    """Return a request ready to run.

    Raises
    ------
    InputError
        If the network, the routing, the pattern or a number is unusable.
    InfeasibleError
        If packets can deadlock, or the switches lack virtual channels for the routing.
    """
    _checked(request)
    rule = routing_named(request.routing)
    result, virtual = find_network(request.network).require_traffic(), request.virtual_channels
    topology = result.topology
    require_connected(topology)
    switches = check_switches(request.switches, result, rule, virtual)
    switches.require_enough()
    pattern = pattern_wanted(topology, request.pattern, request.ranks, request.network.seed)
    channels = channels_of(topology)
    delay, note = channel_cycles(request.delays, result, channels)
    network = network_of(topology, rule, delay, virtual)
    cycles, of_switch = default_switch_cycles(
        cycle_ns(request.network, topology, request.delays.flit_bytes)
    )
    if request.model.switch_cycles is None:
        note = f"{note} {of_switch}"
    task = Task(network, pattern, request.model.model(delay, cycles), request.watch)
    return Prepared(request, task, note, _inputs(request, task), switches)


def _checked(request: SimulationRequest) -> None:
    """Raise `InputError` for options out of range."""
    loads = sorted(set(request.loads))
    if not loads or len(loads) > MAX_LOADS:
        raise InputError(setting("load"), f"{len(loads)} loads", f"give 1 to {MAX_LOADS}")
    for load in loads:
        if not 0 < load <= 1:
            what = f"{load:g} is not a share of an endpoint's rate"
            raise InputError(setting("load"), what, "give numbers above 0, up to 1")
    if not 1 <= request.seeds <= MAX_SEEDS:
        raise InputError(setting("seeds"), f"is {request.seeds}", f"give 1 to {MAX_SEEDS}")
    request.delays.check()


def _inputs(request: SimulationRequest, task: Task) -> dict[str, Any]:
    """Return the inputs of a run except load and seed, as the key of checkpoints."""
    topology, network, pattern = task.network.topology, task.network, task.pattern
    arrays = (
        topology.links, topology.multiplicity, topology.endpoints, network.groups, network.delay,
        pattern.row, pattern.first, pattern.choice, pattern.cumulative, pattern.skip, pattern.rate,
    )  # fmt: skip
    written: dict[str, Any] = {
        "network": topology.name,
        "arrays": arrays_sha256(arrays),
        "routing": network.rule.name,
        "virtual_channels": network.virtual.name,
        "pattern": pattern.name,
        "model": asdict(task.model),
        "watch": asdict(request.watch),
    }
    return {**written, "sha256": canonical_sha256(written)}
