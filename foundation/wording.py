"""Words in a sentence: counts, lists, and keys of files as people read them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

#: Keys of JSON and TOML files, and what people read instead.
_LABELS = {"electrical": "copper", "router": "switch", "routers": "switches"}


def key_label(key: str) -> str:
    """Return what people read for one key of netfloor's own, such as ``copper`` for ``electrical``.

    Texts of users, names of parts and citations are no keys: they are shown as they are written.
    """
    return _LABELS.get(key, key)


def count_text(number: int, noun: str) -> str:
    """Return ``1 network``, ``2 networks``, ``2 switches``."""
    return f"{number:,} {noun}" + ("" if number == 1 else "es" if noun.endswith("ch") else "s")


def join_words(words: list[str]) -> str:
    """Return ``a``, ``a and b``, ``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def as_sentence(text: str) -> str:
    """Return the text, not empty, with a full stop, and with a capital unless it begins with a spec."""
    first = text.split(maxsplit=1)[0]
    begun = f"{text[:1].upper()}{text[1:]}" if first.rstrip(",:").isalpha() else text
    return f"{begun}{'' if begun.endswith(('.', '!', '?')) else '.'}"


def first_twice(names: Sequence[str]) -> str | None:
    """Return the first of some names that is given more than once, or None; however many there are."""
    times = Counter(names)
    return next((name for name in names if times[name] > 1), None)


def meant_text(given: str, names: Iterable[str]) -> str:
    """Return ``did you mean slimfly? `` for a name that is none of some but near one, else nothing."""
    folded = {name.casefold(): name for name in names}
    close = get_close_matches(given[:60].casefold(), folded, n=1)
    return f"did you mean {folded[close[0]]}? " if close else ""


def known_text(given: str, names: Iterable[str]) -> str:
    """Return what may have been meant by a name that is none of some, and all of them."""
    known = list(names)
    return f"{meant_text(given, known)}known: {', '.join(known)}"
