"""Research benchmarks, one folder per subject; each exports its `BENCHMARKS` by name."""
