"""What is cached_per_object is an answer for an object, and for no longer than it lives."""

import gc
import weakref

from netfloor.costmodels.catalogue.parts.part_fields import cached_per_object


class Asked:
    """Something that is asked; all are equal."""

    def __init__(self, size: int) -> None:
        self.size = size

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 1


def test_an_object_is_asked_once_and_an_equal_one_for_itself() -> None:
    """Counted by what the function noted."""
    asked: list[int] = []

    @cached_per_object
    def doubled(one: Asked) -> int:
        asked.append(one.size)
        return 2 * one.size

    one, two = Asked(1), Asked(2)
    assert [doubled(one), doubled(two), doubled(one), doubled(two)] == [2, 4, 2, 4]
    assert asked == [1, 2]


def test_a_new_object_in_an_old_ones_place_is_asked_anew() -> None:
    """Memory is used again: thousands of short lives, each with its own answer."""

    @cached_per_object
    def same(one: Asked) -> int:
        return one.size

    for size in range(3000):
        one = Asked(size)
        assert same(one) == size
        del one


def test_an_answer_goes_with_the_object() -> None:
    """Or a long run would hold every catalogue that it ever read."""

    @cached_per_object
    def answer(one: Asked) -> Asked:
        return Asked(one.size + 1)

    one = Asked(1)
    gone = weakref.ref(answer(one))
    assert gone() is not None
    del one
    gc.collect()
    assert gone() is None
