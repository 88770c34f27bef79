"""Families and placers of the user's own, beside those that ship."""

from netfloor.foundation import plugins
from netfloor.foundation.errors import InputError
from netfloor.layout.chains.portfolio import IMPORTED, PORTFOLIO, known_placers
from netfloor.layout.placed import Placer
from netfloor.layout.placers import PLACERS, PlacerChoice
from netfloor.topologies.family import Family
from netfloor.topologies.spec import FAMILIES


def families() -> tuple[str, ...]:
    """Return the word before the colon of every kind of spec."""
    return (*FAMILIES, *plugins.names_of(plugins.FAMILIES))


def placers() -> tuple[str, ...]:
    """Return the name of every placer."""
    return known_placers()


def register_family(family: Family) -> Family:
    """Let specs of this program name a family; packages have the entry points ``netfloor.families``.

    Raises
    ------
    InputError
        If netfloor has a family of that name.
    """
    if family.name in FAMILIES:
        raise InputError("family", f"{family.name!r} ships with netfloor", "give it another name")
    plugins.register(plugins.FAMILIES, family.name, family)
    return family


def register_placer(
    name: str, place: Placer, summary: str = "", *, unit: str = "iterations", iterations: int = 1_000_000
) -> PlacerChoice:
    """Let this program place by a placer; packages have the entry points ``netfloor.placers``.

    Parameters
    ----------
    summary
        What it is, in a few words.
    unit, iterations
        What its effort is counted in, and how much of it is spent when nobody says.

    Raises
    ------
    InputError
        If netfloor has a placer of that name.
    """
    if name in (PORTFOLIO, IMPORTED, *PLACERS):
        raise InputError("placer", f"{name!r} ships with netfloor", "give it another name")
    choice = PlacerChoice(place, summary, unit, iterations)
    plugins.register(plugins.PLACERS, name, choice)
    return choice
