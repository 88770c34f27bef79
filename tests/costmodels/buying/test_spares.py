"""Spares: rounded up exactly, a part's own rule before the general one."""

import math
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.costmodels.buying.spares import Spare, SpareRule, parse_spare_rule, spare_of
from netfloor.foundation.errors import InputError


def spares(rule: SpareRule, part: str, used: int) -> int:
    """Return the spares of a part of which so many are used."""
    own = rule.by_part.get(part, rule.every)
    return 0 if own is None else own.count(used)


@given(st.decimals(0, 1000, places=3), st.integers(1, 10**6))
def test_percentages_round_up(percent: Decimal, used: int) -> None:
    """The smallest whole number that is no less than the percentage, free of binary rounding."""
    rule = parse_spare_rule([f"{percent:f}%"], "x")
    exact = used * int(percent * 1000)
    assert spares(rule, "a", used) == exact // 100_000 + (exact % 100_000 > 0)


def test_a_whole_percentage_is_not_rounded_up() -> None:
    """7 % of 100 is 7: in binary floating point it would be a little more, and 8."""
    assert math.ceil(0.07 * 100) == 8
    assert spares(parse_spare_rule(["7%"], "x"), "a", 100) == 7


@given(st.integers(0, 10**6), st.integers(0, 50))
def test_more_pieces_never_need_fewer_spares(used: int, percent: int) -> None:
    """The spares grow with the pieces."""
    rule = parse_spare_rule([f"{percent}%"], "x")
    assert spares(rule, "a", used) <= spares(rule, "a", used + 1)


def test_a_parts_own_rule_counts() -> None:
    """By percentage and by pieces, the general rule for the others."""
    rule = parse_spare_rule(["DAC-1M=10%", "2 %", "SW=1"], "x")
    assert [spares(rule, part, 51) for part in ("DAC-1M", "SW", "AOC")] == [6, 1, 2]


def test_a_part_name_may_hold_an_equals_sign() -> None:
    """The amount stands after the last one."""
    assert spares(parse_spare_rule(["A=B=3"], "x"), "A=B", 1) == 3


def test_what_is_not_used_needs_no_spares() -> None:
    """Neither by percentage nor by pieces."""
    assert [spares(parse_spare_rule(["a=3", "5%"], "x"), part, 0) for part in "ab"] == [0, 0]


def test_pieces_count_before_a_percentage() -> None:
    """A catalogue's number of pieces, none included, beats its percentage; 2.3 % is exactly that."""
    assert [
        spare_of(*fields).count(1000) for fields in ((4, 2.3), (0, 2.3), (None, 2.3), (None, None))
    ] == [
        4,
        0,
        23,
        0,
    ]


def test_rules_for_parts_not_bought_are_named() -> None:
    """So that a misspelt part does not go unnoticed."""
    rule = parse_spare_rule(["b=3", "a=1", "c=1"], "x")
    assert rule.unknown(["c", "d"]) == ("a", "b")


def test_no_rule_is_another_than_one_of_no_spares() -> None:
    """Without a rule the catalogue's percentage counts; ``0%`` overrules it."""
    assert SpareRule().every is None
    assert parse_spare_rule(["0%"], "x").every == Spare()


def test_rules_in_words() -> None:
    """As a report says them."""
    rule = parse_spare_rule(["2.5%", "a=3", "b=0"], "x")
    assert [str(rule.by_part.get(part, rule.every)) for part in "xab"] == [
        "2.5 %, rounded up",
        "3 pieces",
        "none",
    ]


def test_the_table_of_parts_cannot_change() -> None:
    """A caller's dictionary is copied."""
    mine = {"a": Spare(pieces=1)}
    rule = SpareRule(by_part=mine)
    mine["a"] = Spare(pieces=9)
    assert spares(rule, "a", 1) == 1


@pytest.mark.parametrize(
    "texts",
    [[""], ["5"], ["%"], ["-5%"], ["a=-1"], ["a=1.5"], ["=3"], [" =3"], ["a="], ["a=b"], ["1001%"],
     ["nan%"], ["1e2%"], ["a=99999999999"], ["2%", "3%"], ["a=1", "a=2"], ["a=1", "a =2"], ["٣%"]],
)  # fmt: skip
def test_bad_rules_are_refused(texts: list[str]) -> None:
    """Each names the option it came from."""
    with pytest.raises(InputError, match=r"^--spares: "):
        parse_spare_rule(texts, "--spares")


def test_a_negative_number_of_pieces_is_a_value_error() -> None:
    """Nobody uses fewer than none."""
    with pytest.raises(ValueError, match="negative"):
        Spare(pieces=1).count(-1)
    with pytest.raises(ValueError, match="negative"):
        spare_of(-1, None)
