"""The simulator against BookSim2 (Jiang et al. 2013): cycles per second, accepted load, latency."""

import os
import re
import resource
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
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
#: Settings of both programs: at two steps per cycle, a switch's stages take one cycle. BookSim2 puts a flit
#: on its channel at the end of a cycle and reads it in the next: its latency L is L + 1 cycles in netfloor.
_SHARED = """
vc_allocator = separable_input_first; sw_allocator = separable_input_first; alloc_iters = 1;
credit_delay = 1; routing_delay = 0; vc_alloc_delay = 1; sw_alloc_delay = 1; st_final_delay = 1;
internal_speedup = 2.0; traffic = uniform; packet_size = 1; sim_count = 1; use_noc_latency = 0;
latency_thres = {100000.0};
"""
SPEED_LOAD = 0.5


@dataclass(frozen=True)
class BooksimCase:
    """A network in both programs."""

    name: str
    spec: str
    routing: str
    buffers: int
    delay: Callable[[Channels], IntArray | int]
    config: str
    loads: tuple[float, ...]
    sample: int


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


def booksim() -> Iterator[str]:
    """Compare cycles a second on one core, accepted load and latency with BookSim2 on three networks."""
    if not Path(BOOKSIM).is_file():
        yield "BookSim2 is not given: set NETFLOOR_BOOKSIM to its executable"
        return
    for case in CASES:
        for load in case.loads:
            cycles, spent, accepted, latency = _theirs(case, load)
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
    model = SwitchModel(case.buffers, endpoint_cycles=2)
    task = Task(network, pattern_of(topology, "uniform"), model, Watch(measured=2 * case.sample))
    tiny = Task(network, task.pattern, model, Watch(1, 10, 10, 10))
    run_once(tiny, load, 1, Interrupt())
    began = time.process_time()
    run = run_once(task, load, 1, Interrupt())
    if run is None:
        raise RuntimeError("nobody interrupts it")
    return run, run.warm_up + run.measured + run.drain, time.process_time() - began


def _theirs(case: BooksimCase, load: float) -> tuple[int, float, float, float]:
    """Return BookSim2's cycles, processor seconds, accepted flits per cycle and endpoint, and latency."""
    kind = "throughput" if load == 1.0 else "latency"
    config = (
        f"{case.config}{_SHARED}injection_rate = {load}; sim_type = {kind}; warmup_periods = 2;"
        f" max_samples = 5; sample_period = {case.sample};\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "config"
        path.write_text(config)
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        done = subprocess.run([BOOKSIM, str(path)], capture_output=True, text=True, check=False)
        spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    summary = done.stdout[done.stdout.find("Overall Traffic Statistics") :]
    figures = [
        float(re.search(rf"{name} = ([\d.]+)", summary)[1])
        for name in ("Accepted flit rate average", "Packet latency average")
    ]
    cycles = int(re.search(r"Time taken is (\d+) cycles", done.stdout)[1])
    return cycles, spent, figures[0], figures[1]
