"""What ``traffic load`` does: the load of every channel of a network or a plan."""

from dataclasses import dataclass, field
from pathlib import Path

from netfloor.foundation.files import check_output_folder, output_folder, write_atomic
from netfloor.foundation.interrupt import undisturbed
from netfloor.foundation.observer import SILENT, Observer
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.traffic.load import LoadReport, load_files
from netfloor.structure.hops.components import require_connected
from netfloor.studies.traffic.network import NetworkWanted, network_and_cabinets
from netfloor.traffic.channels import channels_of
from netfloor.traffic.load.channel_load import channel_load
from netfloor.traffic.patterns import pattern_of
from netfloor.traffic.routing import routing_named


@dataclass(frozen=True)
class LoadRequest:
    """What the user asked for; ``ranks`` None is as many as the pattern can use, ``shown`` are listed."""

    network: NetworkWanted
    routing: str
    pattern: str
    ranks: int | None = None
    split: str = "hop"
    shown: int = 10
    out: Path | None = None
    head: ReportHead = field(default_factory=ReportHead)


def measure_load(request: LoadRequest, observer: Observer = SILENT, *, force: bool = False) -> LoadReport:
    """Return the load of every channel, and write a report where a folder is given.

    Raises
    ------
    InputError
        If the network, the routing, the pattern or the folder is not usable; nothing is written then.
    """
    rule = routing_named(request.routing)
    if request.out is not None:
        check_output_folder(request.out, force=force)
    topology, cabinets = network_and_cabinets(request.network)
    require_connected(topology)
    pattern = pattern_of(topology, request.pattern, request.ranks, request.network.seed)
    channels = channels_of(topology)
    loads = channel_load(topology, channels, rule, pattern, request.split, observer)
    report = LoadReport(topology, channels, rule, pattern, request.split, loads, request.shown, cabinets)
    if request.out is not None:
        files = load_files(report, request.head)
        with undisturbed(), output_folder(request.out, force=force) as folder:
            for name, text in files.items():
                write_atomic(folder / name, text)
    return report
