"""Wording of counts, lists and file keys in sentences."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from difflib import get_close_matches

#: Keys of JSON and TOML files, with the words people read instead.
_LABELS = {"electrical": "copper", "router": "switch", "routers": "switches"}


def key_label(key: str) -> str:
    """Return the word people read for a key of netfloor, such as ``copper`` for ``electrical``.

    Apply it to keys only: texts of users, part names and citations are shown as written.
    """
    return _LABELS.get(key, key)


def count_text(number: int, noun: str) -> str:
    """Format a count with its noun: ``1 network``, ``2 networks``, ``2 switches``."""
    return f"{number:,} {noun}" + ("" if number == 1 else "es" if noun.endswith("ch") else "s")


def percent_text(share: float, decimals: int = 1) -> str:
    """Format a share in percent: ``4.0 %`` for 0.04, ``less than 0.1 %`` instead of ``0.0 %``."""
    percent, smallest = 100 * abs(share), 10.0**-decimals
    return (
        f"less than {smallest:.{decimals}f} %"
        if 0 < percent < smallest / 2
        else f"{percent:.{decimals}f} %"
    )


def join_words(words: list[str]) -> str:
    """Join words: ``a``, ``a and b``, ``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def as_sentence(text: str) -> str:
    """Make a non-empty text a sentence: a full stop, and a capital unless it begins with a spec."""
    first = text.split(maxsplit=1)[0]
    begun = f"{text[:1].upper()}{text[1:]}" if first.rstrip(",:").isalpha() else text
    return f"{begun}{'' if begun.endswith(('.', '!', '?')) else '.'}"


def first_twice(names: Sequence[str]) -> str | None:
    """Return the first repeated name, or None."""
    times = Counter(names)
    return next((name for name in names if times[name] > 1), None)


def meant_text(given: str, names: Iterable[str]) -> str:
    """Return ``did you mean slimfly? `` if an unknown name is close to a known one, else an empty text."""
    folded = {name.casefold(): name for name in names}
    close = get_close_matches(given[:60].casefold(), folded, n=1)
    return f"did you mean {folded[close[0]]}? " if close else ""


def known_text(given: str, names: Iterable[str]) -> str:
    """Suggest a close name for an unknown one, and list all known names."""
    known = list(names)
    return f"{meant_text(given, known)}known: {', '.join(known)}"


def without_details(
    fields: Iterable[tuple[str, str]], details: Container[str]
) -> Iterator[tuple[str, str]]:
    """Yield named texts except the named details; a text without a name belongs to the one above it."""
    shown = True
    for name, text in fields:
        shown = name not in details if name else shown
        if shown:
            yield name, text
