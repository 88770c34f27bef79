"""NetBox records of power: inlets, outlets, power panels, power feeds and the cables to the feeds.

A NetBox power feed takes one cable, so each PDU gets its own feed, named after the PDU and the plan's feed,
on a power panel named after the plan's feed.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal

from netfloor.exchange.job import Job, whole_number
from netfloor.exchange.readers.netbox.power import FEED_DESCRIPTION, PDU_INLET, RATING_TEXT, UNLISTED
from netfloor.exchange.writers.netbox.port_rows import POWER_OUTLET, POWER_PORT, port_name, termination
from netfloor.exchange.writers.netbox.rows import Row, site_of
from netfloor.fabric.fabric import PDU, Device
from netfloor.fabric.power_ports import PowerPort

POWER_FEED = "dcim.powerfeed"
#: Maximum values of NetBox's fields.
MAX_VOLTS, _MAX_AMPERES = 32_767, 32_767
#: NetBox 4.6 and 4.7 types by IEC 60320 connector (dcim/choices.py): inlets, then outlets.
_INLETS = frozenset({"C6", "C8", "C14", "C16", "C18", "C20", "C22"})
_OUTLETS = frozenset({"C5", "C7", "C13", "C15", "C17", "C19", "C21"})
_STATUSES = frozenset({"offline", "active", "planned", "failed"})


def power_ports(job: Job) -> list[Row]:
    """Return all inlets: device, name, type, and an equal share of the device's draw."""
    rows: list[Row] = []
    for device, ports in _ports(job, POWER_PORT):
        watts = None if device.kind == PDU else device.watts
        for number, port in enumerate(ports, 1):
            share = _share(watts, number, len(ports))
            described = _described(device.inlets, port, _INLETS)
            rows.append((device.name, port.label, _type(port, _INLETS), share, described))
    return rows


def power_outlets(job: Job) -> list[Row]:
    """Return all outlets: device, name, type, and the PDU's power port if it has a feed."""
    return [
        (
            *(device.name, port.label, _type(port, _OUTLETS), _feeding(device)),
            _described(device.outlets, port, _OUTLETS),
        )
        for device, ports in _ports(job, POWER_OUTLET)
        for port in ports
    ]


def power_panels(job: Job) -> list[Row]:
    """Return a power panel for each feed: site and name."""
    return [(site_of(job), panel_name(feed)) for feed in dict.fromkeys(item.feed for item in _fed(job))]


def power_feeds(job: Job) -> list[Row]:
    """Return a power feed with its capacity for each PDU that has a feed."""
    site, volts = site_of(job), whole_number(job.values, "volts", 1, MAX_VOLTS)
    status = job.values["status"]
    rows: list[Row] = []
    first = next((item.feed for item in _fed(job)), "")
    for device in _fed(job):
        amperes, rating = _MAX_AMPERES, f"{RATING_TEXT}not known"
        if device.rating_w is not None:
            exact = Decimal(str(device.rating_w))
            amperes = max(1, min(int(exact / volts), _MAX_AMPERES))
            rating = "" if exact == amperes * volts else f"{RATING_TEXT}{exact.normalize():f} W"
        rows.append(
            (
                *(site, panel_name(device.feed), _rack(job, device), feed_name(device)),
                *(status if status in _STATUSES else "active",),
                *("primary" if device.feed == first else "redundant", "ac", "single-phase"),
                *(str(volts), str(amperes), "100", f"{FEED_DESCRIPTION}{device.feed}{rating}"),
            )
        )
    return rows


def feed_cables(job: Job) -> Iterator[tuple[str, str, str, str]]:
    """Yield the PDU, power port, power panel and feed of each feed cable."""
    for device in _fed(job):
        yield device.name, _feeding(device), panel_name(device.feed), feed_name(device)


def power_names(job: Job) -> list[str]:
    """Return the names of all power ports for validation."""
    kinds = POWER_PORT, POWER_OUTLET
    return [port.label for kind in kinds for _, own in _ports(job, kind) for port in own]


def panel_name(feed: str) -> str:
    """Return the name of the power panel of a feed."""
    return feed


def feed_name(device: Device) -> str:
    """Return the name of the power feed of a PDU."""
    return f"{device.feed} {device.name}"


def _fed(job: Job) -> list[Device]:
    """Return the PDUs that have a feed."""
    return [device for device in job.fabric.devices if device.kind == PDU and device.feed]


def _feeding(device: Device) -> str:
    """Return the power port where a PDU's feed ends; empty for a PDU without a feed."""
    if not device.feed:
        return ""
    return device.inlets[0].label if device.inlets else PDU_INLET


def _ports(job: Job, kind: str) -> Iterator[tuple[Device, list[PowerPort]]]:
    """Yield each device with its power ports of a kind: listed ports, then unlisted ports with a cord."""
    used: dict[int, list[str]] = defaultdict(list)
    for cable in job.fabric.cables:
        for end in cable.ends:
            if termination(job.fabric, cable, end) == kind:
                used[end.device].append(port_name(end))
    for number, device in enumerate(job.fabric.devices):
        ports = device.outlets if kind == POWER_OUTLET else device.inlets
        labels = {port.label for port in ports}
        own = [*ports, *(PowerPort(label) for label in used[number] if label not in labels)]
        if kind == POWER_PORT and device.kind == PDU and device.feed and not device.inlets:
            own.append(PowerPort(PDU_INLET))
        if own:
            yield device, own


def _type(port: PowerPort, known: frozenset[str]) -> str:
    """Return NetBox's type of a connector, empty if it has none."""
    if port.form in known:
        return f"iec-60320-{port.form.lower()}"
    is_nema = port.form[:1].isdigit() or port.form[:2] in {"L1", "L5", "L6", "L7", "L8"}
    return f"nema-{port.form.lower()}" if is_nema and "-" in port.form else ""


def _described(listed: Sequence[PowerPort], port: PowerPort, known: frozenset[str]) -> str:
    """Return a description: unlisted port, or the connector that NetBox has no type for."""
    if port not in listed:
        return UNLISTED
    return f"form {port.form}" if port.form and not _type(port, known) else ""


def _rack(job: Job, device: Device) -> str:
    return "" if device.cabinet is None else job.fabric.cabinets[device.cabinet].name


def _share(watts: float | None, number: int, count: int) -> str:
    """Return a port's share of the draw in whole watts, summing to the draw; empty if unknown."""
    if watts is None or not watts.is_integer():
        return ""
    share = int(watts) * number // count - int(watts) * (number - 1) // count
    return str(share) if share else ""
