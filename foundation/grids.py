"""Size rule for roughly square rooms, shared by rooms and topologies generated for them."""

import math

ROW_PITCH_MM = 2000
COLUMN_PITCH_MM = 600


def cabinets_needed(routers: int, per_cabinet: int = 2) -> int:
    """Return the number of cabinets needed for ``routers``."""
    return -(-routers // per_cabinet)


def square_grid(cabinets: int) -> tuple[int, int]:
    """Return (rows, columns) of a roughly square room for ``cabinets``.

    SpectralFly (section VII): ``y = ceil(sqrt(2c / 0.6))`` columns of 0.6 m and ``x = ceil(c / y)`` rows of
    2 m. The paper's text lost the root sign; all eight maxima printed in Table II follow this rule.
    """
    # sqrt(2c / 0.6) = sqrt(10c / 3), rounded up in integers
    squared = -(-10 * cabinets // 3)
    columns = math.isqrt(squared)
    columns += columns * columns < squared
    return -(-cabinets // columns), columns
