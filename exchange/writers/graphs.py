"""Graph files, written by the same code as `netfloor topology export`."""

from functools import partial

from netfloor.exchange.job import Exporter, Files, Job
from netfloor.topologies.files import FORMATS, write_topology

_NAMES = ("graphml", "dot", "graph6", "edges")


def write(form: str, job: Job) -> Files:
    """Return the network as ``network`` plus the extension of the graph format."""
    return {f"network{FORMATS[form].suffixes[0]}": write_topology(job.topology, form)}


def _own_losses(form: str) -> tuple[str, ...]:
    losses = FORMATS[form].losses
    return () if losses == "nothing" else (losses,)


EXPORTERS = tuple(
    Exporter(
        name=name,
        summary="the graph of switches and links",
        losses="; ".join(("places, ports, lengths, rates", *_own_losses(name))),
        write=partial(write, name),
        one_fabric=True,
    )
    for name in _NAMES
)
