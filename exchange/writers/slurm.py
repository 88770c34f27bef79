"""Writer of Slurm's topology files: leaf switches, groups or cabinets, and one root."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from netfloor.exchange.job import Exporter, Field, Files, Job, with_field
from netfloor.exchange.names import Alphabet, check_devices
from netfloor.fabric.fabric import SWITCH, Fabric
from netfloor.foundation.errors import InputError, setting
from netfloor.topologies.parameters import shown

#: Names that Slurm reserves.
RESERVED = frozenset({"default", "all", "none"})
ALPHABET = Alphabet("Slurm", 64, "._-", RESERVED)
_NUMBERED = re.compile(r"(.*?)([0-9]{1,9})", re.DOTALL)
#: Slurm refuses longer ranges (its hostlist's MAX_RANGE is 65,536 in total).
LONGEST_RANGE = 10_000


@dataclass(frozen=True)
class Branch:
    """A switch of the tree with its direct children: nodes or switches."""

    name: str
    nodes: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()


def write(job: Job) -> Files:
    """Return ``topology.conf`` and ``topology.yaml`` with the same content.

    A leaf is a switch with servers; other switches are omitted, because a leaf without nodes crashes the
    controller. Slurm supports no direct network but the dragonfly: leaves belong to their group, or to
    their cabinet if the network has no groups, and these belong to one root. Raises `InputError` if a name
    is not safe or too long, the plan has no endpoints, or the plugin is unknown.
    """
    check_devices(job.fabric, ALPHABET)
    branches = tree(job.fabric)
    plugin = job.values["plugin"]
    if plugin == "block":
        return _block_files(blocks(branches))
    if plugin != "tree":
        raise InputError(with_field("plugin"), f"{shown(plugin)!r} is not a plugin", "tree or block")
    return {"topology.conf": _conf(branches), "topology.yaml": _yaml(branches)}


def tree(fabric: Fabric) -> tuple[Branch, ...]:
    """Return the switches of the tree, leaves first, root last."""
    leaves = _leaves(fabric)
    if not leaves:
        what = "has no endpoints, and Slurm's topology is one of nodes"
        raise InputError(shown(fabric.name), what, f"lay it out with {setting('endpoints')}")
    taken = {device.name for device in fabric.devices}
    middle = _middle(fabric, leaves, taken)
    below = [branch.name for branch in middle or leaves.values()]
    if len(below) == 1:
        return (*leaves.values(), *middle)
    root = Branch(_free("root", taken), switches=tuple(below))
    return (*leaves.values(), *middle, root)


def blocks(branches: Sequence[Branch]) -> tuple[Branch, ...]:
    """Return the blocks of a tree with all nodes: the middle level if it exists, otherwise the leaves."""
    leaves = {branch.name: branch for branch in branches if branch.nodes}
    middle = [
        branch for branch in branches if set(branch.switches) & leaves.keys() and branch is not branches[-1]
    ]
    return tuple(
        Branch(branch.name, nodes=tuple(node for leaf in branch.switches for node in leaves[leaf].nodes))
        for branch in middle
    ) or tuple(leaves.values())


def _block_files(found: Sequence[Branch]) -> Files:
    """Return both files of ``topology/block`` (Slurm 23.11+); the smallest block sets the block size."""
    size = min(len(block.nodes) for block in found)
    conf = ["# TopologyPlugin=topology/block"]
    conf += [f"BlockName={block.name} Nodes={fold(block.nodes)}" for block in found]
    lines = [
        "- topology: fabric",
        "  cluster_default: true",
        "  block:",
        "    block_sizes:",
        f"      - {size}",
    ]
    lines.append("    blocks:")
    for block in found:
        lines += [f'      - block: "{block.name}"', f'        nodes: "{fold(block.nodes)}"']
    return {
        "topology.conf": "\n".join([*conf, f"BlockSizes={size}"]) + "\n",
        "topology.yaml": "\n".join(lines) + "\n",
    }


def _leaves(fabric: Fabric) -> dict[int, Branch]:
    """Return a leaf for each switch that has servers, by switch index.

    A server with ports on several switches belongs to the switch at its first port: Slurm's tree lists a
    node once.
    """
    leaves = {}
    for index in fabric.switches:
        far = dict.fromkeys(fabric.far_end(index, cable).device for _, cable in fabric.cables_of[index])
        hosts = [i for i in far if fabric.devices[i].kind != SWITCH and _home(fabric, i) == index]
        nodes = tuple(fabric.devices[i].name for i in hosts)
        if nodes:
            leaves[index] = Branch(fabric.devices[index].name, nodes=nodes)
    return leaves


def _home(fabric: Fabric, host: int) -> int:
    """Return the device that a server's first port connects to."""
    return fabric.far_end(host, fabric.cables_of[host][0][1]).device


