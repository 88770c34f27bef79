"""Formats that state each cable at both of its ends: the two must agree."""

from exchange.readers.draft import Draft, Plug, Wire
from foundation.errors import InputError
from topologies.parameters import shown


def pair(draft: Draft) -> None:
    """Make one wire of the two statements of each cable, in place; note which stand alone.

    Raises
    ------
    InputError
        If the two ends of a cable contradict each other, or a node is never declared.
    """
    stated = _by_end(draft)
    kept: list[Wire] = []
    alone: list[Wire] = []
    unequal: list[Wire] = []
    done: set[Plug] = set()
    for here, wire in stated.items():
        if here in done:
            continue
        done |= {here, wire.b}
        back = stated.get(wire.b)
        if back is None:
            alone.append(wire)
        elif back.b != here:
            what = f"{_text(draft, here)} leads to {_text(draft, wire.b)}, which leads elsewhere"
            raise InputError(wire.where, f"{what} at {back.where}", "both ends of a cable name each other")
        elif None not in {wire.gbps, back.gbps} and wire.gbps != back.gbps:
            unequal.append(wire)
        kept.append(wire if back is None else _merged(wire, back))
    draft.wires = kept
    if alone and len(alone) < len(kept):  # all of them is a way of writing, some a sign of a loss
        what = f"{len(alone):,} of {len(kept):,} cables stand at one of their ends only"
        draft.notes.append(f"{what}, first at {alone[0].where}")
    if unequal:
        draft.notes.append(
            f"{len(unequal):,} cables have another rate at their other end, first at {unequal[0].where}"
        )


def _by_end(draft: Draft) -> dict[Plug, Wire]:
    """Return the statement of each end; a repeated one must be the same."""
    stated: dict[Plug, Wire] = {}
    for wire in draft.wires:
        for plug in wire.plugs:
            if plug.node not in draft.nodes:
                raise InputError(
                    wire.where,
                    f"leads to {shown(str(plug.node))!r}, which the file does not hold",
                    "a whole file",
                )
        before = stated.setdefault(wire.a, wire)
        if before.b != wire.b:
            what = f"{_text(draft, wire.a)} was joined to {_text(draft, before.b)} at {before.where}"
            raise InputError(wire.where, what, "a port holds one cable")
    return stated


def _merged(wire: Wire, back: Wire) -> Wire:
    """Return a cable with what either end knows of it."""
    gbps = wire.gbps if wire.gbps is not None else back.gbps
    length_mm = wire.length_mm if wire.length_mm is not None else back.length_mm
    return wire._replace(gbps=gbps, length_mm=length_mm)


def _text(draft: Draft, plug: Plug) -> str:
    return f"port {shown(str(plug.port))} of {shown(draft.nodes[plug.node].name)!r}"
