"""Break-even of two offers: the price or the number of years at which their costs are equal."""

from collections.abc import Sequence
from fractions import Fraction

Money = int | Fraction


def equal_factor(
    cheaper: Money, cheaper_share: Money, dearer: Money, dearer_share: Money
) -> Fraction | None:
    """Return the factor on one price that makes two offers cost the same, None if no positive factor does.

    At fixed quantities, cost is linear in a price: ``cheaper + (f - 1) cheaper_share`` equals ``dearer + (f
    - 1) dearer_share`` at ``f = 1 - (dearer - cheaper) / (dearer_share - cheaper_share)``.

    ``cheaper``, ``dearer``: costs of the two offers, in one unit; ``cheaper_share``, ``dearer_share``: the
    part of each cost that is proportional to the price.
    """
    apart = Fraction(dearer_share) - Fraction(cheaper_share)
    if not apart:
        return None
    factor = 1 - (Fraction(dearer) - Fraction(cheaper)) / apart
    return factor if factor > 0 else None


def equal_years(cheaper: Sequence[Money], dearer: Sequence[Money], years: int) -> int | None:
    """Return the nearest number of years at which the dearer offer costs no more than the cheaper one.

    Parameters
    ----------
    cheaper, dearer
        Costs of the two offers over 1, 2, ... years, of equal length.
    years
        A number of years at which ``cheaper`` is cheaper.

    Returns
    -------
    int or None
        Whole years, the smaller of two equally near; None if there is none.
    """
    turned = [n for n, (a, b) in enumerate(zip(cheaper, dearer, strict=True), 1) if b <= a]
    return min(turned, key=lambda n: (abs(n - years), n), default=None)
