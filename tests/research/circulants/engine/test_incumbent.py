"""The circulant that a search begins with: found with counted work, and interruptible."""

import pytest

from netfloor.foundation.observer import SilentObserver
from netfloor.research.circulants.engine import incumbent as module
from netfloor.research.circulants.engine.incumbent import quick_incumbent
from netfloor.research.circulants.engine.tables import min_diameter
from netfloor.research.circulants.space import SearchSpace, distances_of


class Heard(SilentObserver):
    """Writes down what it hears."""

    def __init__(self):
        self.parts = []

    def advanced(self, task, done, note=""):  # noqa: ARG002 - the protocol's arguments
        """Note a part."""
        self.parts.append(done)


def foreign_files():
    """Nobody asks."""
    return False


def limited(monkeypatch, words):
    """Make the budget smaller."""
    monkeypatch.setattr(module._Effort, "__init__", with_words(module._Effort.__init__, words))


def with_words(init, words):
    """Return a constructor that starts with less."""

    def start(self, *args, **more):
        init(self, *args, **more)
        self.left = words

    return start


@pytest.mark.parametrize(("n", "radix"), [(1024, 16), (4096, 20), (20000, 10)])
def test_a_budget_ends_a_descent(n, radix, monkeypatch):
    """Soon after the words are spent: spaces of which rounds alone would take hours."""
    limited(monkeypatch, 1000)
    heard = Heard()
    space = SearchSpace(n, radix)
    known = quick_incumbent(space, heard, foreign_files)
    assert (known.diameter, known.total) == distances_of(space, known.jumps)
    assert len(heard.parts) <= 2


def test_the_same_work_ends_in_the_same_set(monkeypatch):
    """No clock decides."""
    limited(monkeypatch, 10**7)
    space = SearchSpace(300, 10)
    assert quick_incumbent(space, SilentObserver(), foreign_files) == quick_incumbent(
        space, SilentObserver(), foreign_files
    )


def test_an_interrupt_ends_a_descent():
    """At the next look."""
    looks = []

    def asked():
        looks.append(1)
        return len(looks) > 3

    heard = Heard()
    quick_incumbent(SearchSpace(600, 12), heard, asked)
    assert len(heard.parts) <= 3


def test_progress_rises_to_one_at_most():
    """The observer hears of parts of the whole."""
    heard = Heard()
    quick_incumbent(SearchSpace(120, 8), heard, foreign_files)
    assert heard.parts == sorted(heard.parts)
    assert 0 < heard.parts[-1] <= 1


def test_a_search_begins_near_the_powers_of_the_root():
    """1, n^(1/m), n^(2/m) and so on, each once; with two jumps at the least diameter that there can be."""
    assert module._spread(SearchSpace(1000, 6)) == (1, 10, 100)
    assert module._spread(SearchSpace(4096, 8)) == (1, 8, 64, 512)
    assert sorted(module._spread(SearchSpace(9, 8))) == [1, 2, 3, 4]
    for n in (13, 25, 41, 100, 1001):
        space = SearchSpace(n, 4)
        assert distances_of(space, module._spread(space))[0] == min_diameter(space)


def test_no_other_single_jump_is_better_than_what_a_descent_ends_in():
    """By trying each in each place, in a space small enough."""
    space = SearchSpace(60, 6)
    known = quick_incumbent(space, SilentObserver(), foreign_files)
    for place in range(1, 3):
        for jump in set(space.candidates.tolist()) - set(known.jumps):
            other = [*known.jumps[:place], jump, *known.jumps[place + 1 :]]
            assert distances_of(space, other) >= (known.diameter, known.total)
