"""Words in a sentence."""

import pytest

from netfloor.foundation.wording import as_sentence, percent_text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("switches stand alone", "Switches stand alone."),
        ("nothing, at all.", "Nothing, at all."),
        ("lps:3,5 has no radix", "lps:3,5 has no radix."),
        ("parts_800g.toml is a file", "parts_800g.toml is a file."),
    ],
)
def test_a_sentence_begins_with_a_capital_and_a_spec_stays_as_it_is(text: str, sentence: str) -> None:
    """A spec or the name of a file in upper case would be another one."""
    assert as_sentence(text) == sentence


def test_a_small_share_is_not_called_zero() -> None:
    """A share that rounds to nothing is said to be small, not absent; digits are those asked for."""
    assert percent_text(0.0001) == "less than 0.1 %"
    assert percent_text(0.004, 0) == "less than 1 %"
    assert percent_text(0) == "0.0 %"
    assert percent_text(0.0654, 2) == "6.54 %"
