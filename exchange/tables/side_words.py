"""Words of headings for the two ends of a cable, in the languages of lists."""

import re
from collections.abc import Iterator, Mapping


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Words for the two ends of a cable.
SIDES: Mapping[str, frozenset[str]] = {
    "a": _words(
        "a 1 from source src start starting begin local near this von quelle quell anfang anfangs"
        " de du depuis depart origine debut desde origen inicio inicial van da inizio partenza tenant"
        " lokal lokaal locale locales"
    ),
    "b": _words(
        "b z 2 to destination dest dst target end ending remote far peer neighbor neighbour other"
        " nach ziel bis ende vers arrivee fin final hacia hasta destino naar eind fine arrivo aboutissant"
        " entfernt entfernte entfernter entferntes gegenstelle distant distante distants remoto remota"
        " extern externe externer externes verwijderd verwijderde"
    ),
}
#: Words for an end that mean something else alone: ``Entfernt`` is a status, ``Extern`` says who owns it.
_NEVER_ALONE = _words("entfernt verwijderd extern externe locale locales lokaal lokal")
_LONG_SIDE = 3  # a side joined to its field in one word, as in srcport
#: Words of an end to which a single letter may be joined: ``aport``, ``bdev``, ``zhostname``, ``hostb``.
_OF_AN_END = (
    r"((?:interface|device|switch|server|cabinet|system|model|panel|ports?|host|node|rack|unit|slot"
    r"|intf?|name|type|room|dev|loc|pos){1,3}(?:nr|no|id)?)"
)
_LETTER_FIRST = re.compile(rf"([abz]){_OF_AN_END}")
_LETTER_LAST = re.compile(rf"(?!porta|posa|unita){_OF_AN_END}([abz])")  # words of Italian


def sided_words(words: list[str]) -> Iterator[tuple[str, list[str], bool]]:
    """Yield each side that a word may name, the other words, and whether the heading is one letter."""
    alone = len(words) == 1
    if alone and words[0] in _NEVER_ALONE:
        yield "", words, False
        return
    for short in (True, False):
        for index, word in enumerate(words):
            if (len(word) == 1) == short and not (alone and word.isdecimal()):
                for side in (side for side, names in SIDES.items() if word in names):
                    yield side, words[:index] + words[index + 1 :], short and alone
    for index, word in enumerate(words):
        for side, rest in (*_joined_sides(word), *_joined_letters(word)):
            yield side, [*words[:index], rest, *words[index + 1 :]], False
    yield "", words, False


def _joined_sides(word: str) -> Iterator[tuple[str, str]]:
    """Yield the side at the start or end of a word, as in srcport, and the rest."""
    for side, names in SIDES.items():
        for name in names:
            if _LONG_SIDE <= len(name) < len(word):
                if word.startswith(name):
                    yield side, word[len(name) :]
                elif word.endswith(name):
                    yield side, word[: -len(name)]


def _joined_letters(word: str) -> Iterator[tuple[str, str]]:
    """Yield the side whose letter is joined to a word of an end, as in aport and hostb, and the rest."""
    if match := _LETTER_FIRST.fullmatch(word):
        yield ("a" if match[1] == "a" else "b"), match[2]
    elif match := _LETTER_LAST.fullmatch(word):
        yield ("a" if match[2] == "a" else "b"), match[1]
