"""The loads that remain after a feed fails."""

import pytest

from netfloor.fabric.power import FeedFailure, Load


@pytest.mark.parametrize(
    ("loads", "fullest"),
    [
        ({7: Load(900, 3000), 8: Load(800, 1000)}, 8),  # the share counts, not the watts
        ({7: Load(900), 8: Load(100, 1000)}, 8),
        ({7: Load(900)}, None),
        ({}, None),
    ],
)
def test_the_fullest_pdu_has_the_largest_share_of_its_limit(
    loads: dict[int, Load], fullest: int | None
) -> None:
    """PDUs without a limit have no share."""
    assert FeedFailure("A", (), 0.0, {}, loads).fullest_pdu == fullest
