"""The best circulants: exhaustive search over jump sets."""

from structure.circulants.results import Found, TaskResult, merge, thinned
from structure.circulants.search import search_all, search_task
from structure.circulants.space import SearchSpace
from structure.circulants.tasks import CirculantSearch

__all__ = [
    "CirculantSearch",
    "Found",
    "SearchSpace",
    "TaskResult",
    "merge",
    "search_all",
    "search_task",
    "thinned",
]