def _middle(fabric: Fabric, leaves: dict[int, Branch], taken: set[str]) -> list[Branch]:
    """Return the level between leaves and root; empty if it adds no information."""
    grouped = all(fabric.devices[index].group is not None for index in leaves)
    members: dict[int | None, list[str]] = {}
    for index, leaf in leaves.items():
        device = fabric.devices[index]
        members.setdefault(device.group if grouped else device.cabinet, []).append(leaf.name)
    if None in members or not 1 < len(members) < len(leaves):
        return []
    names = {
        key: f"group{key}" if grouped else _safe(fabric.cabinets[key].name)
        for key in sorted(key for key in members if key is not None)
    }
    return [Branch(_free(name, taken), switches=tuple(members[key])) for key, name in names.items()]


def _safe(name: str) -> str:
    return name if ALPHABET.holds(name) and len(name) <= ALPHABET.longest else ALPHABET.suggestion(name)


def _free(name: str, taken: set[str]) -> str:
    """Return the name, numbered if taken, and reserve it."""
    free, number = name, 2
    while free in taken:
        tail = f"-{number}"
        free, number = name[: ALPHABET.longest - len(tail)] + tail, number + 1
    taken.add(free)
    return free


def _conf(branches: Sequence[Branch]) -> str:
    lines = ["# TopologyPlugin=topology/tree"]
    for branch in branches:
        below = f"Nodes={fold(branch.nodes)}" if branch.nodes else f"Switches={fold(branch.switches)}"
        lines.append(f"SwitchName={branch.name} {below}")
    return "\n".join(lines) + "\n"


def _yaml(branches: Sequence[Branch]) -> str:
    """Return the tree in YAML block style, root first; quoting keeps safe names from parsing as numbers."""
    lines = ["- topology: fabric", "  cluster_default: true", "  tree:", "    switches:"]
    for branch in reversed(branches):
        below = f'nodes: "{fold(branch.nodes)}"' if branch.nodes else f'children: "{fold(branch.switches)}"'
        lines += [f'    - switch: "{branch.name}"', f"      {below}"]
    return "\n".join(lines) + "\n"


def fold(names: Iterable[str]) -> str:
    """Return names as one hostlist in the given order, folding runs of numbers.

    A number with leading zeros keeps its width: ``n9`` and ``n10`` form one run, so do ``n09`` and ``n10``,
    but ``n9`` and ``n010`` do not.
    """
    parts: list[str] = []
    for (prefix, numbered), group in groupby(map(_split, names), key=lambda name: name[:2]):
        numbers = [number for _, _, number in group]
        parts += _folded(prefix, numbers) if numbered else [prefix] * len(numbers)
    return ",".join(parts)


def _split(name: str) -> tuple[str, bool, str]:
    """Split a name into prefix, whether it ends in a number, and that number."""
    match = _NUMBERED.fullmatch(name)
    return (name, False, "") if match is None else (match[1], True, match[2])


def _folded(prefix: str, numbers: list[str]) -> list[str]:
    runs = [run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in _runs(numbers)]
    return [prefix + runs[0]] if len(numbers) == 1 else [f"{prefix}[{','.join(runs)}]"]


def _runs(numbers: list[str]) -> Iterator[list[str]]:
    """Yield runs of consecutive numbers, each with one width or no leading zeros."""
    run = numbers[:1]
    for number in numbers[1:]:
        follows = number == str(int(run[-1]) + 1).zfill(len(run[0]))
        if follows and len(run) < LONGEST_RANGE:
            run.append(number)
        else:
            yield run
            run = [number]
    yield run


EXPORTER = Exporter(
    name="slurm",
    summary="topology.conf and topology.yaml",
    losses="cables, ports, lengths; switches without endpoints",
    write=write,
    fields={"plugin": Field("tree", "tree or block")},
    one_network=True,
)
