"""Power ports: the inlets of a device and the outlets of a PDU, and which cord fits between two."""

import re
from dataclasses import dataclass
from functools import cache

#: Outlets that take the cord of an inlet besides its own, of IEC 60320: C39 takes C14 and C20.
_COMBINED = "C39"
_IEC = re.compile(r"(?:IEC[ _-]?)?(?:60320[ _-]?)?C([0-9]{1,2})")
_NEMA = re.compile(r"(?:NEMA[ _-]?)?(L?[0-9]{1,2}-[0-9]{1,3})[PR]")


@dataclass(frozen=True)
class PowerPort:
    """An inlet of a device or an outlet of a PDU: the label on the box and its form, empty if not known.

    The form of an inlet is such as ``C14``, that of an outlet ``C13``.
    """

    label: str
    form: str = ""


def form_of(text: str) -> str:
    """Return the form of a power port as netfloor writes it: ``C13`` for ``iec-60320-c13``."""
    upper = text.strip().upper()
    if match := _IEC.fullmatch(upper):
        return f"C{int(match[1])}"
    if match := _NEMA.fullmatch(upper):
        return f"{match[1]}{upper[-1]}"
    return text.strip()


@cache
def outlets_for(inlet: str) -> tuple[str, ...]:
    """Return the forms of outlets that a cord of an inlet fits, its own first; none if it is not known.

    A cord has the counterpart of the inlet at one end and the inlet's own form at the other: that of a C14
    fits a C13 (IEC 60320-1, standard sheets), and that of a NEMA 5-15P a 5-15R.
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
    """Return whether a cord joins an inlet and an outlet of these forms; true where one is not known."""
    return not inlet or not outlet or outlet in outlets_for(inlet)
