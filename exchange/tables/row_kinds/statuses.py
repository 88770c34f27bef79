"""Columns that say how far a cable is: to be removed, in place or planned, in several languages."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from netfloor.exchange.tables.heading_lines import cell_at, column_letter, plain
from netfloor.exchange.tables.subject import compact, words_of

#: What the value of a status column says of a cable; empty for a value that is not known.
REMOVED, INSTALLED, PLANNED = "to be removed", "installed", "planned"
#: What the user said of a value: its rows stay as they are, or are left out.
KEPT, ASKED = "kept", "left out as asked"
#: The target that leaves rows out.
SKIPPED_ROWS = "skip rows"
#: ``--map`` targets for a value of a column, ``Status:Gebucht=skip rows``, and what they mean.
ROW_TARGETS: Mapping[str, str] = {
    SKIPPED_ROWS: ASKED,
    "keep rows": KEPT,
    "installed rows": INSTALLED,
}


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Columns that say what is to be done with a cable or how far it is, in `compact` form.
_HEADINGS = _words(
    "action actions operation task change changetype status state aktion vorgang massnahme"
    " auftrag zustand statut etat accion operacion estado actie handeling toestand azione"
    " operazione stato lifecycle"
)
#: Those of them that say what an import or a change does with a row, not how far its cable is.
_OPERATIONS = _words(
    "action actions operation task change changetype aktion vorgang massnahme auftrag accion operacion"
    " actie handeling azione operazione"
)
#: Columns that take a row out of use with a yes, in `compact` form: xCAT's ``disable``.
_OFF = _words(
    "disable disabled isdisabled ignore ignored inactive deactivated commentedout deaktiviert inaktiv"
    " ignorieren desactive inactif ignorer desactivado inactivo ignorar uitgeschakeld inactief disabilitato"
)
_YES = _words("1 y yes x true on ja oui si")
_STATUS_WORDS = _words("status state statut etat estado stato toestand zustand")
#: Words that may accompany them: ``Cable Status``, ``Statut du lien``.
_OF_CABLES = _words(
    "cable cables cabling link links connection connections cord install installation lifecycle"
    " order line row kabel verbindung verbindungs leitung montage bau auftrag lien liaison"
    " jarretiere conexion enlace verbinding cavo collegamento of the du de la le les des del"
    " della"
)
_COMPOUND = re.compile(r"(?:kabel|verbindungs|montage|bau|auftrags|bearbeitungs|verlege)(?:status|zustand)")
_REMARKS = _words(
    "remark remarks note notes comment comments bemerkung bemerkungen anmerkung anmerkungen"
    " hinweis hinweise kommentar kommentare remarque remarques commentaire commentaires"
    " observation observations nota notas observacion observaciones comentario comentarios"
    " opmerking opmerkingen annotazione annotazioni osservazioni"
)
_LONGEST = 80

#: Endings of French, Spanish and Italian participles.
_FR, _ES, _IT = "(?:er|e|ee|es|ees|ez)?", "(?:ar|ad[oa]s?)", "(?:are|at[oaie])"
#: Texts of cables that go or are not needed any more, in small letters without accents.
_GOING = (
    # English
    r"remov(?:e|es|ed|al|ing)|delet(?:e|ed|ion)|disconnect(?:ed|ion)?|decommission(?:ed|ing)?|decom"
    r"|(?:de|un) ?install(?:ed)?|cancell?(?:ed|ation)?|dismantl(?:e|ed|ing)|retir(?:ed|ement|ing)"
    r"|withdrawn?|scrap(?:ped)?|obsolete|abandon(?:ed)?|ceased?|unplug(?:ged)?|torn down|void(?:ed)?"
    r"|out of (?:service|use)|no longer (?:in use|used|needed|required|in service)"
    r"|not (?:needed|required)(?: any ?more)?",
    # German
    r"abbau(?:en)?|abgebaut|abzubauen|ruck(?:zu)?bau(?:en)?|ruckgebaut|zuruck(?:zu|ge)?bau(?:en|t)?"
    r"|entfern(?:en|t)|zu entfernen|demontier(?:en|t)|demontage|losch(?:en|ung)|geloscht"
    r"|stillleg(?:en|ung)|stillgelegt|stillzulegen|entf(?:all(?:t|en)|iel)|storn(?:o|ier(?:en|t|ung))"
    r"|(?:ge)?kundig(?:en|t|ung)|gestrichen|streichen|weg(?:fall|gefallen)|fallt weg|annulliert|obsolet"
    r"|ausser (?:betrieb|dienst)|nicht mehr (?:genutzt|benutzt|verwendet)"
    r"|nicht (?:mehr )?(?:benotigt|erforderlich|notwendig)",
    # French
    rf"supprim{_FR}|suppression|retir{_FR}|retrait|depos{_FR}|demont{_FR}|demontage|resili{_FR}|resiliation"
    rf"|annul{_FR}|annulation|abandonn{_FR}|desinstall{_FR}|debranch{_FR}|deconnect{_FR}|enlev{_FR}"
    r"|hors (?:service|d usage|usage)|plus (?:(?:utilise|necessaire)(?:e|s|es)?|en service)",
    # Spanish
    rf"elimin{_ES}|eliminacion|retir{_ES}|retirada|quit{_ES}|cancel{_ES}|anul{_ES}|desmont{_ES}|desmontaje"
    rf"|desinstal{_ES}|desconect{_ES}|suprim(?:ir|id[oa]s?)|obsolet[oa]s?"
    r"|(?:dad[oa]s? de |de |dar de )?baja|fuera de (?:servicio|uso)|en desuso",
    # Dutch
    r"vervallen|vervalt|verwijder(?:en|d|t)?|geannuleerd|annuleren|opge(?:zegd|heven)|op(?:zeggen|heffen)"
    r"|gedemonteerd|demonteren|ontmanteld|ontmantelen|afgebroken|afbreken|los(?:ge)?koppel(?:d|en)"
    r"|buiten (?:gebruik|dienst|werking|bedrijf)|geschrapt|schrappen"
    r"|niet (?:meer )?nodig|niet meer (?:in gebruik|gebruikt)",
    # Italian
    rf"rimoss[oaie]|rimuovere|rimozione|elimin{_IT}|annull{_IT}|dismess[oaie]|dismettere|dismissione"
    rf"|cess{_IT}|disdett[oaie]|smont{_IT}|scolleg{_IT}|disinstall{_IT}|ritir{_IT}|cancell{_IT}"
    r"|soppress[oaie]|fuori (?:servizio|uso)|non piu \w+",
)
#: Texts of cables that nothing uses; in remarks they may be spares.
_UNUSED = (
    r"not (?:in use|used)|unused|unbenutzt|ungenutzt|nicht (?:genutzt|benutzt|verwendet)"
    r"|(?:non |in)utilise(?:e|s|es)?|inutilizad[oa]s?|sin uso|no usad[oa]s?|ongebruikt"
    r"|niet (?:in gebruik|gebruikt)|inutilizzat[oaie]",
)
#: Texts of cables in place.
_IN_PLACE = (
    r"installed|in (?:place|service|use|operation|production)|operational|live|active|connected|existing"
    r"|exists|present|laid|pulled|patched|cabled|done|complete|completed|commissioned|deployed|as built"
    r"|tested|keep|kept|retain(?:ed)?|unchanged|no change|as is",
    r"installiert|verlegt|vorhanden|bestehend|bestand|in (?:betrieb|nutzung)|aktiv|angeschlossen|gesteckt"
    r"|gepatcht|verbunden|aufgelegt|erledigt|fertig(?:gestellt)?|abgeschlossen|montiert|eingebaut"
    r"|ausgefuhrt|abgenommen|produktiv|belegt|bleibt|beibehalten|unverandert",
    r"en (?:service|place|production|exploitation)|(?:installe|pose|tire|existant|raccorde|branche|connecte"
    r"|realise|termine|utilise|cable)(?:e|s|es)?|acti(?:f|fs|ve|ves)|operationnel(?:le|s|les)?|fait(?:e|s|es)?"
    r"|conserver|inchange(?:e|s|es)?",
    r"en (?:servicio|uso|produccion|funcionamiento)|(?:instalad|conectad|activ|operativ|tendid|realizad"
    r"|hech|terminad|completad)[oa]s?|existentes?|mantener|sin cambios",
    r"geinstalleerd|in (?:dienst|gebruik|bedrijf|productie)|actief|bestaande?|aangesloten|gelegd"
    r"|aanwezig|gereed|voltooid|ongewijzigd|verbonden",
    r"in (?:servizio|uso|esercizio|produzione)"
    r"|(?:installat|attiv|conness|collegat|posat|completat|operativ)[oaie]|esistent[ei]|invariat[oaie]",
    r"(?:instalad|conectad|ativ)[oa]s?|pripojeno|forbundet|tilsluttet|\u63a5\u7d9a\u6e08\u307f?"
    r"|\u5df2\u8fde\u63a5",
)
#: Texts of cables still to come.
_TO_COME = (
    r"plan|planned|planning|to be \w+|to do|todo|new|propos(?:ed|al)|design(?:ed)?|draft|pending|open"
    r"|request(?:ed)?|order(?:ed)?|on order|scheduled|future|add|create|install|provide|in progress"
    r"|approved|not started|not yet \w+",
    r"geplant|planung|neu(?:e|er|es)?|offen|bestellt|beantragt|vorgesehen|zu \w+en|verlegen|anlegen"
    r"|erstellen|herstellen|einbauen|hinzufugen|in (?:arbeit|bearbeitung|planung|bau)|entwurf"
    r"|ausstehend|noch nicht \w+",
    r"(?:prevu|planifie|commande|demande)(?:e|s|es)?|a \w+er|a faire|creer|creation|nouveau|nouvel"
    r"|nouvelles?|en (?:cours|attente|projet)|futur(?:e|s|es)?|projet",
    r"(?:planificad|previst|nuev|pedid|solicitad|proyectad|futur)[oa]s?|(?:por|a) \w+[aei]r|pendientes?"
    r"|en curso|crear|anadir",
    r"gepland|nieuwe?|te \w+en|aan te leggen|aanleggen|aangevraagd|(?:in )?aanvraag|besteld"
    r"|in (?:voorbereiding|uitvoering|bestelling)"
    r"|ontwerp",
    r"(?:pianificat|previst|nuov|ordinat|richiest|progettat)[oaie]|da \w+[aei]re|in (?:corso|attesa)|creare"
    r"|aggiungere",
    r"plan(?:e|ej)ad[oa]s?|planovano|planlagt|\u8a08\u753b(?:\u6e08\u307f?|\u4e2d)?|\u8ba1\u5212\u4e2d?",
)
#: Texts of cables that change, of which neither is meant.
_MOVING = (
    r"re ?connect(?:ed)?|move[ds]?|relocated?|replaced?|re ?patch(?:ed)?|re ?use|changed?|umstecken"
    r"|umziehen|ersetz(?:en|t)|ersatz|deplac(?:er|e|ee)|remplac(?:er|e|ee)|mover|reemplazar|sustituir|verplaatsen"
    r"|vervangen|spostare|sostituire",
)
#: Texts of new cables; beside one for a cable that goes, neither is meant.
_ADDED = (
    r"add|create|install|new|neue?|einbauen|verlegen|nouveau|nouvelle|poser|installer|nuev[oa]|instalar|nieuwe?"
    r"|aanleggen|nuov[oa]|installare",
)
_NOT = r"not|no|never|don t|nicht|kein(?:e)?|noch|non|ne|pas|jamais|niet|geen|nunca"
#: Words that say nothing beside a word for a removal: ``wird abgebaut``, ``to be removed 03/2025``.
_ASIDE = (
    r"to|be|is|was|been|has|will|by|on|the|this|cable|cables|link|row|line|wird|werden|wurde|worden|zu|ist|kabel"
    r"|zeile|am|per|a|ete|est|sera|le|la|les|cordon|jarretiere|liaison|doit|etre|el|ha|sido|es|se|te|wordt|da|e"
    r"|stato|cavo|x|[0-9]+"
)


def _pattern(texts: Iterable[str]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(texts)})\b")


_GONE = _pattern(_GOING)
_GOES, _STAYS, _COMES, _MOVES, _ADDS = map(
    _pattern, ((*_GOING, *_UNUSED), _IN_PLACE, _TO_COME, _MOVING, _ADDED)
)
_NEGATED, _BESIDE = re.compile(rf"\b(?:{_NOT})\b"), re.compile(rf"(?:{_ASIDE})")


@lru_cache(1 << 14)
def status_of(text: str) -> str:
    """Return what a cell of a status column says, empty if it is not known: ``zu entfernen``.

    A text that says two things, ``remove and reconnect``, is not known; what is not in place is planned.
    """
    words = _folded(text)
    going = _GOES.sub("|", words)
    if going != words:
        is_other = any(pattern.search(going) for pattern in (_NEGATED, _STAYS, _MOVES, _ADDS))
        return "" if is_other else REMOVED
    coming = _COMES.sub("|", words)
    staying = _STAYS.sub("|", coming)
    if _MOVES.search(staying):
        return ""
    is_negated = _NEGATED.search(staying) is not None
    if staying != coming and is_negated:
        return PLANNED if coming == words else ""
    if is_negated or (coming != words) == (staying != coming):
        return ""
    return INSTALLED if coming == words else PLANNED


@lru_cache(1 << 14)
def remark_status(text: str) -> str:
    """Return `REMOVED` for a remark that only says so: ``entf\u00e4llt``, ``to be removed 03/2025``."""
    rest = _GONE.sub("|", _folded(text)).split()
    is_alone = "|" in rest and all(word == "|" or _BESIDE.fullmatch(word) for word in rest)
    return REMOVED if is_alone else ""


def _folded(text: str) -> str:
    """Return the words of a text without accents; ``ae`` may be an umlaut only where a word needs it."""
    words = " ".join(words_of(text[:_LONGEST]))
    plainer = re.sub(r"(?<![aeiou])([aou])e(?=[a-z]{2})", r"\1", words)
    return plainer if not _GOES.search(words) and _GOES.search(plainer) else words


def is_status_heading(heading: str) -> bool:
    """Return whether a heading names a column of statuses or actions: ``Statut``, ``Cable Status``."""
    words = words_of(heading)
    return (
        compact(heading) in _HEADINGS
        or _COMPOUND.fullmatch(compact(heading)) is not None
        or (bool({*words} & _STATUS_WORDS) and {*words} <= _STATUS_WORDS | _OF_CABLES)
    )


@dataclass(frozen=True)
class StatusColumn:
    """A column whose values decide on rows.

    Attributes
    ----------
    index, heading, option
        Position, heading, and name in ``--map``.
    is_status, is_remark
        Whether it is a column of statuses, or of remarks, which only count if they say nothing else.
    asked
        What the user said of values, in the form of `plain`.
    has_both
        Whether its values are of cables in place and of cables to come: only then those in place are sure.
    of_cables
        Whether it is of cables; those of devices only leave rows out.
    is_off
        Whether a yes takes the row out of use: ``disable``.
    """

    index: int
    heading: str
    option: str
    is_status: bool = True
    is_remark: bool = False
    asked: Mapping[str, str] = field(default_factory=dict)
    has_both: bool = False
    of_cables: bool = True
    is_off: bool = False

    @property
    def is_operation(self) -> bool:
        """Whether it says what is done with a row, as ``ADD`` in a file to import."""
        return compact(self.heading) in _OPERATIONS

    def status(self, cell: str) -> str:
        """Return what a value says, whether or not it is sure."""
        if self.asked and (said := self.asked.get(plain(cell))):
            return said
        if self.is_off:
            return REMOVED if plain(cell) in _YES else ""
        return status_of(cell) if self.is_status else remark_status(cell) if self.is_remark else ""

    def is_installed(self, cell: str) -> bool:
        """Return whether the cables of a value are surely in place."""
        return (
            self.of_cables
            and self.status(cell) == INSTALLED
            and (self.has_both or plain(cell) in self.asked)
        )


def _statements(
    columns: Sequence[StatusColumn], cells: Sequence[str]
) -> list[tuple[StatusColumn, str, str]]:
    """Return column, value and status of a row; a status beside it tells more than ``ADD`` to a file.

    An operation still leaves a row out, and the user's targets always count.
    """
    own = [(column, cell) for column in columns if (cell := cell_at(cells, column.index))]
    said = [(column, cell, column.status(cell)) for column, cell in own]
    has_status = any(
        column.is_status and not column.is_operation and status in (INSTALLED, PLANNED)
        for column, _, status in said
    )
    return [
        (column, cell, status)
        for column, cell, status in said
        if not (has_status and column.is_operation and status in (INSTALLED, PLANNED))
        or plain(cell) in column.asked
    ]


def row_status(columns: Sequence[StatusColumn], cells: Sequence[str]) -> str:
    """Return why a row is left out, or `INSTALLED` if its cable is in place; empty for all others."""
    own = _statements(columns, cells)
    said = [status for _, _, status in own]
    if gone := next((status for status in said if status in (REMOVED, ASKED)), ""):
        return gone
    is_installed = PLANNED not in said and any(column.is_installed(cell) for column, cell, _ in own)
    return INSTALLED if is_installed else ""


def is_to_buy(columns: Sequence[StatusColumn], cells: Sequence[str], *, is_of_link: bool) -> bool:
    """Return whether a value says that the cable of a row is still to come.

    Of a link through panels (``is_of_link``) only the user says so of each piece.
    """
    said = {status for _, _, status in _statements(columns, cells)}
    return KEPT in said or (PLANNED in said and not is_of_link)


def status_columns(
    headings: Sequence[str],
    unmapped: Iterable[int],
    asked: Mapping[str, str],
    *,
    of_cables: bool,
) -> Iterator[StatusColumn]:
    """Yield the columns whose values decide on rows.

    ``unmapped``: columns without another meaning, whose statuses and remarks count; ``asked``: the user's
    targets by ``HEADING:VALUE``.
    """
    alike = [plain(heading) for heading in headings]
    free = {*unmapped}
    for index, heading in enumerate(headings):
        own = {
            value: ROW_TARGETS[target]
            for name, target in asked.items()
            for at, value in _splits(name)
            if at == alike[index] or at == column_letter(index).casefold()
        }
        is_status = index in free and is_status_heading(heading)
        is_remark = index in free and compact(heading) in _REMARKS
        is_off = index in free and compact(heading) in _OFF
        if own or is_status or is_remark or is_off:
            named = heading if heading and alike.count(alike[index]) == 1 else column_letter(index)
            yield StatusColumn(
                index, heading, named, is_status, is_remark, own, of_cables=of_cables, is_off=is_off
            )


def _splits(name: str) -> Iterator[tuple[str, str]]:
    """Yield heading and value of ``Status:Gebucht``, both of which may contain colons."""
    parts = name.split(":")
    for at in range(1, len(parts)):
        yield plain(":".join(parts[:at])), plain(":".join(parts[at:]))


def value_named(name: str, column: StatusColumn) -> str:
    """Return the value that a name such as ``Status:Gebucht`` has in a column, empty if in none."""
    own = {plain(column.heading), column_letter(column.index).casefold()}
    return next((value for at, value in _splits(name) if at in own), "")


#: Maximum characters of a value in an option, and signs that a shell or ``--map`` reads otherwise.
_LONGEST_VALUE, _SIGNS = 60, frozenset('="$`\\!\n')
#: The cells of a row by the name of their column in ``--map``.
NamedCells = Mapping[str, str]


def telling_values(rows: Sequence[NamedCells], others: Sequence[NamedCells]) -> list[str]:
    """Return for each row a text ``HEADING:VALUE`` that no other row has, empty if there is none.

    Of several, the one that most of the rows have, so that one option names them all.
    """
    taken = {(name, cell) for cells in others for name, cell in cells.items()}
    counts = Counter(item for cells in rows for item in cells.items() if item not in taken)
    results = []
    for cells in rows:
        own = [item for item in cells.items() if item in counts and _is_pasteable(item)]
        best = max(own, key=lambda item: counts[item], default=None)
        results.append("" if best is None else ":".join(best))
    return results


def _is_pasteable(item: tuple[str, str]) -> bool:
    """Return whether heading and value can stand in an option."""
    return all(len(text) <= _LONGEST_VALUE and text.isprintable() and not _SIGNS & {*text} for text in item)
