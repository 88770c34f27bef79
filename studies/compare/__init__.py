"""Many networks in one report: the study file and what it takes."""
