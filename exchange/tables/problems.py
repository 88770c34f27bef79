"""All problems of some lists, collected into one error."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import PurePath

from netfloor.foundation.errors import InputError, ManyProblemsError
from netfloor.foundation.wording import count_text, join_words
from netfloor.topologies.parameters import shown

MAX_SHOWN, MAX_LINES = 50, 6
#: Maximum different problems per line: a range may have one for each of its names.
MAX_OF_LINE = 5
#: Limits for suggestions, whose cost grows with the number of known names.
MAX_SUGGESTIONS, MAX_CANDIDATES = 50, 10_000
_PLACE = re.compile(r": (line|row) ([0-9]{1,9})\Z")
#: File, problem, and remedy.
_Kind = tuple[str, str, str]


class Problems:
    """Problems in the order of discovery."""

    def __init__(self, where: str = "lists") -> None:
        self._where = where
        self._found: list[InputError] = []

    def __len__(self) -> int:
        return len(self._found)

    def __bool__(self) -> bool:
        return bool(self._found)

    def add(self, where: str, what: str, expected: str = "") -> None:
        """Add a problem."""
        self._found.append(InputError(where, what, expected))

    def include(self, error: InputError) -> None:
        """Add a raised problem."""
        self._found.append(error)

    def include_all(self, errors: Iterable[InputError]) -> None:
        """Add problems found elsewhere."""
        self._found += errors

    @contextmanager
    def collecting(self) -> Iterator[None]:
        """Collect the `InputError` of a block and continue after the block."""
        try:
            yield
        except InputError as error:
            self.include(error)

    def raise_all(self) -> None:
        """Raise all problems as one error, merging equal problems of several lines.

        Raises `InputError` if there is any problem; the message lists 50 and counts the rest.
        """
        groups = [_grouped(kind, places) for kind, places in self._kinds().items()]
        if not groups:
            return
        if len(groups) == 1:
            raise InputError(*groups[0])
        lines = tuple(InputError(*group).message for group in groups[:MAX_SHOWN])
        raise ManyProblemsError(self._where, lines, len(groups) - len(lines))

    def _kinds(self) -> dict[_Kind, dict[str, str]]:
        """Return each problem with its lines, and whether they are lines or rows."""
        kinds: dict[_Kind, dict[str, str]] = {}
        shown_of: Counter[str] = Counter()
        more: Counter[str] = Counter()
        for error in self._found:
            place = _PLACE.search(error.where)
            file = error.parts[0] if place is None else error.where[: place.start()]
            kind = file, *error.parts[1:]
            if place is not None and kind not in kinds and shown_of[error.where] == MAX_OF_LINE:
                more[error.where] += 1
                continue
            shown_of[error.where] += kind not in kinds
            lines = kinds.setdefault(kind, {})
            if place is not None:
                lines[place[2]] = place[1]
        return kinds | {(where, count_text(n, "more problem"), ""): {} for where, n in more.items()}


def _grouped(kind: _Kind, lines: dict[str, str]) -> _Kind:
    """Return a problem with its lines as the location."""
    file, *texts = kind
    named = file.partition(": sheet ")[0]
    what, expected = (with_short_files(text, [named]) for text in texts)  # the location names the file
    if not lines:
        return file, what, expected
    numbers, noun = list(lines), next(iter(lines.values()))
    if len(numbers) == 1:
        return f"{file}: {noun} {numbers[0]}", what, expected
    return f"{file}: {noun}s {shortened(numbers, MAX_LINES)}", what, expected


def with_short_files(text: str, files: Iterable[str]) -> str:
    """Return a text that names the sheet of a location in these files, or the file without its folder."""
    for file in files:
        text = text.replace(f"{file}: sheet ", "sheet ").replace(f"{file}: ", f"{PurePath(file).name}: ")
    return text


def shortened(names: Sequence[str], limit: int) -> str:
    """Return names as a list in a sentence, with a count of those beyond a limit."""
    if len(names) <= limit:
        return join_words(list(names))
    return f"{', '.join(names[:limit])} and {len(names) - limit:,} more"


class NearNames:
    """Known names similar to an unknown one."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = {name.casefold(): name for name in names}
        self._advice: dict[str, str] = {}

    def advice(self, name: str, otherwise: str) -> str:
        """Return a question with up to three similar names, or other advice."""
        if name not in self._advice:
            near = self._near(name.casefold()) if len(self._advice) < MAX_SUGGESTIONS else []
            self._advice[name] = f"did you mean {' or '.join(near)}?" if near else otherwise
        return self._advice[name]

    def _near(self, key: str) -> list[str]:
        known = list(self._names)
        if len(known) > MAX_CANDIDATES:
            known = [other for other in known if other[:1] == key[:1]][:MAX_CANDIDATES]
        return [shown(self._names[close]) for close in get_close_matches(key[:60], known, n=3)]
