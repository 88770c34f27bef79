"""Power ports: device inlets, PDU outlets, and the cords that fit between them."""

import re
from dataclasses import dataclass
from functools import cache

#: Outlets that accept a further inlet besides their own, IEC 60320: C39 accepts C14 and C20.
_COMBINED = "C39"
_IEC = re.compile(r"(?:IEC[ _-]?)?(?:60320[ _-]?)?C([0-9]{1,2})")
_NEMA = re.compile(r"(?:NEMA[ _-]?)?(L?[0-9]{1,2}-[0-9]{1,3})[PR]")


@dataclass(frozen=True)
class PowerPort:
    """A device inlet or PDU outlet: its label and its form, empty if unknown.

    Inlets have forms such as ``C14``, outlets such as ``C13``.
    """

    label: str
    form: str = ""


def form_of(text: str) -> str:
    """Return netfloor's name for the form of a power port: ``C13`` for ``iec-60320-c13``."""
    upper = text.strip().upper()
    if match := _IEC.fullmatch(upper):
        return f"C{int(match[1])}"
    if match := _NEMA.fullmatch(upper):
        return f"{match[1]}{upper[-1]}"
    return text.strip()


@cache
def outlets_for(inlet: str) -> tuple[str, ...]:
    """Return the outlet forms that accept the cord of an inlet, its own first; empty if unknown.

    A cord has the inlet's counterpart at one end and the inlet's own form at the other: the cord of a C14
    fits a C13 (IEC 60320-1, standard sheets), that of a NEMA 5-15P a 5-15R.
    """
    if not inlet:
        return ()
    if match := _IEC.fullmatch(inlet):
        number = int(match[1])
        own = f"C{number - 1}" if number % 2 == 0 else f"C{number}"
        return (own, _COMBINED) if own in {"C13", "C19"} else (own,)
    if match := _NEMA.fullmatch(inlet):
        return (f"{match[1]}R",)
    return (inlet,)


def fits(inlet: str, outlet: str) -> bool:
    """Whether a cord can connect an inlet and an outlet of these forms; true if either is unknown."""
    return not inlet or not outlet or outlet in outlets_for(inlet)
