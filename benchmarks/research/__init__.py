"""The benchmarks of research, one folder per subject, each with its `BENCHMARKS` by name."""
