"""``netfloor catalogue check``: what is in a catalogue."""


def check() -> None:
    """Check."""
