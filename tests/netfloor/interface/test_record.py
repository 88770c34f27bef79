"""No default, limit or name that users rely on changes unseen."""

import pytest

from tests.netfloor.interface.record import HERE, PARTS, text_of

HOW = "what users may give has changed; if that is meant: python -m tests.netfloor.interface.record"


@pytest.mark.parametrize("part", PARTS)
def test_what_users_may_give_is_on_record(part: str) -> None:
    """Options of commands, fields of tables and the library's functions, with defaults and limits."""
    recorded = (HERE / f"{part}.txt").read_text(encoding="utf-8").splitlines()
    assert text_of(part).splitlines() == recorded, HOW
