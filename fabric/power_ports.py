"""Power ports: device inlets, PDU outlets, and the cords that fit between them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache

from netfloor.fabric.media import COPPER

#: Outlets that accept a further inlet besides their own, IEC 60320: C39 accepts C14 and C20.
_COMBINED = "C39"
_IEC = re.compile(r"(?:IEC[ _-]?)?(?:60320[ _-]?)?C([0-9]{1,2})")
_NEMA = re.compile(r"(?:NEMA[ _-]?)?(L?[0-9]{1,2}-[0-9]{1,3})[PR]")
#: Port names of power supplies: ``PSU1``, ``Power Supply 2``, ``Netzteil 1``.
_SUPPLY = re.compile(
    r"(?:psu|pwr|power|inlet|netzteil)[ _-]{0,2}[a-z]{0,8}[ _-]{0,2}[0-9]{0,2}|ps[ _-]?[0-9]{1,2}",
    re.IGNORECASE,
)
#: First words of port names, with a connector's number behind its letter: of power; of networks; and of
#: modules of switches, which need a second number: ``Gi1/0/41``.
_OF_POWER = frozenset(
    {"psu", "pwr", "power", "ps", "inlet", "netzteil", "outlet", "receptacle", "steckdose", "schuko"}
    | {"nema", "iec", *(f"c{number}" for number in (*range(13, 22), 39))}
)
_OF_NETWORKS = frozenset(
    {"net", "network", "netz", "netzwerk", "reseau", "r\u00e9seau", "lan", "eth", "ethernet", "mgmt", "mgt"}
    | {
        "management",
        "nic",
        "rj",
        "j",
        "jack",
        "bmc",
        "ipmi",
        "ilo",
        "idrac",
        "swp",
        "vmnic",
        "eno",
        "enp",
        "ens",
    }
)
_OF_MODULES = frozenset(
    {"fa", "fastethernet", "gi", "gigabitethernet", "te", "tengige", "tengigabitethernet", "twe"}
    | {"twentyfivegige", "fo", "fortygige", "hu", "hundredgige", "ge", "xe", "et"}
)
_WORDS = re.compile(r"[^\W\d_]+|[0-9]+")
_LONGEST_PORT = 60


@dataclass(frozen=True)
class PowerPort:
    """A device inlet or PDU outlet: its label and its form, empty if unknown.

    Inlets have forms such as ``C14``, outlets such as ``C13``.
    """

    label: str
    form: str = ""


@lru_cache(1 << 16)
def is_supply(port: str) -> bool:
    """Return whether a port is named like a power supply's."""
    return len(port) <= _LONGEST_PORT and _SUPPLY.fullmatch(port) is not None


@lru_cache(1 << 16)
def _carries(port: str) -> str:
    """Return ``power`` or ``data`` if the first words of a port's name say it, else an empty text."""
    words = _WORDS.findall(port.lower())
    first = words[0] if words else ""
    if first in _OF_POWER or "".join(words[:2]) in _OF_POWER:
        return "power"
    of_module = first in _OF_MODULES and sum(word.isdecimal() for word in words) > 1
    return "data" if first in _OF_NETWORKS or of_module else ""


def is_cord(gbps: float | None, kind: str, ports: Iterable[str]) -> bool:
    """Return whether a cable at a PDU is a power cord: a port says so, or no field suggests data.

    Data: a rate, a medium of network cables (copper alone is not), and a port named like a network's.
    """
    carried = {_carries(port) for port in ports}
    return gbps is None and ("power" in carried or (kind in {"", COPPER} and "data" not in carried))


def says_power(port: str) -> bool:
    """Return whether the first words of a port's name say that it is of power."""
    return _carries(port) == "power"


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
