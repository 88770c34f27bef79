"""Form factors, counts and rates in descriptions: ``QSFP28``, ``4x``, ``2 x 400Gb/s``, ``10/25GbE``."""

import re

from netfloor.exchange.tables.numbers import LANE_GBPS

#: Spellings of form factors, longest first; bare ``QSFP`` and ``SFP`` depend on the rate.
_SPELLED = (
    (r"QSFP-?DD-?800|QDD-?800", "QSFP-DD800"),
    (r"QSFP-?DD|QDD(?![A-Za-z])", "QSFP-DD"),
    (r"OSFP-?1600", "OSFP1600"),
    (r"OSFP-?RHS", "OSFP-RHS"),
    (r"OSFP", "OSFP"),
    (r"QSFP-?112", "QSFP112"),
    (r"QSFP-?56", "QSFP56"),
    (r"QSFP-?28", "QSFP28"),
    (r"QSFP-?100G?", "QSFP28"),
    (r"QSFP-?40G", "QSFP+"),
    (r"QSFP\s?\+|QSFP-?10\b", "QSFP+"),
    (r"QSFP", "QSFP"),
    (r"SFP-?112", "SFP112"),
    (r"SFP-?56", "SFP56"),
    (r"SFP-?28", "SFP28"),
    (r"SFP-?H?25G", "SFP28"),
    (r"SFP\s?\+|SFP-?H?10G|SFP-?10\b", "SFP+"),
    (r"SFP", "SFP"),
    (r"RJ-?45|8P8C", "RJ45"),
    (r"CXP", "CXP"),
)
FORM = "|".join(f"(?:{pattern})" for pattern, _ in _SPELLED)
_FORM = re.compile(rf"(?<![A-Za-z])(?:x(?=[OQS]))?({FORM})(?![0-9])", re.IGNORECASE)
#: Usual Gb/s of a form factor; others have several or none.
_USUAL_GBPS = {
    "SFP": 1.0,
    "SFP+": 10.0,
    "SFP28": 25.0,
    "SFP56": 50.0,
    "SFP112": 100.0,
    "QSFP+": 40.0,
    "QSFP28": 100.0,
    "QSFP56": 200.0,
    "QSFP112": 400.0,
    "QSFP-DD800": 800.0,
}
#: Maximum Gb/s of all links in a plug: lanes at their fastest rate (SFF-8024, QSFP-DD and OSFP MSA).
_MAX_GBPS = {
    **_USUAL_GBPS,
    "SFP": 2.5,
    "SFP+": 16.0,
    "SFP28": 32.0,
    "SFP56": 64.0,
    "QSFP+": 56.0,
    "QSFP28": 128.0,
    "QSFP-DD": 400.0,
    "OSFP": 800.0,
    "OSFP-RHS": 800.0,
}
_FORM_OF_RATE = {1.0: "SFP", 10.0: "SFP+", 25.0: "SFP28", 50.0: "SFP56"}
_QUAD_OF_RATE = {40.0: "QSFP+", 50.0: "QSFP28", 100.0: "QSFP28", 200.0: "QSFP56", 400.0: "QSFP112"}
_COUNTS = {
    "single": 1,
    "dual": 2,
    "two": 2,
    "zwei": 2,
    "deux": 2,
    "dos": 2,
    "double": 2,
    "doble": 2,
    "doppel": 2,
    "doppia": 2,
    "doppio": 2,
    "due": 2,
    "dubbele": 2,
    "twee": 2,
    "four": 4,
    "vier": 4,
    "quatre": 4,
    "cuatro": 4,
    "quad": 4,
    "quattro": 4,
    "eight": 8,
    "acht": 8,
    "huit": 8,
}
COUNT = rf"(?:[0-9]{{1,3}}|{'|'.join(_COUNTS)})"
_UNIT = r"(?:GBASE-?[A-Z0-9.]{0,6}|G(?![A-Za-z])|Gb?(?:ps|it/s|/s|it|E)?(?![A-Za-z])|GigE|Gigabit)"
#: ``100G``, ``10/25GbE``, ``2.5G``, ``400Gb/s``; of several rates of one port, the last counts.
RATE = rf"(?:[0-9]{{1,4}}(?:\.[0-9])?\s?(?:{_UNIT})?\s?/\s?){{0,4}}[0-9]{{1,4}}(?:\.[0-9])?\s?-?(?:{_UNIT})"
_RATE = re.compile(
    rf"(?<![A-Za-z0-9.,])(?:(?P<times>[248])\s?[x\u00d7*]\s?)?(?P<rate>{RATE})", re.IGNORECASE
)
_TERABITS = re.compile(r"(?<![A-Za-z0-9.,])([0-9]\.[0-9])\s?T(?:b/s|bps|bE)?(?![A-Za-z])", re.IGNORECASE)
_BASE = re.compile(r"(?<![0-9.])([0-9]{2,4})\s?BASE-?(?=[A-Z])", re.IGNORECASE)
_SPEEDS = "|".join(sorted(LANE_GBPS, key=len, reverse=True))
LANES = re.compile(
    rf"(?<![A-Za-z0-9])(?:(?P<times>[248])\s?x\s?)?(?P<name>{_SPEEDS})"
    r"(?P<part>50|100|200|400|800)?(?![A-Za-z0-9])"
)
#: The same pattern without group names.
LANES_TEXT = re.sub(r"\?P<\w+>", "?:", LANES.pattern)
_LANES_OF_LINK = 4


