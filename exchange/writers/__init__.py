"""Writers of plans, one module per format; to add a format, write a module here and register it below."""

from netfloor.exchange.job import Exporter
from netfloor.exchange.writers import booksim, containerlab, cvt, graphs, ibsim, ptm, simgrid, slurm, sst
from netfloor.exchange.writers.netbox import files as netbox
from netfloor.exchange.writers.sheets import labels, pull_sheets

EXPORTERS: dict[str, Exporter] = {
    exporter.name: exporter
    for exporter in (
        netbox.EXPORTER,
        cvt.EXPORTER,
        labels.EXPORTER,
        pull_sheets.EXPORTER,
        slurm.EXPORTER,
        ibsim.EXPORTER,
        simgrid.EXPORTER,
        booksim.EXPORTER,
        sst.EXPORTER,
        containerlab.EXPORTER,
        ptm.EXPORTER,
        *graphs.EXPORTERS,
    )
}
