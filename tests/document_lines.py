"""The command lines of README.md, docs/ and the commands' help, as a reader would type them.

What counts is every line of a fenced block that names no other language. A comment beside a line says
what is special: ``# exit code 4`` where that is what it shows, ``# about 2 minutes`` where it takes
more than half a minute.
"""

import re
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from shutil import which

from tests.fixtures.help_lines import help_page

ROOT = Path(__file__).resolve().parent.parent
PAGES = {
    path.relative_to(ROOT).as_posix(): path for path in (ROOT / "README.md", *ROOT.glob("docs/**/*.md"))
}
#: The page of the examples that each command's help ends with.
HELP = "help"
#: Lines of these programs are not ours to run; `.` makes `netfloor` known to a shell.
OTHER_PROGRAMS = {".", "make", "pip", "sqlite3"}

_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SHELL = ("", "bash", "console", "sh")
_CODE = re.compile(r"\bexit code (\d+)(?: without (\w+))?")
_TIME = re.compile(r"\babout (?:\d+ |a |half a )(?:second|minute)")


@dataclass(frozen=True)
class DocumentLine:
    """One line: its words, how it ends, and whether it says that it takes long."""

    words: tuple[str, ...]
    code: int = 0
    long: bool = False

    @property
    def files(self) -> set[str]:
        """What it writes, as far as the next lines need it."""
        named = zip(self.words, self.words[1:], strict=False)
        return {value for name, value in named if name in {"--out", "-o", "--results", "--checkpoint"}}

    def needs(self, files: Iterable[str]) -> bool:
        """Return True if it names one of these files, or one in a folder of these."""
        return any(word == file or word.startswith(f"{file}/") for word in self.words for file in files)


def document_lines(page: str) -> list[DocumentLine]:
    """Return the command lines of a page, in order."""
    return list(lines_of(help_page() if page == HELP else PAGES[page].read_text(encoding="utf-8")))


def quick_lines(lines: Iterable[DocumentLine]) -> Iterator[DocumentLine]:
    """Yield the lines that do not take long, nor need what those write that do."""
    missing: set[str] = set()
    for line in lines:
        if line.long or line.needs(missing):
            missing |= line.files
        else:
            yield line


def lines_of(text: str) -> Iterator[DocumentLine]:
    """Yield the command lines of a page's text.

    Raises
    ------
    ValueError
        If a line of such a block is not one command of netfloor or of one of the other programs.
    """
    for language, block in _BLOCK.findall(text):
        if language not in _SHELL:
            continue
        for line in block.replace("\\\n", " ").splitlines():
            words = shlex.split(line.removeprefix("$ "), comments=True)
            comment = line.rpartition(" #")[2] if " #" in line else ""
            if not words or words[0] in OTHER_PROGRAMS:
                continue
            if words[0] != "netfloor" or any(
                word.endswith(";") or word in {"|", "&&", ">"} for word in words
            ):
                raise ValueError(f"not one command of ours: {line}")
            yield DocumentLine(tuple(words), _code(comment), _TIME.search(comment) is not None)


def _code(comment: str) -> int:
    """Return the exit code that a comment names, 0 where the program that it misses is there."""
    said = _CODE.search(comment)
    return int(said[1]) if said and (said[2] is None or which(said[2]) is None) else 0
