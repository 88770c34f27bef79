"""DOT text cut into tokens, each with its line."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from foundation.errors import InputError
from topologies.parameters import shown

_TOKEN = re.compile(
    r"""
    (?P<space>[^\S\n]+)
  | (?P<newline>\n)
  | (?P<comment>//[^\n]*|/\*.*?\*/)
  | (?P<edge>--|->)
  | (?P<name>(?:[^\W\d]|[^\x00-\x7f])(?:\w|[^\x00-\x7f])*
           |-?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?![\w.]))
  | (?P<quoted>"(?:[^"\\]|\\.)*")
  | (?P<sign>[{}\[\]=;,:+<])
    """,
    re.VERBOSE | re.DOTALL,
)
#: The same, and lines for the C preprocessor, which Graphviz passes over too.
_PREPROCESSOR = re.compile(r"(?P<hash>\#[^\n]*)|" + _TOKEN.pattern, _TOKEN.flags)
_ESCAPES = re.compile(r'\\(["\n\\])')
_KEPT = {'"': '"', "\n": "", "\\": "\\\\"}


@dataclass(frozen=True)
class Token:
    """One token.

    Attributes
    ----------
    kind
        ``name``, ``quoted``, ``edge`` (``--`` or ``->``), ``sign`` or ``end``.
    text
        As it stands; for a quoted name what it means.
    line
        Line number from 1.
    """

    kind: str
    text: str
    line: int

    @property
    def is_name(self) -> bool:
        """True for what DOT calls an ID, keywords included."""
        return self.kind in {"name", "quoted"}

    def is_word(self, word: str) -> bool:
        """Return True for an unquoted keyword, in upper or lower case."""
        return self.kind == "name" and self.text.lower() == word


def tokens(text: str, where: str) -> Iterator[Token]:
    """Yield the tokens of a DOT text without comments, and one of kind ``end``.

    The DOT language, graphviz.org; a number that runs on as a name is refused, where Graphviz
    warns and cuts it in two.

    Raises
    ------
    InputError
        With the line, for a character that begins no token.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    position, line = 0, 1
    while position < len(text):
        starts_line = position == 0 or text[position - 1] == "\n"
        match = (_PREPROCESSOR if starts_line else _TOKEN).match(text, position)
        if match is None:
            raise InputError(f"{where}: line {line}", _what_is_wrong(text, position))
        kind, found = str(match.lastgroup), match.group()
        if kind == "quoted":
            yield Token(kind, _ESCAPES.sub(lambda escape: _KEPT[escape[1]], found[1:-1]), line)
        elif kind not in {"space", "newline", "comment", "hash"}:
            yield Token(kind, found, line)
        line += found.count("\n")
        position = match.end()
    yield Token("end", "the end of the file", line)


def quoted(name: str) -> str | None:
    r"""Return a name in quotes, or None if DOT has no way to write it.

    Only ``\"`` is an escape in DOT, and two backslashes stay two: a name in which an odd
    number of them precede a quote or the end cannot be told from an escape.
    """
    text = '"' + name.replace('"', '\\"') + '"'
    match = _TOKEN.fullmatch(text)
    meant = None if match is None else _ESCAPES.sub(lambda escape: _KEPT[escape[1]], text[1:-1])
    return text if meant == name else None


def _what_is_wrong(text: str, position: int) -> str:
    if text[position] == '"':
        return "a quoted name does not end"
    if text.startswith("/*", position):
        return "a comment does not end"
    if text[position].isdigit() or text[position] in "-.":
        return "a number runs on as a name: put the name in quotes"
    return f"{shown(text[position])!r} begins nothing that DOT knows"
