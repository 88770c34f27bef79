"""Registration of your own families and placers."""

from netfloor.foundation import plugins
from netfloor.foundation.errors import InputError
from netfloor.layout.chains.portfolio import IMPORTED, PORTFOLIO, known_placers
from netfloor.layout.placed import Placer
from netfloor.layout.placers import PLACERS, PlacerChoice
from netfloor.topologies.family import Family
from netfloor.topologies.spec import FAMILIES


def families() -> tuple[str, ...]:
    """Return the family names, as used before the colon of a spec."""
    return (*FAMILIES, *plugins.names_of(plugins.FAMILIES))


def placers() -> tuple[str, ...]:
    """Return the names of all placers."""
    return known_placers()


def register_family(family: Family) -> Family:
    """Register a network family in this process; packages use the entry points ``netfloor.families``.

    Raises
    ------
    InputError
        If the name is already used by netfloor.
    """
    if family.name in FAMILIES:
        raise InputError("family", f"{family.name!r} ships with netfloor", "give it another name")
    plugins.register(plugins.FAMILIES, family.name, family)
    return family


def register_placer(
    name: str, place: Placer, summary: str = "", *, unit: str = "iterations", iterations: int = 1_000_000
) -> PlacerChoice:
    """Register a placer in this process; packages use the entry points ``netfloor.placers``.

    Parameters
    ----------
    summary
        Description in a few words.
    unit, iterations
        Unit of its budget, and the default budget.

    Raises
    ------
    InputError
        If the name is already used by netfloor.
    """
    if name in (PORTFOLIO, IMPORTED, *PLACERS):
        raise InputError("placer", f"{name!r} ships with netfloor", "give it another name")
    choice = PlacerChoice(place, summary, unit, iterations)
    plugins.register(plugins.PLACERS, name, choice)
    return choice
