"""The links of lists that go through panels: which pieces are bought, and what is known of them."""

import re
from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from netfloor.fabric.fabric import PANEL, Cable, Fabric
from netfloor.fabric.links import Link, trace_links
from netfloor.foundation.errors import InputError


@dataclass(frozen=True)
class PanelPath:
    """A link through panels.

    Attributes
    ----------
    cables
        Its pieces in their order, by their place in `Fabric.cables`.
    bought
        Which of them are bought.
    name
        Both ends.
    fibre
        What the lists say of its pieces, bought or installed; empty where they say nothing.
    installed_mm
        Length of each piece that is installed; 0 of others.
    measured_db
        Loss of each piece where it was measured.
    """

    cables: tuple[int, ...]
    bought: tuple[bool, ...]
    name: str
    fibre: str
    installed_mm: tuple[int, ...]
    measured_db: tuple[Fraction | None, ...]


def links_of_pieces(fabric: Fabric) -> tuple[dict[int, Link], list[int]]:
    """Return the link through panels of each cable that is a piece of one, and pieces of several.

    Pieces of several are those to be bought: an installed trunk may carry any number.
    """
    found: dict[int, list[Link]] = defaultdict(list)
    has_panels = any(device.kind == PANEL for device in fabric.devices)
    for link in trace_links(fabric).links if has_panels else ():
        for piece in link.pieces if len(link.pieces) > 1 else ():
            found[fabric.cable_of_id[piece.id]].append(link)
    shared = [
        number for number, links in found.items() if len(links) > 1 and not fabric.cables[number].installed
    ]
    return {number: links[0] for number, links in found.items()}, shared


def bought_pieces(fabric: Fabric, link: Link) -> list[int]:
    """Return the pieces of a link that are bought, in their order, by their place in the fabric."""
    return [fabric.cable_of_id[piece.id] for piece in link.pieces if not piece.installed]


def panel_path(fabric: Fabric, link: Link) -> PanelPath:
    """Return what parts are chosen by for a link through panels.

    Raises
    ------
    InputError
        If a measured loss cannot be read.
    """
    kinds = dict.fromkeys(piece.kind for piece in link.pieces if piece.kind)
    names = [f"{fabric.devices[end.device].name} {end.port_text}" for end in (link.a, link.b)]
    return PanelPath(
        tuple(fabric.cable_of_id[piece.id] for piece in link.pieces),
        tuple(not piece.installed for piece in link.pieces),
        " to ".join(names),
        " and ".join(kinds),
        tuple((piece.length_mm or 0) if piece.installed else 0 for piece in link.pieces),
        tuple(_measured_db(piece) for piece in link.pieces),
    )


def _measured_db(cable: Cable) -> Fraction | None:
    text = cable.column("loss") or cable.column("loss_(db)")
    if not text:
        return None
    number = text.lower().removesuffix("db").strip().replace(",", ".")
    if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,6})?", number):
        raise InputError(f"cable {cable.id}", f"loss {text!r} is not a number of dB", "such as 0.45 dB")
    return Fraction(number)
