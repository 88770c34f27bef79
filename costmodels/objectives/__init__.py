"""Objectives other than cable length, one file each."""

from netfloor.costmodels.objectives.parse import OBJECTIVES, ObjectiveSpec, parse_objective

__all__ = ["OBJECTIVES", "ObjectiveSpec", "parse_objective"]
