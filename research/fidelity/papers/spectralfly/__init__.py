"""SpectralFly: a file per table or figure."""

from netfloor.research.fidelity.papers.spectralfly import (
    baselines,
    figures,
    motifs,
    simulations,
    table_1,
    table_2,
)

EXHIBITS = (
    *table_1.EXHIBITS,
    *table_2.EXHIBITS,
    *baselines.EXHIBITS,
    *figures.EXHIBITS,
    *simulations.EXHIBITS,
    *motifs.EXHIBITS,
)
