"""Text of lengths and rates, exact or rounded conservatively."""

from decimal import Decimal

from netfloor.fabric.fabric import Cable, Fabric
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown


def metres_up(length_mm: int) -> str:
    """Return metres with two decimals, rounded up so that no cable is understated."""
    cm = -(-length_mm // 10)
    return f"{cm // 100}.{cm % 100:02d}"


def number_text(value: float) -> str:
    """Return a number without an exponent or superfluous digits."""
    text = format(Decimal(repr(float(value))), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def latency_of(fabric: Fabric, cable: Cable, form: str) -> float:
    """Return a cable's delay in ns; raise `InputError` if its length is unknown."""
    expected = "place the network in a room first"
    return _known(cable.latency_ns, fabric, cable, f"has no length, hence no latency for {form}", expected)


def rate_of(fabric: Fabric, cable: Cable, form: str) -> float:
    """Return a cable's rate in Gb/s; raise `InputError` if it is unknown."""
    return _known(cable.gbps, fabric, cable, f"has no rate, which {form} needs")


def _known(value: float | None, fabric: Fabric, cable: Cable, what: str, expected: str = "") -> float:
    if value is None:
        raise InputError(f"{shown(fabric.name)}: cable {shown(cable.id)}", what, expected)
    return value
