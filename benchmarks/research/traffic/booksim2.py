"""The simulator against BookSim2 (Jiang et al. 2013): cycles per second, accepted load, latency."""

import os
import re
import resource
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from netfloor.foundation.interrupt import Interrupt
from netfloor.research.traffic.simulation.network import network_of
from netfloor.research.traffic.simulation.run import Run, Task, run_once
from netfloor.research.traffic.simulation.settings import SwitchModel, Watch
from netfloor.topologies.spec import build
from netfloor.topologies.topology import IntArray
from netfloor.traffic.channels import Channels, channels_of
from netfloor.traffic.patterns import pattern_of
from netfloor.traffic.routing import routing_named

#: The executable, built from https://github.com/booksim/booksim2 with flex and bison.
BOOKSIM = os.environ.get("NETFLOOR_BOOKSIM", "")
#: The same with the line ``#define DRAGON_LATENCY`` of ``networks/dragonfly.cpp`` removed before the build:
#: that line gives channels of its dragonfly 10 and 100 cycles.
BOOKSIM_SHORT = os.environ.get("NETFLOOR_BOOKSIM_SHORT", "")
#: Settings of both programs: at two steps per cycle, a switch's stages take one cycle. BookSim2 puts a flit
#: on its channel at the end of a cycle and reads it in the next: its latency L is L + 1 cycles in netfloor.
_SHARED = """
vc_allocator = separable_input_first; sw_allocator = separable_input_first; alloc_iters = 1;
credit_delay = 1; routing_delay = 0; vc_alloc_delay = 1; sw_alloc_delay = 1; st_final_delay = 1;
packet_size = 1; sim_count = 1; use_noc_latency = 0; latency_thres = {100000.0}; warmup_periods = 2;
"""
SPEED_LOAD = 0.5


@dataclass(frozen=True)
class BooksimCase:
    """A network in both programs; ``overload`` is the least load at which only the accepted load counts."""

    name: str
    spec: str
    routing: str
    buffers: int
    delay: Callable[[Channels], IntArray | int]
    config: str
    loads: tuple[float, ...]
    sample: int
    periods: int = 5
    speedup: int = 2
    endpoint_cycles: int = 2
    pattern: str = "uniform"
    their_pattern: str = "uniform"
    overload: float = 1.0


CASES = (
    BooksimCase(
        "dragonfly p=h=4, a=8", "dragonfly:a=8,p=4,h=4", "group-minimal", 256,
        lambda channels: np.where(channels.global_, 101, 11).astype(np.int32),
        "topology = dragonflynew; k = 4; n = 1; routing_function = min; num_vcs = 2; vc_buf_size = 256;",
        (SPEED_LOAD, 0.8), 400,
    ),
    BooksimCase(
        "torus 8x8", "torus:8x8,endpoints=1", "dimension-order", 16, lambda _channels: 2,
        "topology = torus; k = 8; n = 2; routing_function = dim_order; num_vcs = 2; vc_buf_size = 16;",
        (0.1, 0.3, 0.5, 0.6, 1.0), 4000,
    ),
    BooksimCase(
        "flattened butterfly 4x4", "hyperx:4x4,endpoints=4", "dimension-order", 16, lambda _channels: 2,
        "topology = flatfly; k = 4; n = 2; c = 4; x = 4; y = 4; xr = 2; yr = 2; routing_function = ran_min;"
        " num_vcs = 1; vc_buf_size = 16;",
        (0.1, 0.3, 0.6, 0.8, 1.0), 4000,
    ),
)  # fmt: skip


#: Minimal routing of the dragonfly paper's Figure 8, with the switches of `dragonfly-fig08.toml`.
_FIGURE_8 = BooksimCase(
    "uniform", "dragonfly:a=8,p=4,h=4", "group-minimal", 16, lambda _channels: 1,
    "topology = dragonflynew; k = 4; n = 1; routing_function = min; num_vcs = 2; vc_buf_size = 16;",
    (0.1, 0.6), 1000, periods=6, speedup=4, endpoint_cycles=1,
)  # fmt: skip
FIGURE_8 = (
    _FIGURE_8,
    replace(
        _FIGURE_8,
        name="worst case",
        pattern="next-group",
        their_pattern="bad_dragon",
        loads=(0.5,),
        overload=0.5,
    ),
)


