"""Lines below a table for those who drew, checked and approved it, in the languages of headings."""

import re
from collections.abc import Sequence
from functools import lru_cache

#: What a row of names and dates of those who sign is.
SIGN_OFF = "a sign-off"
_PARTICIPLES = (
    r"approved|checked|prepared|drawn|reviewed|verified|authori[sz]ed|issued|created|compiled|designed|tested"
    r"|installed|accepted|released|revised|signed(?:[ -]?off)?|written|completed|witnessed"
    r"|erstellt|gepr\u00fcft|geprueft|freigegeben|gezeichnet|bearbeitet|genehmigt|abgenommen|verlegt|unterschrieben"
    r"|\u00e9tabli|r\u00e9dig\u00e9|v\u00e9rifi\u00e9|approuv\u00e9|valid\u00e9|dessin\u00e9|contr\u00f4l\u00e9|pr\u00e9par\u00e9"
    r"|r\u00e9alis\u00e9|elaborado|revisado|aprobado|dibujado|preparado|verificado|realizado"
    r"|opgesteld|gecontroleerd|goedgekeurd|getekend|gemaakt|vrijgegeven|akkoord"
    r"|redatto|controllato|approvato|disegnato|preparato|verificato"
)
_BY = r"by|von|durch|par|por|door|da"
#: Labels that say what a row is, with or without a colon.
_SURE = re.compile(
    rf"(?:{_PARTICIPLES})\s(?:{_BY})(?:\s[^\W\d_]{{1,20}}){{0,3}}"
    r"|(?:authori[sz]ed |client |customer |contractor |engineer )?signature?s?(?:\s[^\W\d_]{1,20}){0,2}"
    r"|sign(?:ed|[ -]?off)?|unterschrift(?:en)?|firma|firma e timbro|handtekening|paraaf"
    r"|bon pour accord|visa(?:\s[^\W\d_]{1,20}){0,2}",
    re.IGNORECASE,
)
#: Labels that say so only with a colon, or beside a sure one.
_LABELS = re.compile(
    rf"(?:{_PARTICIPLES})|names?|title|position|company|project|drawing|revision|rev|sheet|page|date|client"
    r"|customer|contractor|engineer|author|initials|stamp|place|ort|datum|kunde|auftraggeber|auftragnehmer"
    r"|bearbeiter|pr\u00fcfer|stempel|projekt|seite|blatt|nom|entreprise|auteur|lieu|tampon|projet|moe|moa"
    r"|indice|fecha|cliente|autor|nombre|empresa|sello|proyecto|lugar|naam|klant|opdrachtgever|plaats|data"
    r"|nome|luogo|timbro",
    re.IGNORECASE,
)
#: Maximum characters of a label, and of a value behind it.
_LONGEST_LABEL, _LONGEST_VALUE = 40, 60
#: Maximum words of a label of which nothing but its colon is known.
_MOST_WORDS = 4
#: Labels of a signature and its date.
_BOTH = 2


@lru_cache(1 << 12)
def _label(cell: str) -> tuple[bool, bool, bool]:
    """Return whether a cell is a label, whether it says what its row is, and whether it has a value."""
    name, colon, value = cell.strip().partition(":")
    name = name.strip()
    if not name or len(name) > _LONGEST_LABEL or len(value) > _LONGEST_VALUE:
        return False, False, False
    is_sure, is_known = _SURE.fullmatch(name) is not None, _LABELS.fullmatch(name) is not None
    value = value.strip(" ._\u2026")
    if not colon:
        return is_sure or is_known, is_sure, False
    is_bare = not value and len(name.split()) <= _MOST_WORDS
    return is_sure or is_known or is_bare, is_sure or is_known, bool(value)


def is_sign_off(filled: Sequence[str], *, is_below: bool = False) -> bool:
    """Return whether the filled cells of a row are labels of signatures and dates, with and without values.

    One label must be known: *Approved by*, *Checked by*, *Date:*; or all cells end with a colon, as forms
    to be filled in do. ``is_below``: whether another such row is above, so that *Date* is clear too.
    """
    if not _label(filled[0])[0]:
        return False
    known, labels, values = list[str](), 0, 0
    for cell in filled:
        is_label, is_sure, has_value = _label(cell)
        if is_label:
            labels += 1
            known += [cell] * is_sure
            values = 0 if has_value else 2 if ":" in cell or (is_sure and " " in cell) else 1
        elif values and len(cell) <= _LONGEST_VALUE:
            values -= 1
        else:
            return False
    is_clear = any(":" in cell or " " in cell for cell in known)  # one word may be the name of a device
    is_clear |= bool(known) and labels in (len(filled), _BOTH)
    return is_clear or is_below or all(cell.rstrip().endswith(":") for cell in filled)


class SignOffs:
    """Finds the rows of signatures of a table from top to bottom, and the names below their labels.

    ``ports``: the columns that such names leave blank, unlike the cables above them.
    """

    def __init__(self, ports: Sequence[int]) -> None:
        self._ports = ports
        self._has_labels = self._has_cables = False

    def of(self, cells: Sequence[str], otherwise: str) -> str:
        """Return `SIGN_OFF` for such a row, and what it is otherwise for another."""
        if is_sign_off([cell for cell in cells if cell], is_below=self._has_labels):
            self._has_labels = True
            return SIGN_OFF
        has_port = any(index < len(cells) and cells[index] for index in self._ports)
        if self._has_labels and self._has_cables and not has_port:
            return SIGN_OFF
        self._has_cables |= has_port
        return otherwise
