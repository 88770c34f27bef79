"""``netfloor catalogue show``: what is in a catalogue."""


def show() -> None:
    """Show."""
