"""Lengths and rates as text, exact or rounded to the safe side."""

from decimal import Decimal

from exchange.fabric import Cable, Fabric
from foundation.errors import InputError
from topologies.parameters import shown

_MM_PER_CM = 10


def metres_up(length_mm: int) -> str:
    """Return metres with two decimals, rounded up: a cable is never written shorter than it is."""
    cm = -(-length_mm // _MM_PER_CM)
    return f"{cm // 100}.{cm % 100:02d}"


def number_text(value: float) -> str:
    """Return a number without an exponent and without more digits than it has."""
    text = format(Decimal(repr(float(value))), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def latency_of(fabric: Fabric, cable: Cable, form: str) -> float:
    """Return a cable's delay in ns; `InputError` where its length is not known."""
    if cable.latency_ns is None:
        raise InputError(
            f"{shown(fabric.name)}: cable {shown(cable.id)}",
            f"has no length, hence no latency for {form}",
            "place the network in a room first",
        )
    return cable.latency_ns


def rate_of(fabric: Fabric, cable: Cable, form: str) -> float:
    """Return a cable's rate in Gb/s; `InputError` where it is not known."""
    if cable.gbps is None:
        raise InputError(
            f"{shown(fabric.name)}: cable {shown(cable.id)}", f"has no rate, which {form} needs"
        )
    return cable.gbps
