"""Listed links through panels: the pieces to buy, and their known properties."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from netfloor.fabric.fabric import PANEL, Cable, Fabric
from netfloor.fabric.links import Link, trace_links
from netfloor.fabric.media import narrowest
from netfloor.foundation.errors import InputError


@dataclass(frozen=True)
class PanelPath:
    """A link through panels.

    Attributes
    ----------
    cables
        Its pieces in order, as indices into `Fabric.cables`.
    bought
        Whether each piece is to be bought.
    name
        Both ends.
    fibre
        Listed medium of its pieces, bought or installed; empty if not listed, all of them if none fits all.
    installed_mm
        Length of each installed piece; 0 for others.
    measured_db
        Measured loss of each piece, if any.
    """

    cables: tuple[int, ...]
    bought: tuple[bool, ...]
    name: str
    fibre: str
    installed_mm: tuple[int, ...]
    measured_db: tuple[Fraction | None, ...]


def legs_of_pieces(fabric: Fabric, gbps: Mapping[int, float]) -> dict[tuple[int, int], tuple[int, float]]:
    """Return number and rate of the links at each end, a cable and 0 or 1, that all links of a piece share.

    ``gbps``: the rates of the cables to buy. A cage holds 1, 2, 4 or 8 links, of which some may be unused.
    """
    pieces: dict[str, list[int]] = defaultdict(list)
    for number in gbps:
        if piece := fabric.cables[number].column("piece"):
            pieces[piece].append(number)
    results: dict[tuple[int, int], tuple[int, float]] = {}
    for own in pieces.values():
        ends = [
            (number, side, fabric.cables[number].ends[side].device) for number in own for side in (0, 1)
        ]
        times = Counter(device for *_, device in ends)
        for number, side, device in ends:
            if times[device] == len(own) > 1:
                results[number, side] = len(own), gbps[number] * (1 << (len(own) - 1).bit_length())
    return results


def links_of_pieces(fabric: Fabric) -> tuple[dict[int, Link], list[int]]:
    """Return the panel link of each cable that is a piece of one, and the pieces of several links.

    The latter are only pieces to buy: an installed trunk may carry any number of links.
    """
    result: dict[int, list[Link]] = defaultdict(list)
    has_panels = any(device.kind == PANEL for device in fabric.devices)
    for link in trace_links(fabric).links if has_panels else ():
        for piece in link.pieces if len(link.pieces) > 1 else ():
            result[fabric.cable_of_id[piece.id]].append(link)
    shared = [
        number for number, links in result.items() if len(links) > 1 and not fabric.cables[number].installed
    ]
    return {number: links[0] for number, links in result.items()}, shared


def bought_pieces(fabric: Fabric, link: Link) -> list[int]:
    """Return the pieces of a link to buy, in order, as indices into the fabric."""
    return [fabric.cable_of_id[piece.id] for piece in link.pieces if not piece.installed]


def panel_path(fabric: Fabric, link: Link) -> PanelPath:
    """Return the data for choosing the parts of a link through panels.

    Raise `InputError` if a measured loss cannot be read.
    """
    kinds = tuple(dict.fromkeys(piece.kind for piece in link.pieces if piece.kind))
    names = [f"{fabric.devices[end.device].name} {end.port_text}" for end in (link.a, link.b)]
    return PanelPath(
        tuple(fabric.cable_of_id[piece.id] for piece in link.pieces),
        tuple(not piece.installed for piece in link.pieces),
        " to ".join(names),
        " and ".join(kinds) if (kind := narrowest(kinds)) is None else kind,
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
