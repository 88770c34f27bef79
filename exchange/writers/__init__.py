"""The formats that a plan is written in, one file each."""

from exchange.job import Exporter
from exchange.writers import (
    booksim,
    cvt,
    graphs,
    ibsim,
    labels,
    netbox,
    pull_sheets,
    simgrid,
    slurm,
    sst,
)

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
        *graphs.EXPORTERS,
    )
}