def booksim() -> Iterator[str]:
    """Compare cycles a second on one core, accepted load and latency with BookSim2 on three networks."""
    yield from _compared(CASES, BOOKSIM, "NETFLOOR_BOOKSIM")


def booksim_figure_8() -> Iterator[str]:
    """Compare the dragonfly paper's Figure 8, minimal routing, with BookSim2 without its long delays."""
    yield from _compared(FIGURE_8, BOOKSIM_SHORT, "NETFLOOR_BOOKSIM_SHORT")


def _compared(cases: tuple[BooksimCase, ...], executable: str, variable: str) -> Iterator[str]:
    if not Path(executable).is_file():
        yield f"BookSim2 is not given: set {variable} to its executable"
        return
    for case in cases:
        for load in case.loads:
            cycles, spent, accepted, latency = _theirs(case, load, executable)
            run, our_cycles, our_spent = _ours(case, load)
            line = f"{case.name:<24} load {load:g}: accepted {run.accepted:.4f} and {accepted:.4f}"
            line += f" ({100 * (run.accepted / accepted - 1):+.2f} %)"
            if run.saturated or run.unsettled:
                yield f"{line}; {'saturated' if run.saturated else run.unsettled}"
                continue
            mean = run.total.sum() / run.packets.sum()
            line += f"; latency {mean:.2f} and {latency:.2f} ({100 * (mean / latency - 1):+.2f} %)"
            if load == SPEED_LOAD:
                ours, theirs = our_cycles / our_spent, cycles / spent
                line += f"; cycles/s {ours:,.0f} and {theirs:,.0f}, ratio {ours / theirs:.1f}"
            yield line


def _ours(case: BooksimCase, load: float) -> tuple[Run, int, float]:
    """Return our run, its cycles and its CPU seconds, excluding compilation."""
    topology = build(case.spec)
    network = network_of(topology, routing_named(case.routing), case.delay(channels_of(topology)))
    model = SwitchModel(case.buffers, speedup=case.speedup, endpoint_cycles=case.endpoint_cycles)
    task = Task(network, pattern_of(topology, case.pattern), model, Watch(measured=2 * case.sample))
    tiny = Task(network, task.pattern, model, Watch(1, 10, 10, 10))
    run_once(tiny, load, 1, Interrupt())
    began = time.process_time()
    run = run_once(task, load, 1, Interrupt())
    if run is None:
        raise RuntimeError("nobody interrupts it")
    return run, run.warm_up + run.measured + run.drain, time.process_time() - began


def _theirs(case: BooksimCase, load: float, executable: str) -> tuple[int, float, float, float]:
    """Return BookSim2's cycles, processor seconds, accepted flits per cycle and endpoint, and latency."""
    kind = "throughput" if load >= case.overload else "latency"
    config = (
        f"{case.config}{_SHARED}internal_speedup = {case.speedup:.1f}; traffic = {case.their_pattern};"
        f" injection_rate = {load}; sim_type = {kind}; max_samples = {case.periods};"
        f" sample_period = {case.sample};\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "config"
        path.write_text(config)
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        done = subprocess.run([executable, str(path)], capture_output=True, text=True, check=False)
        spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    summary = done.stdout[done.stdout.find("Overall Traffic Statistics") :]
    figures = [
        float(re.search(rf"{name} = ([\d.]+)", summary)[1])
        for name in ("Accepted flit rate average", "Packet latency average")
    ]
    cycles = int(re.search(r"Time taken is (\d+) cycles", done.stdout)[1])
    return cycles, spent, figures[0], figures[1]
