"""What a layout can be made for besides short cables: one file a kind of objective."""

from netfloor.costmodels.objectives.parse import OBJECTIVES, ObjectiveSpec, parse_objective

__all__ = ["OBJECTIVES", "ObjectiveSpec", "parse_objective"]
