"""Where an end of a cable is, in words for labels and sheets."""

from dataclasses import dataclass

from exchange.fabric import End, Fabric


@dataclass(frozen=True)
class Place:
    """One end of a cable as a technician finds it.

    Attributes
    ----------
    cabinet
        Name; empty where nobody said.
    spot
        Rack unit, else position in the cabinet, else the device's name.
    port
        Its own name, else its number.
    device
        Name.
    """

    cabinet: str
    spot: str
    port: str
    device: str


def lacks_units(fabric: Fabric) -> bool:
    """Return True if a device has a position in its cabinet, but no rack unit."""
    return any(device.unit is None and device.position is not None for device in fabric.devices)


def place_of(fabric: Fabric, end: End) -> Place:
    """Return where an end is."""
    device, cabinet = fabric.devices[end.device], fabric.cabinet_of(end.device)
    number = device.unit if device.unit is not None else device.position
    return Place(
        cabinet="" if cabinet is None else cabinet.name,
        spot=device.name if number is None else f"{number:02d}",
        port=end.port_name or str(end.port),
        device=device.name,
    )
