"""SimGrid's platform file, version 4.1: hosts, routers, links with the delay of their metres."""

from collections.abc import Iterator
from xml.sax.saxutils import quoteattr

from exchange.fabric import HOST, Cable, Fabric
from exchange.job import Exporter, Field, Files, Job
from exchange.names import Alphabet, check_devices
from exchange.quantities import latency_of, number_text, rate_of
from foundation.errors import InputError
from topologies.parameters import shown

#: The zone is a point of the network too, and points have one name each.
ZONE = "fabric"
ALPHABET = Alphabet("SimGrid", 64, reserved=frozenset({ZONE}))
_SPEED_SIGNS = frozenset("0123456789.abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")


def write(job: Job) -> Files:
    """Return ``platform.xml``.

    One zone with SimGrid's ``Dijkstra`` routing, which counts links, not nanoseconds. A link
    carries its rate in each direction (``SPLITDUPLEX``). SimGrid allows one route between two
    neighbours: parallel cables are one link of their rates together and of the least delay.

    Raises
    ------
    InputError
        If a name is not safe, or a cable has no length or rate.
    """
    speed = job.values["host_speed"]
    if not speed or not set(speed) <= _SPEED_SIGNS:
        raise InputError("--with host_speed", f"{shown(speed)!r} is not a speed", "such as 1Gf")
    check_devices(job.fabric, ALPHABET)
    lines = [
        "<?xml version='1.0'?>",
        '<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">',
        '<platform version="4.1">',
        f'  <zone id="{ZONE}" routing="Dijkstra">',
        *_devices(job.fabric, speed),
        *_links(job.fabric),
        "  </zone>",
        "</platform>",
    ]
    return {"platform.xml": "\n".join(lines) + "\n"}


def bundles(fabric: Fabric) -> dict[tuple[int, int], list[Cable]]:
    """Return the cables between each joined pair of devices."""
    found: dict[tuple[int, int], list[Cable]] = {}
    for cable in fabric.cables:
        u, v = sorted((cable.a.device, cable.b.device))
        found.setdefault((u, v), []).append(cable)
    return found


def _devices(fabric: Fabric, speed: str) -> Iterator[str]:
    for device in fabric.devices:
        kind, more = ("host", f' speed="{speed}"') if device.kind == HOST else ("router", "")
        yield f"    <{kind} id={quoteattr(device.name)}{more}/>"


def _links(fabric: Fabric) -> Iterator[str]:
    """Yield all links, then the route between the two ends of each."""
    routes = []
    for (u, v), cables in bundles(fabric).items():
        name = quoteattr(cables[0].id)
        gbps = number_text(sum(rate_of(fabric, cable, "SimGrid") for cable in cables))
        delay = number_text(min(latency_of(fabric, cable, "SimGrid") for cable in cables))
        yield (
            f'    <link id={name} bandwidth="{gbps}Gbps" latency="{delay}ns" sharing_policy="SPLITDUPLEX"/>'
        )
        ends = " ".join(
            f"{side}={quoteattr(fabric.devices[i].name)}" for side, i in (("src", u), ("dst", v))
        )
        routes.append(f'    <route {ends} symmetrical="YES"><link_ctn id={name} direction="UP"/></route>')
    yield from routes


EXPORTER = Exporter(
    name="simgrid",
    summary="a platform file, version 4.1",
    losses="places, ports; parallel cables are one link",
    write=write,
    fields={"host_speed": Field("1Gf", "speed of a host, an example")},
)
