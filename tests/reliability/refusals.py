"""What a refusal of bad input looks like, whichever check caused it."""

import re

#: Far more than any refusal of a small file needs.
MAX_CHARACTERS = 12_000
_MESSAGE = re.compile(r"^netfloor: ", re.MULTILINE)


def is_one_refusal(said: str) -> bool:
    """Return whether a command's errors are a single message, below what it understood of the input.

    The message begins with ``netfloor: ``; its further lines, a problem or command each, are indented.
    """
    if len(_MESSAGE.findall(said)) != 1 or "Traceback" in said or len(said) > MAX_CHARACTERS:
        return False
    first, *more = _MESSAGE.split(said)[1].splitlines(keepends=True)
    return bool(first.strip()) and said.endswith("\n") and all(line.startswith("  ") for line in more)
