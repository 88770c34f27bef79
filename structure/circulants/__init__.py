"""The best circulants: exhaustive search over jump sets."""

from structure.circulants.search import CirculantSearch, SearchSpace, TaskResult, merge, search_task

__all__ = ["CirculantSearch", "SearchSpace", "TaskResult", "merge", "search_task"]
