"""Jellyfish is random by another name."""

import numpy as np
import pytest

from netfloor.foundation.errors import InputError
from netfloor.topologies.spec import build


def test_is_the_random_network_of_the_same_seed() -> None:
    """Same links, its own name and family."""
    ours, other = build("jellyfish:40,5,seed=7"), build("random:40,5,seed=7")
    assert np.array_equal(ours.links, other.links)
    assert (ours.name, ours.family) == ("jellyfish:40,5,seed=7", "jellyfish")
    assert ours.parameters == other.parameters


@pytest.mark.parametrize(
    ("spec", "words"),
    [("jellyfish:5,3", ["is odd"]), ("jellyfish:5", ["k is missing", "jellyfish:n,k"])],
)
def test_refuses_under_its_own_name(spec: str, words: list[str]) -> None:
    """Messages show the usage of this family."""
    with pytest.raises(InputError) as caught:
        build(spec)
    assert all(word in str(caught.value) for word in words), str(caught.value)
