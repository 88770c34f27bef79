"""What sheets for installers say of a cable."""

from exchange.fabric import Cable, End, Fabric
from exchange.human_text import one_line
from exchange.label_format import label_lines
from exchange.quantities import metres_up
from exchange.writers.labels import label_values


def bought_text(cable: Cable) -> str:
    """Return the metres of the cable in the hand; empty where nobody said."""
    return "" if cable.bought_mm is None else metres_up(cable.bought_mm)


def part_text(cable: Cable) -> str:
    """Return what the cable is, and with which other one it is one piece."""
    part = one_line(cable.part or cable.medium)
    return f"{part}, one piece with {cable.piece}" if cable.piece not in {"", cable.id} else part


def label_text(fabric: Fabric, form: str, cable: Cable, near: End, far: End) -> str:
    """Return the first line of a label."""
    return one_line(label_lines(form, label_values(fabric, cable, near, far))[0])
