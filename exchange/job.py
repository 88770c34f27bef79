"""What a writer is handed, and what it says about itself."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from netfloor.exchange.tray_runs import TrayRuns
from netfloor.fabric.fabric import Fabric
from netfloor.foundation.errors import InputError, setting
from netfloor.topologies.parameters import shown
from netfloor.topologies.topology import Topology

#: File names of one folder and what stands in each.
Files = Mapping[str, str | bytes]
_LONGEST_VALUE = 100


@dataclass(frozen=True)
class Job:
    """One export."""

    fabric: Fabric  # devices, ports and cables
    topology: Topology  # the same network as a graph, which is all that graph formats hold
    chunk_rows: int | None = None  # most records of one file; None for all in one
    label_format: str | None = None  # what a label says, see `exchange.writers.sheets.labels.label_format`
    # what the plan does not know, such as the name of a site, by the writer's fields
    values: Mapping[str, str] = field(default_factory=dict)
    trays: TrayRuns | None = None  # where the cables lie, in a hall with trays


@dataclass(frozen=True)
class Field:
    """A value that only the user knows: its default and what it means."""

    default: str
    meaning: str


@dataclass(frozen=True)
class Exporter:
    """One format.

    Attributes
    ----------
    name, summary
        What ``--to`` says, and what it makes in a few words.
    losses
        What of the plan the files do not hold.
    write
        Makes the files.
    fields
        The values that it takes.
    chunks, labels, trays
        Whether it minds `Job.chunk_rows`, `Job.label_format` and `Job.trays`.
    orders
        Whether it tells what is bought: a plan's own order counts then.
    one_fabric
        Whether all links are one fabric in its files, to be routed or built: those of management ports,
        which join networks, are left out then.
    one_network
        Whether its files hold one network: of several in a plan each has its own, the links between them
        left out.
    pieces
        Whether it has the cords and trunks that links in trunks consist of, with their panels.
    power
        Whether it has PDUs, and panels as devices of their own: others hold links alone.
    warnings
        What a user should know of one export.
    """

    name: str
    summary: str
    losses: str
    write: Callable[[Job], Files]
    fields: Mapping[str, Field] = field(default_factory=dict)
    chunks: bool = False
    labels: bool = False
    trays: bool = False
    orders: bool = False
    one_fabric: bool = False
    one_network: bool = False
    pieces: bool = False
    power: bool = False
    warnings: Callable[[Job], tuple[str, ...]] = lambda _job: ()


def with_field(name: str) -> str:
    """Name a field of ``--with`` in a message."""
    return f"{setting('with')} {name}"


def checked_values(exporter: Exporter, stated: Mapping[str, str]) -> dict[str, str]:
    """Return a value for every field of a format, defaults where nothing is given.

    Raises
    ------
    InputError
        For a field that the format does not have, or a value that is not one short line.
    """
    for name, value in stated.items():
        where = with_field(shown(name))
        if name not in exporter.fields:
            known = ", ".join(exporter.fields) or "none"
            raise InputError(where, f"{exporter.name} has no such field", f"known: {known}")
        if not value.isprintable() or len(value) > _LONGEST_VALUE:
            what = f"{shown(value)!r} is not one line of at most {_LONGEST_VALUE} characters"
            raise InputError(where, what)
    return {name: stated.get(name, entry.default) for name, entry in exporter.fields.items()}


def whole_number(values: Mapping[str, str], name: str, lowest: int, highest: int) -> int:
    """Return a field's whole number; `InputError` for anything else."""
    text = values[name]
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and lowest <= int(text) <= highest):
        what = f"{shown(text)!r} is not a whole number from {lowest} to {highest}"
        raise InputError(with_field(name), what)
    return int(text)
