"""Reports on simulations, motifs, static routings and MPI programs: tables, charts, files."""
