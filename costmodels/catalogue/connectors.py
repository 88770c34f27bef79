"""Names of connectors that a catalogue may use, and what to say about others."""

import difflib
from collections.abc import Iterable

#: Forms of cages and of the plugs that go into them. ``OSFP-RHS`` is the flat module of
#: adapters, whose heat sink rides on the cage; it does not fit where a finned one goes.
CAGE_FORMS = (
    "SFP+",
    "SFP28",
    "SFP56",
    "SFP112",
    "QSFP+",
    "QSFP28",
    "QSFP56",
    "QSFP112",
    "QSFP-DD",
    "QSFP-DD800",
    "OSFP",
    "OSFP-RHS",
    "OSFP1600",
    "CXP",
)
#: Fibre connectors with their polish where it matters: flat and angled ones do not mate.
FIBRE_CONNECTORS = ("LC", "MPO-12/UPC", "MPO-12/APC", "MPO-16/APC", "MPO-24/UPC", "SN", "MDC", "CS")


def unknown_name(name: str, known: Iterable[str], extra_field: str) -> str:
    """Return what would be right instead of an unknown connector."""
    names = list(known)
    close = difflib.get_close_matches(name, names, n=1)
    guess = f"did you mean {close[0]!r}? " if close else ""
    return f"{guess}known: {', '.join(names)}; your own go into {extra_field}"
