"""What each device of a list of cables is, switch or server, where no column says it."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase

from netfloor.exchange.readers.draft import MANY_CABLES, NO_TYPE, Draft, Key
from netfloor.exchange.tables.fields import kind_of_words
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import OTHER, PANEL, PDU, SERVER, STORAGE, SWITCH
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import count_text, join_words
from netfloor.topologies.parameters import shown

#: Names that a note lists.
_FEW = 4
_KIND_NOUNS = {
    SWITCH: "switch",
    SERVER: "server",
    STORAGE: "storage device",
    PANEL: "panel",
    PDU: "PDU",
    OTHER: "other device",
}
#: Ports of power supplies.
_POWER_PORT = re.compile(
    r"(?:psu|pwr|power|inlet|netzteil)[ _-]{0,2}[a-z]{0,8}[ _-]{0,2}[0-9]{0,2}", re.IGNORECASE
)
#: Ports as Linux, RDMA and boards of servers name them, and as switches do.
_SERVER_PORT = re.compile(
    r"(?:eth[0-9]{1,4}|vmnic|p[0-9]p[0-9]|en[opsx][0-9a-z]{1,20}|ib[0-9]|mlx|roce|hfi|hca|nic|bond|gpu|bf[0-9]|ocp|pcie|bmc|ilo"
    r"|idrac|ipmi|xcc|connectx|cx[0-9])(?![a-z]{4}).{0,40}",
    re.IGNORECASE,
)
_SWITCH_PORT = re.compile(
    r"(?:swp|eth[0-9]{1,4}/|ethernet|(?:te|gi|fo|hu|twe)[a-z]{0,20}[0-9]{1,4}/|[xeg][et]-[0-9])"
    r".{0,60}",
    re.IGNORECASE,
)
#: Beginnings of names that say more than the words of types do.
_SERVER_NAME = re.compile(
    r"srv|serv[0-9]{0,4}$|esx|svr|cn[0-9]|nid[0-9]|nas[0-9]|worker|master[0-9]|mlx[0-9]", re.IGNORECASE
)
_SWITCH_NAME = re.compile(r"sw[0-9a-f]{0,2}[0-9]|superspine|agg[0-9]|fanout|oob", re.IGNORECASE)
_PARTS = re.compile(r"[A-Za-z]+[0-9]{0,6}")


def kind_of_name(name: str) -> str | None:
    """Return the kind that the words of a name leave no doubt about, such as leaf1 or pdu-a, else None."""
    if (kind := kind_of_words(name[:200])) is not None:
        return kind
    parts = _PARTS.findall(name[:200])
    switch = any(_SWITCH_NAME.match(part) for part in parts)
    server = any(_SERVER_NAME.match(part) for part in parts)
    return None if switch == server else SWITCH if switch else SERVER


def kind_of_ports(names: Iterable[str]) -> str | None:
    """Return `SERVER` if all ports are named as a server's, `SWITCH` if one is as a switch's, else None."""
    ports = [name[:80] for name in names]
    if any(_SWITCH_PORT.fullmatch(name) for name in ports):
        return SWITCH
    return SERVER if ports and all(_SERVER_PORT.fullmatch(name) for name in ports) else None


def settle_roles(
    draft: Draft, stated: Mapping[Key, str], request: TableRequest, *, otherwise: str | None = None
) -> None:
    """Say of each device what it is, in place; a note names those that no column states.

    The user's patterns count first, then what the list states, names, ports, and last the cables: two
    servers are not joined to each other. ``otherwise``: the kind of those whose name and ports say nothing;
    None to go by their cables.
    """
    by_pattern = _by_patterns(draft, request)
    known: dict[Key, str] = {**stated, **by_pattern}
    named = {
        key: kind
        for key in draft.nodes
        if key not in known and (kind := kind_of_name(draft.nodes[key].name))
    }
    named |= _settle_power(draft, {**named, **known})
    ports: dict[Key, list[str]] = defaultdict(list)
    far: dict[Key, list[Key]] = defaultdict(list)
    for wire in draft.wires:
        for plug, other in (wire.plugs, wire.plugs[::-1]) if not wire.power else ():
            ports[plug.node].append("" if plug.port is None else str(plug.port))
            far[plug.node].append(other.node)
    if otherwise == SWITCH and not any(any(names) for names in ports.values()):
        # of a graph without ports: node1 and node2 are no servers unless something is called a switch
        named = named if SWITCH in {*named.values(), *known.values()} else {}
    known |= named
    for key in draft.nodes:
        if key not in known and (kind := kind_of_ports(ports[key])):
            known[key] = kind
    guessed = [key for key in draft.nodes if key not in known]
    for key in guessed:
        if (
            otherwise
            or len(far[key]) >= MANY_CABLES
            or any(known.get(other) in {SERVER, STORAGE} for other in far[key])
        ):
            known[key] = otherwise or SWITCH
    left = [key for key in guessed if key not in known]
    leaves = {key for key in left if all(known.get(other) == SWITCH for other in far[key])}
    known |= {key: SERVER if key in leaves else SWITCH for key in left}
    for key, node in draft.nodes.items():
        draft.nodes[key] = replace(node, kind=known[key], kind_stated=key in stated or key in by_pattern)
    open_ones = [key for key in draft.nodes if key not in stated and key not in by_pattern]
    if open_ones and otherwise is None:
        draft.notes.append(_note(draft, open_ones, guessed))


def _settle_power(draft: Draft, known: Mapping[Key, str]) -> dict[Key, str]:
    """Mark the power cords, in place, and return the devices that nothing but cords lead to as PDUs.

    A cord leads to a PDU, or from a port that is called as a power supply's.
    """
    fed: set[Key] = set()
    feeding: set[Key] = set()
    networked: set[Key] = set()
    for number, wire in enumerate(draft.wires):
        supplies = [_POWER_PORT.fullmatch(str(plug.port)[:80]) is not None for plug in wire.plugs]
        if wire.power or any(supplies) or any(known.get(plug.node) == PDU for plug in wire.plugs):
            draft.wires[number] = wire._replace(power=True)
            fed |= {plug.node for plug, supply in zip(wire.plugs, supplies, strict=True) if supply}
            feeding |= {plug.node for plug, supply in zip(wire.plugs, supplies, strict=True) if not supply}
        else:
            networked |= {plug.node for plug in wire.plugs}
    return dict.fromkeys((key for key in feeding - fed - networked if key not in known), PDU)


def _by_patterns(draft: Draft, request: TableRequest) -> dict[Key, str]:
    """Return the kinds by the user's patterns; `InputError` for one that fits no name, or both kinds."""
    kinds: dict[Key, str] = {}
    for kind, option, patterns in (
        (SWITCH, "switches", request.switches),
        (SERVER, "servers", request.servers),
    ):
        for pattern in patterns:
            found = [key for key, node in draft.nodes.items() if fnmatchcase(node.name, pattern)]
            if not found:
                names = ", ".join(shown(node.name) for node in list(draft.nodes.values())[:_FEW])
                raise InputError(
                    setting(option), f"no device is called {shown(pattern)!r}", f"names are {names}"
                )
            for key in found:
                if kinds.setdefault(key, kind) != kind:
                    name = shown(draft.nodes[key].name)
                    what = f"{shown(pattern)!r} names {name}, which is a switch by {setting('switches')}"
                    raise InputError(setting(option), what, "patterns that do not overlap")
    return kinds


def _note(draft: Draft, keys: Sequence[Key], guessed: Sequence[Key]) -> str:
    """Return how many devices have no type, what they are taken for, and the option that settles it."""
    taken = []
    for kind, many in _KIND_NOUNS.items():
        names = [shown(draft.nodes[key].name) for key in keys if draft.nodes[key].kind == kind]
        if names:
            more = f" and {len(names) - _FEW:,} more" if len(names) > _FEW else ""
            taken.append(f"{count_text(len(names), many)} ({', '.join(names[:_FEW])}{more})")
    how = "by names and ports" if not guessed else "by names, ports and cables"
    return (
        f"{NO_TYPE} {count_text(len(keys), 'device')}: taken {how} as {join_words(taken)}; "
        "--switches PATTERN and --servers PATTERN change it"
    )
