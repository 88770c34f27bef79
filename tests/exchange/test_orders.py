"""What is bought for the cables of a fabric."""

from typing import Any


def test_an_order_says_what_is_bought(make_job: Any) -> None:
    """With a cost set every cable has a part, a medium, and a length that reaches."""
    fabric = make_job(None, 3, ordered=True).fabric
    assert all(cable.part and cable.medium for cable in fabric.cables)
    assert all(cable.bought_mm >= cable.length_mm for cable in fabric.cables)
