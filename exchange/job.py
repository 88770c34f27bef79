"""The input of an export writer, and the description of its format."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from netfloor.exchange.tray_runs import TrayRuns
from netfloor.fabric.fabric import Fabric
from netfloor.foundation.errors import InputError, setting
from netfloor.topologies.parameters import shown
from netfloor.topologies.topology import Topology

#: Name and content of each file in one folder.
Files = Mapping[str, str | bytes]
_LONGEST_VALUE = 100


@dataclass(frozen=True)
class Job:
    """The input of one export."""

    fabric: Fabric  # devices, ports and cables
    topology: Topology  # the same network as a graph, which is all that graph formats can hold
    chunk_rows: int | None = None  # maximum records per file; None for a single file
    label_format: str | None = None  # label format, see `exchange.writers.sheets.labels.label_format`
    # values that the plan does not contain, such as a site name, by the writer's fields
    values: Mapping[str, str] = field(default_factory=dict)
    trays: TrayRuns | None = None  # tray routes of the cables, in a hall with trays


@dataclass(frozen=True)
class Field:
    """A user-supplied value: its default and its meaning."""

    default: str
    meaning: str


@dataclass(frozen=True)
class Exporter:
    """The description of one export format.

    Attributes
    ----------
    name, summary
        The name for ``--to``, and a short description.
    losses
        The parts of the plan that the files omit.
    write
        Function that returns the files.
    fields
        The user-supplied values of the format.
    chunks, labels, trays
        Whether the format uses `Job.chunk_rows`, `Job.label_format` and `Job.trays`.
    orders
        Whether the format includes purchases; a plan's own order is applied then.
    one_fabric
        Whether the files describe one fabric to be routed or built: links of management ports,
        which connect networks, are omitted then.
    one_network
        Whether the files hold one network: each network of a plan has its own files, and links between them
        are omitted.
    pieces
        Whether links in trunks are split into cords and trunks, with their panels.
    power
        Whether the format includes PDUs and panels as devices; other formats hold links only.
    warnings
        Warnings for the user about one export.
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
    """Return the text that names a ``--with`` field in a message."""
    return f"{setting('with')} {name}"


def checked_values(exporter: Exporter, stated: Mapping[str, str]) -> dict[str, str]:
    """Return a value for every field of a format, with defaults for missing values.

    Raises `InputError` for a field that the format does not define, or a value that is not one short line.
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
    """Return the whole number in a field; raise `InputError` for anything else."""
    text = values[name]
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and lowest <= int(text) <= highest):
        what = f"{shown(text)!r} is not a whole number from {lowest} to {highest}"
        raise InputError(with_field(name), what)
    return int(text)
