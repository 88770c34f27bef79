"""Reader of htsim's ``.topo`` files: fat trees by the parameters of two or three tiers.

Parameters are defined in ``sim/datacenter/fat_tree_topology.cpp`` of Broadcom/csg-htsim.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from netfloor.exchange.readers.draft import Draft, Node, Plug, Wire, finish
from netfloor.exchange.tables.fields import rate_gbps, whole
from netfloor.fabric.fabric import SERVER, SWITCH, Fabric
from netfloor.foundation.errors import InputError
from netfloor.foundation.sizes import refuse_if_too_large
from netfloor.topologies.parameters import shown

_HEADS = ("nodes", "tiers", "podsize")
_TIER = ("downlink_speed_gbps", "radix_down", "radix_up", "bundle", "oversubscribed")
_PASSED_OVER = ("switch_latency_ns", "queue_down", "queue_up")
_LATENCY = "downlink_latency_ns"
_MOST = 10_000_000
#: Switch names per tier in htsim's logs.
_NAMES = ("LS", "US", "CS")
_EXPECTED = "Nodes, Tiers and Podsize, then for each Tier its Radix_Down, Radix_Up and Downlink_speed_Gbps"


@dataclass
class _Tier:
    """The parameters of a tier; 0 if missing in the file."""

    where: str
    radix_down: int = 0
    radix_up: int = 0
    bundle: int = 1
    oversubscribed: int = 0
    gbps: float | None = None
    latency: str = ""


@dataclass(frozen=True)
class _Tree:
    """A consistent tree: switches of each tier, those of the lower two per pod."""

    nodes: int
    pods: int
    tors: int
    aggregation: int
    cores: int
    tiers: tuple[_Tier, ...]


def is_htsim(text: str) -> bool:
    """Return True for a text that starts with an htsim parameter."""
    lines = (line.split() for line in text.splitlines() if line.strip() and line.lstrip()[0] != "#")
    first = next(lines, [])
    return len(first) == 2 and first[0].lower() in _HEADS and first[1].isdecimal()


def read_tree(lines: Iterable[tuple[int, str]], where: str) -> Fabric:
    """Return the fabric of a tree: servers ``SRC0``, switches ``LS0``, ``US0``, ``CS0`` as in htsim's logs.

    Raises `InputError` with the line of an invalid parameter, or if the numbers do not form a tree.
    """
    tree = _tree(*_parameters(lines, where), where)
    switches = tree.pods * (tree.tors + tree.aggregation) + tree.cores
    refuse_if_too_large(where, switches + tree.nodes, switches * (1 + tree.tiers[0].radix_up))
    draft = Draft(where)
    names = [(name, SWITCH) for name in _switch_names(tree)]
    for name, kind in (*names, *((f"SRC{host}", SERVER) for host in range(tree.nodes))):
        draft.add(name, Node(name, kind, where))
    for a, b, tier, count in _links(tree):
        latency = (("latency_ns", tier.latency),) if tier.latency else ()
        wire = Wire(Plug(a, None), Plug(b, None), tier.where, tier.gbps, attributes=latency)
        draft.wires += [wire] * count
    draft.notes += _notes(tree)
    return finish(draft)


def _parameters(lines: Iterable[tuple[int, str]], where: str) -> tuple[dict[str, int], list[_Tier]]:
    heads: dict[str, int] = {}
    tiers: dict[int, _Tier] = {}
    tier: _Tier | None = None
    for number, line in lines:
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        at, name = f"{where}: line {number}", words[0].lower()
        if len(words) < 2:
            raise InputError(at, f"{shown(words[0])!r} has no value", _EXPECTED)
        if name == "tier":
            level = whole(words[1], at, "tier", 0, 2)
            if level in tiers:
                raise InputError(at, f"tier {level} is given twice", "each tier once")
            tier = tiers[level] = _Tier(at)
        elif tier is not None:
            _set(tier, words, at)
        elif name in _HEADS:
            heads[name] = whole(words[1], at, words[0], 1, _MOST)
        else:
            raise _unknown(words[0], at)
    return heads, _complete(heads, tiers, where)


def _complete(heads: dict[str, int], tiers: dict[int, _Tier], where: str) -> list[_Tier]:
    """Return the tiers in order; raise `InputError` if a parameter is missing."""
    for name in _HEADS:
        if name not in heads:
            raise InputError(where, f"has no {name.capitalize()}", _EXPECTED)
    count = heads["tiers"]
    if count not in {2, 3} or sorted(tiers) != list(range(count)):
        what = f"{count} tiers, of which {len(tiers)} have parameters"
        raise InputError(where, what, "2 or 3 tiers, numbered from 0")
    return [tiers[level] for level in range(count)]


def _unknown(word: str, where: str) -> InputError:
    return InputError(where, f"{shown(word)!r} is not understood", _EXPECTED)


def _set(tier: _Tier, words: list[str], where: str) -> None:
    """Set a parameter of a tier."""
    name, text = words[0].lower(), words[1]
    if name == "downlink_speed_gbps":
        tier.gbps = rate_gbps(text, where)
    elif name == _LATENCY:
        tier.latency = str(whole(text, where, name, 0, 10**12))
    elif name in _TIER:
        setattr(tier, name, whole(text, where, name, 1, _MOST))
    elif name not in _PASSED_OVER:
        raise _unknown(words[0], where)


def _tree(heads: dict[str, int], tiers: list[_Tier], where: str) -> _Tree:
    """Return the switches of each tier; raise `InputError` if a division leaves a remainder."""
    nodes = heads["nodes"]
    size = heads["podsize"] if len(tiers) == 3 else nodes
    low, middle = tiers[0], tiers[1]
    for tier in tiers:
        if not tier.radix_down or (tier is not tiers[-1] and not tier.radix_up):
            raise InputError(tier.where, "has no Radix_Down or no Radix_Up", _EXPECTED)
    pods = _parts(nodes, size, where, "nodes in pods")
    tors = _parts(size, low.radix_down, low.where, "nodes of a pod at Radix_Down")
    above = _parts(tors * low.radix_up, middle.radix_down, middle.where, "links up at Radix_Down")
    if above * middle.bundle != low.radix_up:
        what = f"Radix_Up {low.radix_up} of tier 0 and {above} switches above, bundles of {middle.bundle}"
        raise InputError(low.where, what, "Radix_Up as many as switches above times Bundle of tier 1")
    cores = 0
    if len(tiers) == 3:
        high = tiers[2]
        ups = pods * above * middle.radix_up
        cores = _parts(ups, high.radix_down, high.where, "links up at Radix_Down")
        if above * _parts(middle.radix_up, high.bundle, high.where, "Radix_Up in bundles") != cores:
            what = f"{cores} core switches, {above} of a pod below, {middle.radix_up} links up each"
            raise InputError(high.where, what, "cores as many as switches of a pod times Radix_Up / Bundle")
    return _Tree(nodes, pods, tors, above, cores, tuple(tiers))


def _parts(total: int, size: int, where: str, what: str) -> int:
    if total % size:
        raise InputError(where, f"{total:,} {what} of {size:,} leave {total % size:,} over", "a multiple")
    return total // size


def _switch_names(tree: _Tree) -> Iterator[str]:
    counts = (tree.pods * tree.tors, tree.pods * tree.aggregation, tree.cores)
    for letters, count in zip(_NAMES, counts, strict=True):
        for number in range(count):
            yield f"{letters}{number}"


def _links(tree: _Tree) -> Iterator[tuple[str, str, _Tier, int]]:
    """Yield both ends of each link, the upper tier, and the number of parallel links."""
    low, middle = tree.tiers[0], tree.tiers[1]
    for tor in range(tree.pods * tree.tors):
        pod = tor // tree.tors
        for port in range(low.radix_down):
            yield f"LS{tor}", f"SRC{tor * low.radix_down + port}", low, 1
        for above in range(pod * tree.aggregation, (pod + 1) * tree.aggregation):
            yield f"LS{tor}", f"US{above}", middle, middle.bundle
    if tree.cores:
        high = tree.tiers[2]
        for above in range(tree.pods * tree.aggregation):
            for step in range(middle.radix_up // high.bundle):
                core = above % tree.aggregation + tree.aggregation * step
                yield f"US{above}", f"CS{core}", high, high.bundle


def _notes(tree: _Tree) -> Iterator[str]:
    yield "parameters of htsim, of which this is the tree"
    low, middle = tree.tiers[0], tree.tiers[1]
    if len(tree.tiers) == 2 and tree.tors > 1:
        bundle = f",k={middle.bundle}" if middle.bundle > 1 else ""
        spec = f"leafspine:{tree.tors},{tree.aggregation}{bundle},t={low.radix_down}"
        yield f"the same network is {spec}"
    if low.gbps and middle.gbps:
        ups = tree.nodes * low.gbps / (middle.gbps * (low.oversubscribed or 1))
        if ups != tree.pods * tree.tors * low.radix_up:
            share = low.radix_down * low.gbps / (low.radix_up * middle.gbps)
            asked = f"rates and Oversubscribed {low.oversubscribed or 1} of tier 0 ask for {ups:g} links up"
            yield f"{asked}; Radix_Up counts, {tree.pods * tree.tors * low.radix_up:,}: {share:g}:1"
