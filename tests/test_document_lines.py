"""Every command line of README.md and docs/*.md runs, in order, in an empty folder."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from typer.core import TyperGroup
from typer.main import get_command

from netfloor.cli import app
from tests.document_lines import HELP, PAGES, ROOT, DocumentLine, document_lines, lines_of, quick_lines

#: Seconds each, and no line after them needs what they make: left to ``make nightly``.
NIGHTLY = (
    "netfloor design",
    "netfloor topology compare",
    "netfloor topology failures",
    "netfloor compare examples/tsubame2/",
    "netfloor grow plan.json slimfly:11",
    "netfloor plan examples/gpu/",
    "netfloor traffic simulate dragonfly:",
    "netfloor traffic motif dragonfly:",
    "netfloor traffic static hyperx:",
)
WITH_LINES = [page for page in (*sorted(PAGES), HELP) if document_lines(page)]


def runs_on_an_earlier_page(page: str, line: DocumentLine) -> bool:
    """Return True where the same line reads examples alone, and no other here needs what it writes."""
    lines, earlier = document_lines(page), WITH_LINES[: WITH_LINES.index(page)]
    written = {file for one in lines for file in one.files}
    return (
        any(word.startswith("examples/") for word in line.words)
        and not any(word in written - line.files for word in line.words)
        and not any(one != line and one.needs(line.files) for one in lines)
        and any(line in quick_lines(document_lines(other)) for other in earlier)
    )


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("page", WITH_LINES)
def test_the_lines_of_a_page_run_in_order(page: str, cli: Any) -> None:
    """Each ends as the page says; those that take long, and what needs them, run in ``make nightly``."""
    for line in quick_lines(document_lines(page)):
        if " ".join(line.words).startswith(NIGHTLY) or runs_on_an_earlier_page(page, line):
            continue
        ran = cli(*line.words[1:])
        assert ran.code == line.code, f"{page}: {' '.join(line.words)}\n{ran.err}"


def test_what_needs_a_long_line_is_left_out_with_it() -> None:
    """Its output is not there; a line after it that needs nothing of it runs."""
    long = DocumentLine(("netfloor", "plan", "p.toml", "--out", "out/hall"), long=True)
    needing = DocumentLine(("netfloor", "diff", "out/hall/plan.json", "b.json", "--csv", "c.csv"))
    other = DocumentLine(("netfloor", "verify", "out/hall.json"))
    assert list(quick_lines([long, needing, other])) == [other]


@pytest.mark.parametrize(
    "line", ["netfloor a; netfloor b", "netfloor a | less", "python x.py", "netfloor a && b"]
)
def test_a_line_is_one_command_of_ours(line: str) -> None:
    """A shell's ``;`` hides that the first command failed; other programs are listed, not guessed."""
    with pytest.raises(ValueError, match="not one command"):
        list(lines_of(f"```\n{line}\n```\n"))


def test_a_comment_says_how_a_line_ends_and_that_it_takes_long() -> None:
    """Blocks in other languages hold no lines, and a line goes on after a backslash."""
    text = (
        "```toml\na = 1\n```\n```\nnetfloor a \\\n  --b 'c # d'  # about a minute, exit code 6\nmake\n```\n"
    )
    assert list(lines_of(text)) == [DocumentLine(("netfloor", "a", "--b", "c # d"), 6, long=True)]


def said_lines() -> Iterator[tuple[str, str]]:
    """Yield (file, command line) of what pages say, in blocks and in passing, and files at their head."""
    for page, path in PAGES.items():
        yield from ((page, " ".join(line.words)) for line in document_lines(page))
        for said in re.findall(r"`(netfloor [^`]*)`", path.read_text(encoding="utf-8")):
            yield page, " ".join(said.split())
    for folder in ("examples", "netfloor/starter_files"):
        for path in sorted((ROOT / folder).rglob("*.toml")):
            text = path.read_text(encoding="utf-8")
            for said in re.findall(r"^# +(netfloor .*?)(?:  .*)?$|`(netfloor [^`]*)`", text, re.MULTILINE):
                yield path.name, said[0] or said[1]


def test_every_command_that_is_named_exists_with_its_options() -> None:
    """In prose, blocks, at the head of examples and of files to edit; so do the examples' files."""
    root: Any = get_command(app)
    for where, said in said_lines():
        command = root
        for word in said.split()[1:]:
            if isinstance(command, TyperGroup) and not word.startswith("-"):
                assert word in command.commands, f"{where}: {said}"
                command = command.commands[word]
            options = {name for one in command.params for name in (*one.opts, *one.secondary_opts)}
            assert not word.startswith("-") or word in options | {"--help"}, f"{where}: {word} in {said}"
            made = said.endswith(f"--out {word}")
            assert made or not word.startswith("examples/") or (ROOT / word).exists(), f"{where}: {said}"
