"""What the tests of exchange formats share: small placed networks of many kinds."""

import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from netfloor.costmodels.bill import make_bill
from netfloor.costmodels.sets.load import load_cost_set
from netfloor.exchange.job import Files, Job, checked_values
from netfloor.exchange.orders import CablePurchase, Orders, with_orders
from netfloor.exchange.writers import EXPORTERS
from netfloor.fabric.fabric import Fabric
from netfloor.layout.cable_plan import make_cable_plan
from netfloor.layout.placement import Placement
from netfloor.plans.cabinet_slots import cabinet_slots
from netfloor.plans.plan_fabric import fabric_of
from netfloor.rooms.room import GridRoom
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology, normal_links

SPECS = (
    "slimfly:5",
    "fattree:3,3",
    "dragonfly:a=4,p=2,h=2",
    "hypercube:4",
    "random:16,3",
    "circulant:12:1,5",
    "torus:4x4",
)

MakeJob = Callable[..., Job]


def random_network(seed: int) -> Topology:
    """Return a connected multigraph with a random number of endpoints on each router."""
    rng = np.random.default_rng(seed)
    routers = int(rng.integers(2, 14))
    tree = [(int(rng.integers(0, v)), v) for v in range(1, routers)]
    more = rng.integers(0, routers, (int(rng.integers(0, 20)), 2))
    links, multiplicity = normal_links([*tree, *more[more[:, 0] != more[:, 1]].tolist()], routers)
    return Topology(
        name=f"random network {seed}",
        family="file",
        parameters={},
        routers=routers,
        links=links,
        multiplicity=multiplicity,
        endpoints=rng.integers(0, 4, routers).astype(np.int32),
        groups=rng.integers(0, 3, routers).astype(np.int32) if rng.random() < 0.5 else None,
        gbps=float(rng.choice([25.0, 100.0, 400.0, 12.5])),
    )


def place(topology: Topology, seed: int, *, ordered: bool = False) -> Job:
    """Return an export of a network that stands at random in a room a little too large."""
    rng = np.random.default_rng(seed)
    per = int(rng.integers(1, 5))
    cabinets = -(-topology.routers // per) + int(rng.integers(0, 4))
    rows = int(rng.integers(1, 4))
    room = GridRoom(
        "hall",
        rows,
        -(-cabinets // rows),
        row_pitch_mm=int(rng.integers(1, 3000)),
        column_pitch_mm=int(rng.integers(1, 900)),
        slots_per_cabinet=per,
        inside_mm=int(rng.integers(1, 3000)),
    )
    placement = Placement(rng.permutation(room.slots)[: topology.routers].astype(np.int32), room.slots)
    cables = make_cable_plan(topology, room, placement)
    orders = None
    if ordered:
        bill = make_bill(topology, cables, load_cost_set("slimfly-2014"), None, room.inside_mm)
        bought = [bill.orders.order(cable) for cable in range(len(cables))]
        bought += [] if bill.host_order is None else [bill.host_order] * bill.host_cables
        orders = Orders(tuple(CablePurchase(one.medium, one.part, one.ordered_length_mm) for one in bought))
    fabric = fabric_of(topology, cabinet_slots(room), placement, cables, room.inside_mm)
    return Job(with_orders(fabric, orders), topology)


def expand_hostlist(text: str) -> list[str]:
    """Expand a host list as Slurm's manual describes it, by hand."""
    names = []
    for part in re.findall(r"(?:[^,\[\]]|\[[^\]]*\])+", text):
        match = re.fullmatch(r"([^\[]*)\[([^\]]*)\]", part)
        if match is None:
            names.append(part)
            continue
        for item in match[2].split(","):
            low, dash, high = item.partition("-")
            last = int(high) if dash else int(low)
            names += [f"{match[1]}{n:0{len(low)}}" for n in range(int(low), last + 1)]
    return names


@pytest.fixture(scope="session")
def expand() -> Callable[[str], list[str]]:
    """Expand host lists."""
    return expand_hostlist


@pytest.fixture(scope="session")
def make_job() -> MakeJob:
    """Make an export of a named or a random network, by the seed of its placement."""

    def make(
        spec: str | None = None,
        seed: int = 0,
        *,
        endpoints: int | None = None,
        simple: bool = False,
        labels: tuple[str, ...] | None = None,
        ordered: bool = False,
    ) -> Job:
        topology = random_network(seed) if spec is None else build(spec)
        if simple:
            topology = replace(topology, multiplicity=np.ones_like(topology.multiplicity))
        if endpoints is not None:
            topology = replace(topology, endpoints=np.full(topology.routers, endpoints, np.int32))
        if labels is not None:
            topology = replace(topology, labels=labels)
        return place(topology, seed, ordered=ordered)

    return make


@pytest.fixture(scope="session")
def write_files() -> Callable[..., Files]:
    """Write an export in a format, with values by name."""

    def write(job: Job, form: str, **values: str) -> Files:
        exporter = EXPORTERS[form]
        return exporter.write(replace(job, values=checked_values(exporter, values)))

    return write


@pytest.fixture(scope="session")
def links_of() -> Callable[[Fabric], list[tuple[tuple[str, int], tuple[str, int]]]]:
    """List the cables of a fabric as sorted pairs of (device name, port)."""

    def links(fabric: Fabric) -> list[tuple[tuple[str, int], tuple[str, int]]]:
        pairs = []
        for cable in fabric.cables:
            one, other = sorted((fabric.devices[end.device].name, end.port) for end in cable.ends)
            pairs.append((one, other))
        return sorted(pairs)

    return links


@pytest.fixture(scope="session", params=[*SPECS, *range(6)], ids=str)
def job(request: pytest.FixtureRequest, make_job: MakeJob) -> Job:
    """Return one export after the other: every family here, and random multigraphs."""
    if isinstance(request.param, int):
        return make_job(None, request.param, ordered=request.param % 2 == 1)
    return make_job(request.param, 1, endpoints=None)