def form_of(text: str) -> str:
    """Return the form factor in a text matched by `FORM`."""
    return next(form for pattern, form in _SPELLED if re.fullmatch(pattern, text, re.IGNORECASE))


def forms_in(text: str) -> list[str]:
    """Return the form factors in a text, in order."""
    return [form_of(match[1]) for match in _FORM.finditer(text)]


def form_at_rate(form: str, gbps: float | None) -> str:
    """Return a form factor, resolving bare ``QSFP`` or ``SFP`` by the rate."""
    if gbps is None or form not in {"QSFP", "SFP"}:
        return form
    return (_QUAD_OF_RATE if form == "QSFP" else _FORM_OF_RATE).get(gbps, form)


def usual_gbps(form: str) -> float | None:
    """Return the usual rate of a form factor, None if there are several."""
    return _USUAL_GBPS.get(form)


def is_too_fast(form: str, gbps: float) -> bool:
    """Return whether a rate in Gb/s exceeds the maximum of a form factor."""
    return gbps > _MAX_GBPS.get(form, gbps)


def usual_form(gbps: float) -> str | None:
    """Return the usual form factor of a rate, None if there are several."""
    return {**_FORM_OF_RATE, 40.0: "QSFP+", 100.0: "QSFP28"}.get(gbps)


def count_of(text: str) -> int:
    """Return the number in a text matched by `COUNT`."""
    return _COUNTS.get(text.lower()) or int(text)


def highest_gbps(text: str) -> float:
    """Return the highest rate in a text matched by `RATE`."""
    return max(float(number) for number in re.findall(r"[0-9]+(?:\.[0-9])?", re.sub(r"BASE.*", "", text)))


def rates_in(text: str) -> list[tuple[int, float]]:
    """Return (links, Gb/s each) for every rate in a text: 2 and 400 for ``2x400Gb/s`` and ``2xNDR``."""
    results = [(int(item["times"] or 1), highest_gbps(item["rate"])) for item in _RATE.finditer(text)]
    results += [(1, float(item[1]) * 1000) for item in _TERABITS.finditer(text)]
    results += [(1, int(item[1]) / 1000) for item in _BASE.finditer(text) if int(item[1]) >= 1000]
    results += [lane_rate(item) for item in LANES.finditer(text)]
    return list(dict.fromkeys(results))


def lane_rate(match: re.Match[str]) -> tuple[int, float]:
    """Return links and Gb/s of an InfiniBand speed: NDR is 400 Gb/s, NDR200 is half a port."""
    gbps = float(match["part"] or LANE_GBPS[match["name"]] * _LANES_OF_LINK)
    return int(match["times"] or 1), gbps
