"""Writer of PTM's topology.dot (devices and ports in DOT), for Cumulus cable checks and NVIDIA Air."""

from netfloor.exchange.job import Exporter, Files, Job
from netfloor.exchange.names import Alphabet, check_devices
from netfloor.exchange.writers.number_text import number_text
from netfloor.fabric.fabric import SERVER, SWITCH, Cable, Device, End, Fabric
from netfloor.foundation.errors import InputError
from netfloor.topologies.files.dot_language import quoted
from netfloor.topologies.parameters import shown

#: Names are hostnames, which PTM compares with LLDP.
ALPHABET = Alphabet("PTM", 64)
#: Default function of a device by kind.
_FUNCTION = {SWITCH: "switch", SERVER: "host"}


def write(job: Job) -> Files:
    """Return ``topology.dot``: a node per device with function, model, rack and unit, and an edge per link.

    Raises `InputError` if a name is not safe, or DOT cannot hold a text.
    """
    check_devices(job.fabric, ALPHABET)
    fabric = job.fabric
    lines = ["graph fabric {"]
    lines += [f"  {_node(fabric, index)}" for index in range(len(fabric.devices))]
    lines += [f"  {_edge(fabric, cable)}" for cable in fabric.cables]
    return {"topology.dot": "\n".join([*lines, "}"]) + "\n"}


def _node(fabric: Fabric, index: int) -> str:
    device = fabric.devices[index]
    attributes = {
        "function": device.attributes.get("function") or _FUNCTION.get(device.kind, device.kind),
        "model": device.model,
        "rack": fabric.cabinet_name(index),
        "unit": "" if device.unit is None else str(device.unit),
        "height_u": "" if device.units is None else str(device.units),
    }
    return f"{_text(fabric, device.name)} [{_attributes(fabric, attributes)}]"


def _edge(fabric: Fabric, cable: Cable) -> str:
    a, b = (_end(fabric, end) for end in cable.ends)
    attributes = {
        "rate": "" if cable.gbps is None else f"{number_text(cable.gbps)}G",
        "length": "" if cable.length_mm is None else f"{number_text(cable.length_mm / 1000)} m",
        "cable": cable.id,
    }
    return f"{a} -- {b} [{_attributes(fabric, attributes)}]"


def _end(fabric: Fabric, end: End) -> str:
    device: Device = fabric.devices[end.device]
    return f"{_text(fabric, device.name)}:{_text(fabric, end.port_name or f'p{end.port}')}"


def _attributes(fabric: Fabric, attributes: dict[str, str]) -> str:
    return " ".join(f"{name}={_text(fabric, text)}" for name, text in attributes.items() if text)


def _text(fabric: Fabric, text: str) -> str:
    written = quoted(text) if text.isprintable() else None
    if written is None:
        raise InputError(shown(fabric.name), f"DOT cannot hold {shown(text)!r}", "rename it")
    return written


EXPORTER = Exporter(
    name="ptm",
    summary="PTM's topology.dot, for checks of cables and for NVIDIA Air",
    losses="watts, weights, faces, colours and notes",
    write=write,
)
