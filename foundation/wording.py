"""Words in a sentence: counts and lists."""


def count_text(number: int, noun: str) -> str:
    """Return ``1 network``, ``2 networks``, ``2 switches``."""
    return f"{number:,} {noun}" + ("" if number == 1 else "es" if noun.endswith("ch") else "s")


def join_words(words: list[str]) -> str:
    """Return ``a``, ``a and b``, ``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
