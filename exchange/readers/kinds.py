"""What a device is of which a file does not say it: told by its cables."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from netfloor.exchange.fabric import HOST, SWITCH
from netfloor.exchange.readers.draft import Draft, Key
from netfloor.foundation.wording import count_text

#: A device with so many cables is a switch.
MANY_CABLES = 3


def settle_kinds(draft: Draft, known: Mapping[Key, str]) -> None:
    """Say of each node what it is, in place: as known, else by its cables; a note says how many."""
    cables = Counter(plug.node for wire in draft.wires for plug in wire.plugs)
    guessed = 0
    for key, node in draft.nodes.items():
        kind = known.get(key, "")
        guessed += not kind
        told = kind or (SWITCH if cables[key] >= MANY_CABLES else HOST)
        draft.nodes[key] = replace(node, kind=told, kind_stated=bool(kind))
    if guessed:
        draft.notes.append(
            f"no type given for {count_text(guessed, 'device')}: "
            f"those of {MANY_CABLES} cables or more are treated as switches"
        )
