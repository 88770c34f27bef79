"""The cable that a list asks for: a kind of cable with plugs, a fibre type, or only copper or fibre."""

#: Twisted pair.
TWISTED_PAIR = "TP"
#: Kinds of cables with a plug at both ends.
ASSEMBLIES = ("DAC", "ACC", "AEC", "AOC", TWISTED_PAIR)
#: Fibre types of cords between transceivers, as ISO/IEC 11801-1 names them.
MULTIMODE_TYPES = ("OM1", "OM2", "OM3", "OM4", "OM5")
SINGLE_MODE_TYPES = ("OS1", "OS2")
#: Words for a medium of several kinds.
COPPER, FIBRE, MULTIMODE, SINGLE_MODE = "copper", "fibre", "multimode", "single-mode"
#: The kinds and fibre types that each word covers.
COVERED: dict[str, tuple[str, ...]] = {
    COPPER: tuple(kind for kind in ASSEMBLIES if kind != "AOC"),
    FIBRE: ("AOC", *MULTIMODE_TYPES, *SINGLE_MODE_TYPES),
    MULTIMODE: MULTIMODE_TYPES,
    SINGLE_MODE: SINGLE_MODE_TYPES,
}


def is_covered(kind: str, listed: str) -> bool:
    """Return True if a kind of cable, or a cord of a fibre type, meets a list's request.

    ``listed`` is a kind, a fibre type or one of the words of `COVERED`; empty if the list leaves it open.
    """
    return not listed or kind in COVERED.get(listed, (listed,))


def narrowest(listed: tuple[str, ...]) -> str | None:
    """Return the statement that satisfies all of these, None if they contradict each other."""
    distinct = dict.fromkeys(item for item in listed if item)
    for item in sorted(distinct, key=lambda name: len(COVERED.get(name, (name,)))):
        own = COVERED.get(item, (item,))
        if all(set(own) <= set(COVERED.get(other, (other,))) for other in distinct):
            return item
    return None if distinct else ""
