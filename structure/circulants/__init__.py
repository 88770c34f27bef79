"""The best circulants: exhaustive search over jump sets."""

from structure.circulants.search import CirculantSearch, Found, TaskResult, merge, search_all, search_task
from structure.circulants.space import SearchSpace

__all__ = ["CirculantSearch", "Found", "SearchSpace", "TaskResult", "merge", "search_all", "search_task"]
