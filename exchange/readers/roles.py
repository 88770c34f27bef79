"""Inference of device kinds in cable lists where no column gives them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from netfloor.exchange.readers.draft import NO_TYPE, Draft, Key
from netfloor.exchange.tables.kinds import (
    kind_of_model,
    kind_of_name,
    kind_of_ports,
    kinds_by_cables,
    kinds_by_patterns,
    name_patterns,
)
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import OTHER, PANEL, PDU, SERVER, STORAGE, SWITCH
from netfloor.fabric.power_ports import is_cord, is_supply
from netfloor.foundation.wording import count_text, join_words
from netfloor.topologies.parameters import shown

#: Number of names listed in a note.
_FEW = 4
_KIND_NOUNS = {
    SWITCH: "switch",
    SERVER: "server",
    STORAGE: "storage device",
    PANEL: "panel",
    PDU: "PDU",
    OTHER: "other device",
}


def settle_roles(
    draft: Draft, stated: Mapping[Key, str], request: TableRequest, *, otherwise: str | None = None
) -> None:
    """Set the kind of each device, in place; a note names devices that no column describes.

    The user's patterns come first, then the list, then names, ports, and finally cables: two servers are
    not connected to each other. ``otherwise``: the kind of devices whose names and ports are inconclusive;
    None to use their cables.
    """
    names = [node.name for node in draft.nodes.values()]
    patterns = kinds_by_patterns(names, request.patterns)
    by_pattern = {
        key: patterns[name] for key, name in zip(draft.nodes, names, strict=True) if name in patterns
    }
    known: dict[Key, str] = {**stated, **by_pattern}
    named = {
        key: kind
        for key in draft.nodes
        if key not in known
        and (kind := kind_of_name(draft.nodes[key].name) or kind_of_model(draft.nodes[key].model))
    }
    named |= _settle_power(draft, {**named, **known})
    ports: dict[Key, list[str]] = defaultdict(list)
    far: dict[Key, list[Key]] = defaultdict(list)
    for wire in draft.wires:
        for plug, other in (wire.plugs, wire.plugs[::-1]) if not wire.power else ():
            ports[plug.node].append("" if plug.port is None else str(plug.port))
            far[plug.node].append(other.node)
    if otherwise == SWITCH and not any(any(names) for names in ports.values()):
        # in a graph without ports: node1 and node2 are servers only if some device is named as a switch
        named = named if SWITCH in {*named.values(), *known.values()} else {}
    known |= named
    for key in draft.nodes:
        if key not in known and (kind := kind_of_ports(ports[key])):
            known[key] = kind
    guessed = [key for key in draft.nodes if key not in known]
    known |= (
        dict.fromkeys(guessed, otherwise)
        if otherwise
        else kinds_by_cables({key: far[key] for key in draft.nodes}, known)
    )
    for key, node in draft.nodes.items():
        draft.nodes[key] = replace(node, kind=known[key], kind_stated=key in stated or key in by_pattern)
    open_ones = [key for key in draft.nodes if key not in stated and key not in by_pattern]
    if open_ones and otherwise is None:
        draft.notes.append(_note(draft, open_ones, guessed))


def _settle_power(draft: Draft, known: Mapping[Key, str]) -> dict[Key, str]:
    """Mark the power cords, in place, and return the devices with nothing but cords as PDUs.

    A cord leads to a PDU unless it shows to be of a network, or from a port named like a power supply's.
    """
    fed: set[Key] = set()
    feeding: set[Key] = set()
    networked: set[Key] = set()
    for number, wire in enumerate(draft.wires):
        names = [plug.port if isinstance(plug.port, str) else "" for plug in wire.plugs]
        supplies = [*map(is_supply, names)]
        at_pdu = any(known.get(plug.node) == PDU for plug in wire.plugs)
        if wire.power or any(supplies) or (at_pdu and is_cord(wire.gbps, wire.kind, names)):
            draft.wires[number] = wire._replace(power=True)
            fed |= {plug.node for plug, supply in zip(wire.plugs, supplies, strict=True) if supply}
            feeding |= {plug.node for plug, supply in zip(wire.plugs, supplies, strict=True) if not supply}
        else:
            networked |= {plug.node for plug in wire.plugs}
    return dict.fromkeys((key for key in feeding - fed - networked if key not in known), PDU)


def _note(draft: Draft, keys: Sequence[Key], guessed: Sequence[Key]) -> str:
    """Return the number of devices without a type, their assumed kinds, and the option that sets them."""
    taken = []
    for kind, many in _KIND_NOUNS.items():
        names = [shown(draft.nodes[key].name) for key in keys if draft.nodes[key].kind == kind]
        if names:
            more = f" and {len(names) - _FEW:,} more" if len(names) > _FEW else ""
            taken.append(f"{count_text(len(names), many)} ({', '.join(names[:_FEW])}{more})")
    how = "by names and ports" if not guessed else "by names, ports and cables"
    by_cables = [draft.nodes[key].name for key in guessed]
    pattern = f"'{','.join(name_patterns(by_cables))}'" if guessed else "PATTERN"
    return (
        f"{NO_TYPE} {count_text(len(keys), 'device')}: taken {how} as {join_words(taken)}; "
        f"--switches {pattern}, --servers {pattern} and --panels PATTERN change it"
    )
