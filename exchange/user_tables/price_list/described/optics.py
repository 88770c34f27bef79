"""Optical standards by their names in descriptions, with fibres, connector and reach.

Reach and fibres follow IEEE Std 802.3-2022 with its amendments db (400GBASE-SR4, VR4) and df (800 Gb/s);
PSM4, CWDM4, 100G-FR, LR and SR4.2 follow their multi-source agreements.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

LC, MPO, MPO_APC, MPO16, MPO24 = "LC", "MPO-12/UPC", "MPO-12/APC", "MPO-16/APC", "MPO-24/UPC"


@dataclass(frozen=True)
class OpticalStandard:
    """Requirements of an optical standard per link: connector, fibres, and reach in m by fibre type."""

    connector: str
    fibres: int
    reach_m: Mapping[str, int]

    @property
    def is_multimode(self) -> bool:
        """Whether it is for multimode fibre."""
        return "OS2" not in self.reach_m


def _multimode(connector: str, fibres: int, om3: int, om4: int, om5: int | None = None) -> OpticalStandard:
    return OpticalStandard(connector, fibres, {"OM3": om3, "OM4": om4, "OM5": om4 if om5 is None else om5})


def _single_mode(connector: str, fibres: int, metres: int) -> OpticalStandard:
    return OpticalStandard(connector, fibres, {"OS2": metres})


#: By link rate in Gb/s and name.
STANDARDS: dict[tuple[float, str], OpticalStandard] = {
    (1, "SX"): _multimode(LC, 2, 550, 550),
    (1, "LX"): _single_mode(LC, 2, 5_000),
    (10, "SR"): _multimode(LC, 2, 300, 400),
    (10, "LR"): _single_mode(LC, 2, 10_000),
    (10, "ER"): _single_mode(LC, 2, 30_000),
    (25, "SR"): _multimode(LC, 2, 70, 100),
    (25, "LR"): _single_mode(LC, 2, 10_000),
    (25, "ER"): _single_mode(LC, 2, 30_000),
    (40, "SR4"): _multimode(MPO, 8, 100, 150),
    (40, "LR4"): _single_mode(LC, 2, 10_000),
    (40, "ER4"): _single_mode(LC, 2, 30_000),
    (50, "SR"): _multimode(LC, 2, 70, 100),
    (50, "FR"): _single_mode(LC, 2, 2_000),
    (50, "LR"): _single_mode(LC, 2, 10_000),
    (100, "SR10"): _multimode(MPO24, 20, 100, 150),
    (100, "SR4"): _multimode(MPO, 8, 70, 100),
    (100, "SR2"): _multimode(MPO, 4, 70, 100),
    (100, "SR"): _multimode(LC, 2, 60, 100),
    (100, "VR"): _multimode(LC, 2, 30, 50),
    (100, "DR"): _single_mode(LC, 2, 500),
    (100, "FR"): _single_mode(LC, 2, 2_000),
    (100, "LR"): _single_mode(LC, 2, 10_000),
    (100, "PSM4"): _single_mode(MPO_APC, 8, 500),
    (100, "CWDM4"): _single_mode(LC, 2, 2_000),
    (100, "LR4"): _single_mode(LC, 2, 10_000),
    (100, "ER4"): _single_mode(LC, 2, 30_000),
    (200, "SR4"): _multimode(MPO, 8, 70, 100),
    (200, "SR2"): _multimode(MPO_APC, 4, 60, 100),
    (200, "DR4"): _single_mode(MPO_APC, 8, 500),
    (200, "FR4"): _single_mode(LC, 2, 2_000),
    (200, "LR4"): _single_mode(LC, 2, 10_000),
    (400, "SR8"): _multimode(MPO16, 16, 70, 100),
    (400, "SR4.2"): _multimode(MPO, 8, 70, 100, 150),
    (400, "SR4"): _multimode(MPO_APC, 8, 60, 100),
    (400, "VR4"): _multimode(MPO_APC, 8, 30, 50),
    (400, "DR4"): _single_mode(MPO_APC, 8, 500),
    (400, "XDR4"): _single_mode(MPO_APC, 8, 2_000),
    (400, "PLR4"): _single_mode(MPO_APC, 8, 10_000),
    (400, "FR4"): _single_mode(LC, 2, 2_000),
    (400, "LR4"): _single_mode(LC, 2, 6_000),
    (400, "FR8"): _single_mode(LC, 2, 2_000),
    (400, "LR8"): _single_mode(LC, 2, 10_000),
    (800, "SR8"): _multimode(MPO16, 16, 60, 100),
    (800, "VR8"): _multimode(MPO16, 16, 30, 50),
    (800, "DR8"): _single_mode(MPO16, 16, 500),
}
#: Alternative names of the same standards.
_ALIKE = {"DR1": "DR", "FR1": "FR", "LR1": "LR", "ESR4": "SR4", "LX10": "LX", "LH": "LX", "SR1": "SR"}
_NAMES = sorted({*(name for _, name in STANDARDS), *_ALIKE, "ZR", "LRM", "FR8"}, key=len, reverse=True)
_STANDARD = re.compile(
    rf"(?:(?<![0-9])(?P<rate>[0-9]{{1,4}})\s?G?\s?BASE-?|(?<![A-Za-z0-9]))(?P<links>[2-8]x)?"
    rf"(?P<name>{'|'.join(map(re.escape, _NAMES))})(?:-(?:10|6|30))?(?![A-Za-z0-9])",
    re.IGNORECASE,
)


def optical_names(text: str) -> list[str]:
    """Return the optical standards named in a text, each once: ``SR4`` for ``100GBASE-SR4``."""
    results = [*_STANDARD.finditer(text)]
    # the full name counts: 400GBASE-FR4 with CWDM4 wavelengths is FR4
    full = [match for match in results if match["rate"]]
    names = (match["name"].upper() for match in full or results)
    return list(dict.fromkeys(_ALIKE.get(name, name) for name in names))


def optical_links(text: str) -> int:
    """Return how many links a module with its only optical standard has: 2 for ``800G 2xDR4``."""
    results = [*_STANDARD.finditer(text)]
    full = [match for match in results if match["rate"]]
    counts = {int((match["links"] or "1")[0]) for match in full or results}
    return counts.pop() if len(counts) == 1 else 1


#: Cords from MPO to LC, or from one MPO to several: catalogues hold cords with equal ends.
_MPO = re.compile(r"(?<![a-z])m[pt][po](?![a-z])", re.IGNORECASE)
_LC = re.compile(r"(?:(?<![a-z])|(?<=[0-9][x\u00d7]))lc(?![a-z])", re.IGNORECASE)
_HARNESS = re.compile(
    r"break[\s-]?out|fan[\s-]?out|harness|harnais|hydra|\u00e9clat|conversion|\b[248]\s?[x\u00d7]\s?m[pt][po]",
    re.IGNORECASE,
)
#: Connectors at an end, and fibres of a cable.
_CONNECTORS = re.compile(
    r"(?<![\w.])([0-9]{1,2})\s?[x\u00d7]\s?(?:m[pt][po]|lc|sc|e2000)(?![a-z])", re.IGNORECASE
)
_FIBRE_COUNT = re.compile(
    r"(?<![\w./])([0-9]{1,3})[\s-]?(?:fib(?:re|er)s?|fasern?|fibras?|brins?|vezels?|cores?|f)(?![a-z])",
    re.IGNORECASE,
)
#: Fibres of the largest MPO of a transceiver's cord (IEC 61754-7), and of a cord with LC.
_MOST_FIBRES, _MOST_OF_LC = 32, 2


def why_no_cord(text: str) -> str:
    """Return why a fibre cable is not a cord with one connector at each end, empty if it may be one."""
    ends = [int(count) for count in _CONNECTORS.findall(text)]
    fibres = max((int(count) for count in _FIBRE_COUNT.findall(text)), default=0)
    has_mpo = _MPO.search(text) is not None
    is_pair = len(ends) > 1 and min(ends) > 1 and len({*ends}) == 1
    many = max(ends, default=0) > (1 if has_mpo and is_pair else 4)
    if many or fibres > (_MOST_FIBRES if has_mpo else 2 * _MOST_OF_LC):
        return "left out as trunks with several connectors at an end, which are written as [[trunks]]"
    if has_mpo and (_LC.search(text) or _HARNESS.search(text)):
        return "left out as harnesses: cords with other ends on one side"
    return ""


def standard_of(gbps: float | None, name: str) -> OpticalStandard | None:
    """Return the standard with a name at a rate, None if unknown."""
    return STANDARDS.get((gbps or 0, name))
