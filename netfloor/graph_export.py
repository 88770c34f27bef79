"""Networks written as graph files."""

from pathlib import Path

from foundation.errors import InputError
from foundation.files import write_atomic
from netfloor.output_files import check_free, never
from topologies.files import FORMATS, format_of, write_topology
from topologies.topology import Topology


def graph_text(topology: Topology, form: str) -> str:
    """Return the network in a format; `InputError` for an unknown one."""
    if form not in FORMATS:
        raise InputError("--to", f"there is no format {form!r}", f"known: {', '.join(FORMATS)}")
    return write_topology(topology, form)


def export_graph(topology: Topology, out: Path, form: str | None, *, force: bool) -> None:
    """Write the network to a file, in the named format or the one its name says."""
    text = graph_text(topology, form or format_of(out).name)
    check_free(out, never, force=force)
    write_atomic(out, text)
