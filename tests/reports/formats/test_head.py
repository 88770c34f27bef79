"""The head of a report: what is known stands on it, in every format, and nothing of this machine."""

import datetime as dt
import os
from dataclasses import replace
from pathlib import Path

import pytest

from netfloor.foundation.errors import InputError
from netfloor.report_head import command_text, given_head
from netfloor.reports.formats import html, markdown
from netfloor.reports.formats.head import ReportHead

HEAD = ReportHead(
    "Hall <b>",
    dt.date(2026, 3, 31),
    "netfloor bom plan.json",
    7,
    {"plan.json": "ab" * 32},
    "Prices of March",
    "cd" * 32,
    {"quoted": 3, "example": 4},
)


def test_what_is_known_stands_in_every_format() -> None:
    """Each row stands in HTML and Markdown, and its JSON names the same values."""
    said = [text for _, text in HEAD.rows()]
    assert len(said) == 7
    assert "of 7 part numbers: 3 quoted, 4 EXAMPLE" in said
    page, text = html.page(HEAD, "x", []), markdown.page(HEAD, "x", [])
    for value in said:
        assert f"<dd>{value}</dd>" in page
        assert markdown.escape(value) in text
    assert "Hall <b>" not in page
    document = HEAD.to_dict()
    assert (document["seed"], document["date"], document["plans"]) == (7, "2026-03-31", HEAD.plans)


def test_what_is_unknown_is_left_out() -> None:
    """An empty head names the version alone, and its foot is the title."""
    assert [name for name, _ in ReportHead("a").rows()] == ["Made by"]
    assert ReportHead("a").foot() == "a"
    assert HEAD.foot() == "Hall <b>, plan abababababab, 2026-03-31"
    assert "Seed" in dict(replace(ReportHead(), seed=0).rows())


def test_a_command_is_shown_without_outputs_and_folders() -> None:
    """Where a report goes, and how quickly it is made, is no part of it; nor are absolute folders."""
    words = ["bom", "/home/me/plan.json", "--xlsx", "a.xlsx", "--out=b", "--force", "--workers", "2"]
    assert command_text([*words, "--spares", "2 %"]) == "netfloor bom plan.json --spares '2 %'"


def test_the_day_is_given_or_that_of_the_newest_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """--date goes before SOURCE_DATE_EPOCH, that before the file's date; the library itself has no day."""
    file = tmp_path / "plan.json"
    file.write_text("{}")
    os.utime(file, (86_400 * 365, 86_400 * 365))
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    assert given_head(None, file).day == dt.date(1971, 1, 1)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert given_head(None, file).day == dt.date(1970, 1, 1)
    assert given_head("2026-02-28", file).day == dt.date(2026, 2, 28)
    with pytest.raises(InputError, match="not a date"):
        given_head("2026-02-30", file)
    assert ReportHead().day is None
