"""What a cable's label says: a text with fields, and nothing else that could be run."""

import re
from collections.abc import Mapping

from foundation.errors import InputError
from topologies.parameters import shown

#: Near end first, then the far one, as on TIA-606-B labels: cabinet-unit:port/cabinet-unit:port.
TIA = "{near_cabinet}-{near_spot:2}:{near_port:2}/{far_cabinet}-{far_spot:2}:{far_port:2}"
DEFAULT = TIA + r"\n{id} {length_m} m"

SIDES = ("near", "far")
FIELDS = (
    "id",
    "length_m",
    "medium",
    "part",
    *(f"{side}_{what}" for side in SIDES for what in ("cabinet", "spot", "port", "device")),
)
_LONGEST = 500
_WIDEST = 12
_TOKEN = re.compile(r"\{\{|\}\}|\{([a-z_]+)(?::([0-9]{1,2}))?\}|[{}]")


def check_format(form: str) -> str:
    """Return a label format; refuse one with an unknown field, a stray brace or too many lines."""
    where = "--label-format"
    if len(form) > _LONGEST or not form.isprintable():
        raise InputError(where, f"{shown(form)!r} is not one line of at most {_LONGEST} characters")
    if form.count(r"\n") > 1:
        raise InputError(where, "has more than two lines", r"write \n once at most")
    for token in _TOKEN.finditer(form):
        if token[0] in {"{", "}"}:
            raise InputError(
                where, f"column {token.start() + 1}: {token[0]!r} belongs to no field", "write {{ or }}"
            )
        if token[1] and token[1] not in FIELDS:
            raise InputError(where, f"there is no field {shown(token[1])!r}", f"known: {', '.join(FIELDS)}")
        if token[2] and int(token[2]) > _WIDEST:
            raise InputError(where, f"{token[0]} is wider than {_WIDEST}")
    return form


def label_lines(form: str, values: Mapping[str, str]) -> tuple[str, str]:
    r"""Return both lines of a label; ``\n`` in the format begins the second.

    ``{near_port:2}`` fills a number up with zeros to two digits; other texts stay as they are.
    """
    first, _, second = form.partition(r"\n")
    return _filled(first, values), _filled(second, values)


def _filled(line: str, values: Mapping[str, str]) -> str:
    def text(token: re.Match[str]) -> str:
        if not token[1]:
            return token[0][0]
        value = values[token[1]]
        digits = value.isascii() and value.isdecimal()
        return value.zfill(int(token[2])) if token[2] and digits else value

    return _TOKEN.sub(text, line)
