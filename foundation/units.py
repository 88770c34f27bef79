"""Integer millimetres and integer cents inside; metres and dollars for people."""

from netfloor.foundation.errors import InputError

MM_PER_M = 1000
CENTS_PER_UNIT = 100
#: Longest length and fastest link that anybody means, in m and Gb/s; plans and catalogues hold no more.
MOST_METRES, MOST_GBPS = 10**6, 10**6
#: A kilobit per second; slower is no rate of a link.
MIN_GBPS = 1e-6
#: Most years in use, and dearest kWh, that anybody means.
MOST_YEARS, MOST_KWH_PRICE = 100, 1000
#: Dearest laying of a cable that anybody means.
MOST_LAYING_PRICE = 10**6
ATTOSECONDS_PER_NS = 10**9
#: Delay of a metre of cable, copper or fibre, in ns: SpectralFly, section VII, after SkyWalk.
CABLE_NS_PER_M = 5.0


def metres_to_mm(metres: float, where: str) -> int:
    """Return a length in whole millimetres; refuse what is finer, negative or not finite."""
    if not 0 <= metres <= MOST_METRES:
        raise InputError(where, f"{metres} m is not a length", f"give metres from 0 to {MOST_METRES:,}")
    mm = round(metres * MM_PER_M)
    if abs(metres * MM_PER_M - mm) > 1e-6:
        raise InputError(where, f"{metres} m is finer than a millimetre", f"for example {mm / 1000} m")
    return mm


def mm_to_metres(length_mm: float) -> float:
    """Return metres for people."""
    return length_mm / MM_PER_M


def cents_to_money(cents: float) -> float:
    """Return whole currency units for people."""
    return cents / CENTS_PER_UNIT


def money_text(cents: float, *, signed: bool = False) -> str:
    """Return an amount for people in whole currency units: thousands and two decimals."""
    return amount_text(cents_to_money(cents), signed=signed)


def amount_text(amount: float, *, signed: bool = False) -> str:
    """Return an amount in currency units, as JSON documents hold it, as `money_text` has it."""
    return f"{amount:+,.2f}" if signed else f"{amount:,.2f}"


def figure_text(value: float, unit: str) -> str:
    """Return a figure for people with its unit: metres to the mm, money, ns and W with two decimals.

    Never with an exponent; a weighted sum has no unit.
    """
    return f"{value:,.{_DECIMALS.get(unit, 2)}f} {unit}".rstrip()


#: Decimals of figures in units that have not two.
_DECIMALS = {"m": 3}
