"""Export of networks as graph files."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.output_files import check_free, foreign_files, write_file
from netfloor.foundation.wording import known_text
from netfloor.topologies.files import FORMATS, format_of, write_topology
from netfloor.topologies.topology import Topology


@dataclass(frozen=True)
class ExportedGraph:
    """A network as the text of a graph file, and the file it was written to, if any."""

    topology: Topology
    form: str
    text: str
    out: Path | None

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on the network, and on information that the format drops."""
        drops = self.topology.endpoints.any() and "endpoints" in FORMATS[self.form].losses
        lost = [f"the {self.form} format drops endpoints"] if drops else []
        if self.topology.servers is not None:
            lost = ["graph files drop the switches of server ports"]
        return (*self.topology.notes, *lost)

    def to_dict(self) -> dict[str, Any]:
        """Return the record that ``topology export --json`` prints."""
        where = {"text": self.text} if self.out is None else {"file": str(self.out)}
        return {
            "schema": 1,
            "network": self.topology.name,
            "routers": self.topology.routers,
            "links": self.topology.link_count,
            "format": self.form,
            **where,
            "notes": list(self.notes),
        }


def export_graph(topology: Topology, out: Path | None, form: str | None, *, force: bool) -> ExportedGraph:
    """Write the network in the named format, or in the format of the file's suffix.

    `InputError` for an unknown format, or a file that cannot be written.
    """
    name = form or ("edges" if out is None else format_of(out).name)
    if name not in FORMATS:
        raise InputError(setting("to"), f"unknown format {name!r}", known_text(name, FORMATS))
    exported = ExportedGraph(topology, name, write_topology(topology, name), out)
    if out is not None:
        check_free(out, foreign_files, force=force)
        write_file(out, exported.text)
    return exported
