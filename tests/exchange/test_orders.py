"""Purchases of an export: what is to be known of pieces that carry several links."""

from netfloor.exchange.orders import CablePurchase, Orders


def test_the_note_counts_links_and_the_pieces_that_they_share() -> None:
    """Three links in two pieces are three and two; links on cables of their own are no note."""
    alone = CablePurchase("optical", "AOC", 5000)
    shared = [CablePurchase("optical", "AOC-4", 5000, piece=piece) for piece in (1, 1, 7)]
    assert Orders((alone, alone)).notes == ()
    (note,) = Orders((alone, *shared)).notes
    assert note.startswith("3 links run in 2 pieces")
