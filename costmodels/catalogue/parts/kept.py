"""Answers that are worked out once for each object that never changes."""

import weakref
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


def kept(function: Callable[[Asked], Answer]) -> Callable[[Asked], Answer]:
    """Keep a function's answer for each object, as long as that lives.

    For objects and answers that nobody changes. Equal objects are asked one by one: comparing two tables
    with hundreds of parts may take longer than the answer.
    """
    answers: dict[int, tuple[weakref.ref[Asked], Answer]] = {}

    @wraps(function)
    def answer(asked: Asked) -> Answer:
        number = id(asked)
        found = answers.get(number)
        if found is None or found[0]() is not asked:
            found = weakref.ref(asked, lambda _gone: answers.pop(number, None)), function(asked)
            answers[number] = found
        return found[1]

    return answer
