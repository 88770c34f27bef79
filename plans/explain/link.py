"""The links through a cable: their cables from device to device, their length and delay."""

from collections.abc import Iterator, Mapping
from typing import Any

from netfloor.fabric.fabric import PANEL, Cable, End, Fabric
from netfloor.fabric.links import Link, trace_links
from netfloor.foundation.units import CABLE_NS_PER_M, MM_PER_M, mm_to_metres
from netfloor.foundation.wording import count_text

#: Listed links of one cable, unless all are requested.
_MAX_LISTED = 1


def links_through(fabric: Fabric, cable: Cable) -> list[Link]:
    """Return the links through panels that use a cable."""
    if not any(device.kind == PANEL for device in fabric.devices):
        return []
    return [
        link
        for link in trace_links(fabric).links
        if len(link.pieces) > 1 and any(piece.id == cable.id for piece in link.pieces)
    ]


def link_document(fabric: Fabric, link: Link) -> dict[str, Any]:
    """Return the document of a link: its ends, its cables in order, its length and delay."""
    pieces = [
        {
            "cable": piece.id,
            "ends": [_port(fabric, end) for end in piece.ends],
            "length_mm": piece.length_mm,
            "installed": piece.installed,
            "length_listed": piece.length_listed,
            "kind": piece.kind,
        }
        for piece in link.pieces
    ]
    length_mm = link.length_mm
    delay = None if length_mm is None else round(length_mm * CABLE_NS_PER_M / MM_PER_M, 3)
    return {
        "ends": [_port(fabric, link.a), _port(fabric, link.b)],
        "gbps": link.gbps,
        "length_mm": length_mm,
        "delay_ns": delay,
        "pieces": pieces,
    }


def link_lines(documents: list[dict[str, Any]], *, verbose: bool) -> Iterator[str]:
    """Yield links through panels as lines of text; if verbose, all."""
    for document in documents if verbose else documents[:_MAX_LISTED]:
        rate = "" if document["gbps"] is None else f", {document['gbps']:g} Gb/s"
        yield f"link   {' to '.join(document['ends'])}{rate}"
        rows = [(piece["cable"], " to ".join(piece["ends"]), piece) for piece in document["pieces"]]
        wide = [max(len(row[column]) for row in rows) for column in (0, 1)]
        for name, ends, piece in rows:
            yield f"  {name:<{wide[0]}}  {ends:<{wide[1]}}  {_length(piece)}"
        if document["length_mm"] is not None:
            metres = f"{mm_to_metres(document['length_mm']):,.3f} m"
            cables = count_text(len(rows), "cable")
            yield f"       {metres} in {cables}, delay {document['delay_ns']:,.1f} ns"
    if not verbose and len(documents) > _MAX_LISTED:
        yield f"  ... {count_text(len(documents) - _MAX_LISTED, 'more link')}: --verbose"


def _length(piece: Mapping[str, Any]) -> str:
    metres = (
        "length unknown" if piece["length_mm"] is None else f"{mm_to_metres(piece['length_mm']):,.3f} m"
    )
    listed = ", length as listed" if piece["length_listed"] else ""
    return f"{metres:>10}" + (f", installed{listed}" if piece["installed"] else "")


def _port(fabric: Fabric, end: End) -> str:
    return f"{fabric.devices[end.device].name} {end.port_text}"
