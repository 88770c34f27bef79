"""Units: integer millimetres and integer cents inside; metres and dollars for people."""

from netfloor.foundation.errors import InputError

MM_PER_M = 1000
CENTS_PER_UNIT = 100
#: Limits on lengths in m and link rates in Gb/s, in plans and catalogues too.
MAX_METRES, MAX_GBPS = 10**6, 10**6
#: A kilobit per second, the lowest rate of a link.
MIN_GBPS = 1e-6
#: Limits on years in use and on the price per kWh.
MAX_YEARS, MAX_KWH_PRICE = 100, 1000
#: Limit on the price of laying a cable.
MAX_LAYING_PRICE = 10**6
ATTOSECONDS_PER_NS = 10**9
#: Delay per metre of cable, copper or fibre, in ns: SpectralFly, section VII, after SkyWalk.
CABLE_NS_PER_M = 5.0


def metres_to_mm(metres: float, where: str) -> int:
    """Convert to whole millimetres.

    `InputError` for fractions of a millimetre, negative or infinite lengths.
    """
    if not 0 <= metres <= MAX_METRES:
        raise InputError(where, f"{metres} m is not a length", f"give metres from 0 to {MAX_METRES:,}")
    mm = round(metres * MM_PER_M)
    if abs(metres * MM_PER_M - mm) > 1e-6:
        raise InputError(where, f"{metres} m is finer than a millimetre", f"for example {mm / 1000} m")
    return mm


def mm_to_metres(length_mm: float) -> float:
    """Convert to metres for people."""
    return length_mm / MM_PER_M


def cents_to_money(cents: float) -> float:
    """Convert to whole currency units for people."""
    return cents / CENTS_PER_UNIT


def money_text(cents: float, *, signed: bool = False) -> str:
    """Format an amount in currency units, with thousands separators and two decimals."""
    return amount_text(cents_to_money(cents), signed=signed)


def amount_text(amount: float, *, signed: bool = False) -> str:
    """Format an amount already in currency units, as in JSON documents."""
    return f"{amount:+,.2f}" if signed else f"{amount:,.2f}"


def figure_text(value: float, unit: str) -> str:
    """Format a figure with its unit: metres to the mm, money, ns and W with two decimals.

    It never has an exponent; a weighted sum has no unit.
    """
    return f"{value:,.{_DECIMALS.get(unit, 2)}f} {unit}".rstrip()


#: Decimals of units with other than two.
_DECIMALS = {"m": 3}
