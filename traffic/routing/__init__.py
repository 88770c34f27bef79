"""Routings by name. To add one: a file here, an entry below."""

import difflib

from netfloor.foundation.errors import InputError, setting
from netfloor.traffic.routing.dimension_order import DIMENSION_ORDER
from netfloor.traffic.routing.minimal import GROUP_MINIMAL, MINIMAL, SINGLE_PATH
from netfloor.traffic.routing.rule import RoutingRule
from netfloor.traffic.routing.ugal import UGAL
from netfloor.traffic.routing.up_down import UP_DOWN
from netfloor.traffic.routing.valiant import GROUP_VALIANT, VALIANT

#: All routings.
ROUTINGS: dict[str, RoutingRule] = {
    rule.name: rule
    for rule in (
        *(MINIMAL, SINGLE_PATH, VALIANT, *UGAL[:2], GROUP_MINIMAL, GROUP_VALIANT, *UGAL[2:]),
        *(DIMENSION_ORDER, UP_DOWN),
    )
}


def routing_named(name: str, asked_by: str = "routing") -> RoutingRule:
    """Return a routing by its name; ``asked_by`` is the setting named in a message.

    Raises
    ------
    InputError
        If the name is unknown; the message lists the known names.
    """
    if name not in ROUTINGS:
        close = difflib.get_close_matches(name, ROUTINGS, n=1)
        meant = f"did you mean {close[0]}? " if close else ""
        known = f"{meant}known: {', '.join(ROUTINGS)}"
        raise InputError(setting(asked_by), f"unknown routing {name[:60]!r}", known)
    return ROUTINGS[name]
