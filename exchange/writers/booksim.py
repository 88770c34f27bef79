"""Writer of BookSim 2's ``anynet``: numbered routers and nodes, and channel latencies in cycles."""

from fractions import Fraction

from netfloor.exchange.job import Exporter, Field, Files, Job, with_field
from netfloor.exchange.names import Alphabet, check_devices
from netfloor.exchange.writers.number_text import latency_of
from netfloor.fabric.fabric import End, Fabric
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.spreadsheet_text import machine_csv
from netfloor.structure.hops.components import require_connected
from netfloor.topologies.parameters import shown

ALPHABET = Alphabet("BookSim", 64)
_CONFIG = """// Reads the network beside this file; everything else is an example.
topology = anynet;
routing_function = min;
network_file = anynet.txt;
traffic = uniform;
injection_rate = 0.01;
num_vcs = 8;
vc_buf_size = 64;
"""


def write(job: Job) -> Files:
    """Return ``anynet.txt``, a configuration that reads it, and a table of the device behind each number.

    Each line lists a router's nodes, then its neighbours with the latency of the channel in cycles; BookSim
    applies a channel's latency to one direction only. Nodes get no latency, because BookSim would take a
    number after a node for a router. A node is a server port, because a BookSim node sends over a single
    channel. Raises `InputError` if the network has parallel cables, which ``anynet`` cannot express, a
    cable has no length, or a name is not safe; if the network has no endpoints (BookSim exits) or is not
    connected (BookSim's route search never ends).
    """
    fabric, cycle_ns = job.fabric, _cycle_ns(job.values["cycle_ns"])
    if not fabric.end_devices:
        what = "has no endpoints, and BookSim's traffic goes between nodes"
        raise InputError(shown(fabric.name), what, f"lay it out with {setting('endpoints')}")
    require_connected(job.topology)
    check_devices(fabric, ALPHABET)
    numbers = {index: n for n, index in enumerate(fabric.switches)}
    ports = [End(index, port) for index in fabric.end_devices for port, _ in fabric.cables_of[index]]
    nodes = {(end.device, end.port): n for n, end in enumerate(ports)}
    lines = [_line(fabric, index, numbers, nodes, cycle_ns) for index in fabric.switches]
    rows = [("router", str(n), fabric.devices[index].name) for index, n in numbers.items()]
    rows += [("node", str(n), _node_name(fabric, end)) for n, end in enumerate(ports)]
    return {
        "anynet.txt": "".join(line + "\n" for line in lines),
        "booksim.cfg": _CONFIG,
        "names.csv": machine_csv(("kind", "id", "name"), rows),
    }


def _node_name(fabric: Fabric, end: End) -> str:
    """Return a server's name, with the port if the server has several."""
    device = fabric.devices[end.device]
    return device.name if device.ports == 1 else f"{device.name}:{end.port}"


def _line(
    fabric: Fabric,
    index: int,
    numbers: dict[int, int],
    node_of: dict[tuple[int, int], int],
    cycle_ns: Fraction,
) -> str:
    nodes, routers = [], {}
    for _, cable in fabric.cables_of[index]:
        end = fabric.far_end(index, cable)
        far = end.device
        if fabric.devices[far].is_end_device:
            nodes.append(f"node {node_of[far, end.port]}")
            continue
        if far in routers:
            pair = f"{shown(fabric.devices[index].name)!r} and {shown(fabric.devices[far].name)!r}"
            raise InputError(
                f"{shown(fabric.name)}: switches {pair}",
                "have parallel cables, which BookSim's anynet does not support",
                "use simgrid or sst",
            )
        delay = Fraction(latency_of(fabric, cable, "BookSim")).limit_denominator(10**6)
        routers[far] = f"router {numbers[far]} {max(1, -(-delay // cycle_ns))}"
    return " ".join([f"router {numbers[index]}", *nodes, *routers.values()])


def _cycle_ns(text: str) -> Fraction:
    """Return the length of a cycle in ns; raise `InputError` if it is out of range."""
    try:
        cycle = Fraction(text) if len(text) < 20 and "e" not in text.lower() else Fraction(0)
    except (ValueError, ZeroDivisionError):
        cycle = Fraction(0)
    if not 0 < cycle <= 10**6:
        raise InputError(
            with_field("cycle_ns"), f"{shown(text)!r} is not a number of ns", "such as 1 or 0.5"
        )
    return cycle


EXPORTER = Exporter(
    name="booksim",
    summary="BookSim's anynet, latency in cycles",
    losses="places, ports, rates; names are in a file of their own; parallel cables are refused",
    write=write,
    one_network=True,
    fields={"cycle_ns": Field("1", "length of a cycle in ns; latencies are rounded up to cycles")},
)
