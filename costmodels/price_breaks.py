"""Volume prices: from a quantity on, every piece costs less; when to buy more than is needed."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from itertools import pairwise

from costmodels.offers import MOST_CENTS
from foundation.errors import InputError
from foundation.units import CENTS_PER_UNIT, cents_to_money

#: Largest quantity of one part.
MOST_PIECES = 10**9
_PAIR = re.compile(r"\s*([0-9]{1,10})\s*:\s*([0-9]+(?:\.[0-9]+)?)\s*", re.ASCII)
_CENT = Decimal("0.01")
_EXPECTED = "write quantity:price pairs such as 1:120.00; 24:110.00"


@dataclass(frozen=True)
class Purchase:
    """What is bought of one part.

    Attributes
    ----------
    needed, quantity
        Pieces needed and pieces bought.
    unit_cents, total_cents
        Price of a piece and of all bought.
    why
        The reason if more are bought than are needed, else empty.
    """

    needed: int
    quantity: int
    unit_cents: int
    total_cents: int
    why: str = ""

    @property
    def extra(self) -> int:
        """Pieces bought beyond the need."""
        return self.quantity - self.needed


@dataclass(frozen=True)
class PriceBreaks:
    """Unit prices by quantity: the last break that is reached prices every piece bought.

    Attributes
    ----------
    quantities
        Where each price begins, rising; the first is the smallest order.
    unit_cents
        The price of a piece from there on, never rising.
    """

    quantities: tuple[int, ...]
    unit_cents: tuple[int, ...]

    def __post_init__(self) -> None:
        problem = _problem(self.quantities, self.unit_cents)
        if problem:
            raise ValueError(problem)

    def buy(self, needed: int) -> Purchase:
        """Return the cheapest purchase of at least ``needed`` pieces; of equal ones the smallest.

        Either exactly what is needed, at its price, or as many more as reach a break whose
        price makes the whole cheaper. Fewer than the smallest order cannot be bought.
        """
        if needed < 0:
            raise ValueError("a quantity must not be negative")
        if needed == 0:
            return Purchase(0, 0, self.unit_cents[0], 0)
        breaks = zip(self.quantities, self.unit_cents, strict=True)
        bought = {max(needed, start): cents for start, cents in breaks}
        totals = {quantity: quantity * cents for quantity, cents in bought.items()}
        quantity = min(totals, key=lambda pieces: (totals[pieces], pieces))
        cents, total = bought[quantity], totals[quantity]
        return Purchase(needed, quantity, cents, total, self._reason(needed, quantity, totals))

    def _reason(self, needed: int, quantity: int, totals: dict[int, int]) -> str:
        if quantity == needed:
            return ""
        if needed < self.quantities[0] == quantity:
            return f"{quantity} is the smallest order"
        plain = totals[max(needed, self.quantities[0])]
        saved = cents_to_money(plain - totals[quantity])
        return f"{quantity} cost {saved:.2f} less than {max(needed, self.quantities[0])}"


def unit_prices(unit_cents: int, breaks: Sequence[tuple[int, int]] = ()) -> PriceBreaks:
    """Return a price of one piece and the lower ones, as (quantity, cents) pairs that rise in quantity."""
    quantities, lower = (1, *(at for at, _ in breaks)), (unit_cents, *(cents for _, cents in breaks))
    return PriceBreaks(quantities, lower)


def parse_price_breaks(text: str, where: str) -> PriceBreaks:
    """Return the breaks written as ``1:120.00; 24:110.00``.

    Parameters
    ----------
    text
        Quantity and unit price in whole currency units, pairs apart by ``;``.
    where
        File, line and field, for messages.

    Raises
    ------
    InputError
        If a pair cannot be read, a price is finer than a cent or rises, or a quantity
        does not.
    """
    pairs = [_PAIR.fullmatch(part) for part in text.split(";")]
    if not all(pairs):
        raise InputError(where, f"{text[:80]!r} is no list of volume prices", _EXPECTED)
    found = [(int(pair[1]), pair[2]) for pair in pairs if pair]
    return make_price_breaks(found, where)


def make_price_breaks(pairs: Sequence[tuple[int, str | float]], where: str) -> PriceBreaks:
    """Return the breaks of (quantity, unit price in whole currency units) pairs.

    Raises
    ------
    InputError
        As `parse_price_breaks` does.
    """
    quantities = tuple(quantity for quantity, _ in pairs)
    prices = tuple(money_to_cents(price, where) for _, price in pairs)
    problem = _problem(quantities, prices)
    if problem:
        raise InputError(where, problem, _EXPECTED)
    return PriceBreaks(quantities, prices)


def money_to_cents(amount: str | float, where: str) -> int:
    """Return whole cents of a decimal amount, as it was written.

    Raises
    ------
    InputError
        If it is no number, negative, too large or finer than a cent.
    """
    shown = str(amount)[:80]
    try:
        exact = Decimal(str(amount))
    except InvalidOperation as error:
        raise InputError(where, f"{shown!r} is not an amount of money") from error
    if not exact.is_finite():
        raise InputError(where, f"{shown!r} is not an amount of money")
    if not 0 <= exact <= MOST_CENTS // CENTS_PER_UNIT:
        raise InputError(where, f"{shown} is not between 0 and ten thousand million")
    whole = exact.quantize(_CENT)
    if whole != exact:
        raise InputError(where, f"{shown} is finer than a cent", f"for example {whole}")
    return int(whole * CENTS_PER_UNIT)


def _problem(quantities: Sequence[int], unit_cents: Sequence[int]) -> str:
    """Return what is wrong with breaks, nothing if they can be used."""
    if not quantities or len(quantities) != len(unit_cents):
        return "every break needs a quantity and a price, and there must be one at least"
    if not all(1 <= quantity <= MOST_PIECES for quantity in quantities):
        return "quantities must be between 1 and a thousand million"
    if not all(0 <= cents <= MOST_CENTS for cents in unit_cents):
        return "prices must be between 0 and ten thousand million"
    for here, there in pairwise(quantities):
        if there <= here:
            return f"quantities must rise: {there} follows {here}"
    for n, (here, there) in enumerate(pairwise(unit_cents)):
        if there > here:
            money = (f"{cents_to_money(cents):.2f}" for cents in (here, there))
            return "the price rises from {} to {}".format(*money) + f" at quantity {quantities[n + 1]}"
    return ""
