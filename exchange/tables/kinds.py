"""Inference of a device's kind from the words of its type, name, model and ports."""

import re
import unicodedata
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from fnmatch import fnmatchcase

from netfloor.exchange.tables.japanese import in_english
from netfloor.fabric.fabric import KINDS, OTHER, PANEL, PDU, SERVER, STORAGE, SWITCH
from netfloor.fabric.links import SIDE_WORDS
from netfloor.foundation.errors import InputError, setting
from netfloor.topologies.parameters import shown

#: Words that decide alone: a storage switch is a switch. SONiC has a ToRRouter.
_CERTAIN = frozenset(
    {"switch", "switches", "router", "routers", "rrouter", "fanout"}
    | {"commutateur", "commutateurs", "routeur", "conmutador", "conmutadores", "enrutador"}
)
#: Words of kinds other than switch and server, in order of priority: a core panel is a panel.
_OTHERS = (
    (
        PANEL,
        frozenset(
            {
                "patch",
                "panel",
                "panels",
                "odf",
                "odfs",
                "splice",
                "spleiss",
                "cassette",
                "panneau",
                "panneaux",
            }
            | {"bandeau", "bandeaux", "brassage", "parcheo", "pp", "fpp", "cpp"}
        ),
    ),
    (
        PDU,
        frozenset(
            {"pdu", "pdus", "rpdu", "ups", "usv", "steckdosenleiste", "regleta", "multiprise", "powerstrip"}
        ),
    ),
    (
        OTHER,
        frozenset(
            {"console", "kvm", "other", "firewall", "firewalls", "fw", "loadbalancer", "balancer", "modem"}
            | {"sensor", "camera", "cooling", "crac", "cortafuegos", "parefeu", "feu", "feux"}
        ),
    ),
    (
        STORAGE,
        frozenset(
            {
                "storage",
                "nas",
                "san",
                "filer",
                "jbod",
                "jbof",
                "tape",
                "stockage",
                "almacenamiento",
                "opslag",
                "speicher",
            }
            | {"speicher", "speichersystem", "array"}
        ),
    ),
)
#: Ends of German compounds for panels: ``LWL-Spleissbox``, ``Kupferpatchfeld``.
_PANEL_COMPOUND = re.compile(
    r"\w{0,30}(?:patchfeld|rangierfeld|verteilerfeld|patchpanel|spleissbox|spleisskassette)(?:er|en|n|s)?"
)
#: Words of which both are needed: a ``tiroir optique`` is a panel, a ``tiroir clavier`` is not.
_PANEL_PAIR = (
    frozenset({"tiroir", "tiroirs", "repartiteur", "repartidor", "bandeja"}),
    frozenset({"optique", "optiques", "optico", "optica", "fibre", "fibres", "fibra", "fo"}),
)
#: French power strips: ``bandeau de prises``.
_STRIP, _OF_STRIP = (
    frozenset({"bandeau", "bandeaux"}),
    frozenset({"prises", "electrique", "electriques", "courant", "alimentation", "pdu", "multiprise"}),
)
_SWITCH = frozenset(
    {"sw", "leaf", "spine", "core", "tor", "fabric", "aggregation", "distribution", "edge", "sonic"}
    | {"network", "networking", "netzwerk", "reseau"}
)
_HOST = frozenset(
    {"host", "hosts", "server", "servers", "node", "compute", "dgx", "hgx", "gpu", "cpu", "hypervisor"}
    | {"hca", "ca", "nic", "fi", "hfi", "login", "serveur", "serveurs", "servidor", "servidores", "rechner"}
    | {
        "esx",
        "esxi",
        "blade",
        "workstation",
        "mainframe",
        "computer",
        "computers",
        "ordinateur",
        "ordenador",
    }
)
#: openDCIM types with a different meaning elsewhere: a CDU is a cooling unit in other lists.
_OPENDCIM = {"cdu": PDU, "appliance": SERVER}
_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})")
_REAR = "|".join(word for word in SIDE_WORDS["rear"] if len(word) > 1)
_PLACE = r"[0-9][0-9/.,-]{0,9}"
#: Port names of servers in Linux, RDMA and on mainboards, then port names of switches.
_SERVER_PORT = re.compile(
    r"(?:eth[0-9]{1,4}|vmnic|p[0-9]p[0-9]|en[opsx][0-9a-z]{1,20}|ib[0-9]|mlx|roce|hfi|hca|nic|bond|gpu|bf[0-9]|ocp|pcie|bmc|ilo"
    r"|lom|idrac|ipmi|xcc|connectx|cx[0-9])(?![a-z]{4}).{0,40}",
    re.IGNORECASE,
)
_SWITCH_PORT = re.compile(
    r"(?:swp|eth[0-9]{1,4}/|ethernet|(?:te|gi|fo|hu|twe)[a-z]{0,20}[0-9]{1,4}/|[xeg][et]-[0-9])"
    r".{0,60}",
    re.IGNORECASE,
)
#: Ports numbered beyond those of a server: ``Eth16``, ``eth49``.
_HIGH_PORT = re.compile(r"eth ?(?:1[6-9]|[2-9][0-9]|[1-9][0-9]{2,3})", re.IGNORECASE)
#: Ports of servers' controllers and adapters, one of which says that a device is a server.
_HOST_PORT = re.compile(
    r"(?:idrac|ilo|xcc|cimc|bmc|imm|lom|hca|nic|mlx[0-9]_)(?![a-z]{2}).{0,20}", re.IGNORECASE
)
#: A rear port by its word: only panels have ports in front and behind.
_REAR_PORT = re.compile(
    rf"(?:{_REAR})[ ._:-]?{_PLACE}|{_PLACE}[ ._:|-]?(?:{_REAR})",
    re.IGNORECASE,
)
_ADAPTERS = frozenset({"hca", "hcas", "nic", "nics", "hba", "bmc", "idrac", "ilo", "xcc", "cimc", "ipmi"})
#: Name prefixes that are more specific than the words of types.
_SERVER_NAME = re.compile(
    r"srv|serv[0-9]{0,4}$|esx|svr|cn[0-9]|nid[0-9]|nas[0-9]|worker|master[0-9]|mlx[0-9]", re.IGNORECASE
)
_SWITCH_NAME = re.compile(r"[acd]?sw[0-9a-f]{0,2}[0-9]|superspine|agg[0-9]|fanout|oob", re.IGNORECASE)
#: Numbered patch fields by their German abbreviation; ``pfSense`` is none.
_PANEL_NAME = re.compile(r"(?:.{0,40}[^A-Za-z])?PF[ ._-]?[0-9]{1,4}(?![0-9A-Za-z])", re.IGNORECASE)
_PARTS = re.compile(r"[A-Za-z]+[0-9]{0,6}")
#: Model families by prefix, as in data sheets.
_MODELS = (
    (
        SWITCH,
        r"nexus|catalyst|n[3579]k-|ws-c|c9[2-6]00|dcs-|qfx|ex[2349][0-9]{3}|mx[0-9]{2,4}|as[5-9][0-9]{3}-|s[45][0-9]{3}f"
        r"|sn[2-6][0-9]{3}|msn[2-6]|q[mu][89][0-9]{3}|mqm|qm[89]|quantum|spectrum|fm-|aruba|5[12][0-9]{2}f-on|z9[0-9]{3}",
    ),
    (
        SERVER,
        r"poweredge|proliant|thinksystem|thinkagile|primergy|dgx|hgx|ucs[bcx]|dl[0-9]{3}|sr[0-9]{3}|sys-[0-9]|superserver|synergy",
    ),
    (STORAGE, r"netapp|powerstore|powervault|powerscale|isilon|msa ?[0-9]|nimble|alletra|flasharray|pure"),
    (PDU, r"ap[78][0-9]{3}|apc rack|raritan|servertech|geist"),
)
_OF_MODEL = re.compile(
    rf"(?:\w{{2,12}} )?(?:{'|'.join(f'(?P<{kind}>{text})' for kind, text in _MODELS)})", re.IGNORECASE
)
#: Models of switches by their makers' numbering, anywhere in a name: NVIDIA's MQM9700, SN4600 and Q3400,
#: Cisco's 9336C, 93180YC and N9K, Juniper's QFX and EX, Arista's 7050SX3, Dell's S5248F and Z9432F.
_SWITCH_MODEL = re.compile(
    r"m?s[bxn][0-9]{4}[a-z]{0,3}[0-9]?|m?q[mu][0-9]{4}[a-z]{0,2}|q3[0-9]{3}(?:ra|ld)?"
    r"|(?:n[3579]k|c?9[2-5][0-9]{2,3}(?:c|yc|tc|pq|px|gc|pc|lc|dc|cd|ld)[0-9a-z]{0,4})|n[3579]k?c?9[0-9]{3,4}[a-z]{1,4}"
    r"|qfx[0-9]{4,5}[a-z]{0,3}|ex[2349][0-9]{3}|7[0-9]{3}(?:[scdptqy]x|[scpdtq]?r|x)[0-9]?k?[0-9]?"
    r"|[sz][459][0-9]{3}f[a-z]?|as[4-9][0-9]{3}",
    re.IGNORECASE,
)
#: Cisco's fabric interconnects: ``UCS 6454``, ``FI-A``; ``fib`` is fibre, and a type FI an adapter of
#: Omni-Path.
_FABRIC_INTERCONNECT = re.compile(
    r"(?:.{0,60}[^A-Za-z])?"
    r"(?:fi(?:[ ._-]?[0-9]{4,6}[ ._-]?[ab12]?|[ ._-]?[12]|[ ._-][ab])?"
    r"|ucs[ ._-]?(?:fi[ ._-]?)?6[2-5][0-9]{2,3})"
    r"(?![A-Za-z0-9]).{0,40}",
    re.IGNORECASE,
)
_TOKENS = re.compile(r"[A-Za-z0-9]{4,14}")
_NUMBERS = re.compile(r"[0-9]{1,20}")
#: Number of cables that makes a device a switch.
MANY_CABLES = 3
#: Options with patterns of names, and the kinds that they give.
KIND_OPTIONS: Mapping[str, str] = {"switches": SWITCH, "servers": SERVER, "panels": PANEL}
#: Maximum name patterns offered in a message.
_MAX_PATTERNS = 6


def kind_of_columns(texts: Iterable[str]) -> str | None:
    """Return the kind from the first conclusive column among kinds, roles and types."""
    for text in texts:
        said = text.strip().lower()[:200]
        if kind := said if said in KINDS else _OPENDCIM.get(said) or kind_of_words(text[:200]):
            return kind
    return None


def kind_of_words(text: str) -> str | None:
    """Return the kind that the words of a role, type or name identify unambiguously, else None."""
    text = in_english(text)
    words = set(re.sub(r"[^a-z]+", " ", _without_accents(_CAPITAL.sub(" ", text)).lower()).split())
    if words & _CERTAIN:
        return SWITCH
    if words & _STRIP and words & _OF_STRIP:
        return PDU
    if any(map(_PANEL_COMPOUND.fullmatch, words)) or all(words & part for part in _PANEL_PAIR):
        return PANEL
    for kind, of_kind in _OTHERS:
        if words & of_kind:
            return kind
    switch, host = bool(words & _SWITCH), bool(words & _HOST)
    return None if switch == host else SWITCH if switch else SERVER


def _without_accents(text: str) -> str:
    """Return a text with plain letters: ``Splei\u00dfbox`` becomes ``Spleissbox``."""
    if text.isascii():
        return text
    folded = unicodedata.normalize("NFKD", text.replace("\u00df", "ss"))
    return "".join(sign for sign in folded if not unicodedata.combining(sign))


def kind_of_name(name: str) -> str | None:
    """Return the kind that a name such as leaf1 or DL380-1 identifies unambiguously, else None."""
    kind = kind_of_words(name[:200])
    if kind != PANEL and _FABRIC_INTERCONNECT.fullmatch(name[:100]):
        return SWITCH
    if kind is not None:
        return kind
    if _PANEL_NAME.match(name):
        return PANEL
    parts = _PARTS.findall(name[:200])
    switch = any(_SWITCH_NAME.match(part) for part in parts)
    server = any(_SERVER_NAME.match(part) for part in parts)
    return _kind_of_family(name) if switch == server else SWITCH if switch else SERVER


def kind_of_model(model: str) -> str | None:
    """Return the kind of a model by its words or its family, such as ``PowerEdge R760``, else None."""
    return _kind_of_family(model) or kind_of_words(model[:200])


def _kind_of_family(text: str) -> str | None:
    """Return the kind of the model family that a text starts with, or of a model of a switch within it."""
    if match := _OF_MODEL.match(text[:80]):
        return match.lastgroup
    is_switch = _FABRIC_INTERCONNECT.fullmatch(text[:100]) or any(
        map(_SWITCH_MODEL.fullmatch, _TOKENS.findall(text[:80]))
    )
    return SWITCH if is_switch else None


def kind_of_ports(names: Iterable[str]) -> str | None:
    """Return the kind that port names show: a switch's by any of its names, a server's by all names.

    A port of a server's controller or adapter, BMC or HCA, shows a server, and a rear port a panel.
    """
    ports = [name[:80] for name in names]
    if any(_SWITCH_PORT.fullmatch(name) for name in ports):
        return SWITCH
    if any(_REAR_PORT.fullmatch(name) for name in ports):
        return PANEL
    if any(_HOST_PORT.fullmatch(name) for name in ports):
        return SERVER
    if any(_HIGH_PORT.fullmatch(name) for name in ports):
        return None  # no server has so many, whoever calls them eth
    return SERVER if ports and all(_SERVER_PORT.fullmatch(name) for name in ports) else None


def names_adapter(heading: str) -> bool:
    """Return whether a heading is of ports of servers' adapters or controllers: ``HCA/Port``, ``iDRAC``."""
    words = re.findall(r"[a-z]+", heading[:80].lower())
    return bool({*words} & _ADAPTERS)


def kinds_by_cables(
    far: Mapping[Hashable, Sequence[Hashable]], known: Mapping[Hashable, str]
) -> dict[Hashable, str]:
    """Infer the remaining device kinds from the devices at the far ends of their cables.

    A device with many cables, or with a cable to a server, is a switch; a device with cables to switches
    only is a server, because two servers are not connected to each other.
    """
    open_ones = [key for key in far if key not in known]
    result: dict[Hashable, str] = {
        key: SWITCH
        for key in open_ones
        if len(far[key]) >= MANY_CABLES or any(known.get(other) in {SERVER, STORAGE} for other in far[key])
    }
    both = {**known, **result}
    for key in open_ones:
        if key not in both:
            is_leaf = all(both.get(other) == SWITCH for other in far[key])
            result[key] = SERVER if is_leaf else SWITCH
    return result


def kinds_by_patterns(names: Sequence[str], patterns_of: Mapping[str, Sequence[str]]) -> Mapping[str, str]:
    """Return the kinds of names by the user's patterns of each option.

    Raises `InputError` for a pattern that matches no name, and for a name that matches patterns of two
    kinds.
    """
    kinds: dict[str, str] = {}
    for option, kind in KIND_OPTIONS.items():
        for pattern in patterns_of.get(option, ()):
            results = [name for name in names if fnmatchcase(name, pattern)]
            if not results:
                listed = ", ".join(shown(name) for name in names[:4])
                what = f"no device is called {shown(pattern)!r}"
                raise InputError(setting(option), what, f"names are {listed}")
            for name in results:
                if (other := kinds.setdefault(name, kind)) != kind:
                    named = next(item for item in KIND_OPTIONS if KIND_OPTIONS[item] == other)
                    by_other = f"a {other} by {setting(named)}"
                    what = f"{shown(pattern)!r} names {shown(name)}, which is {by_other}"
                    raise InputError(setting(option), what, "patterns that do not overlap")
    return kinds


def name_patterns(names: Iterable[str]) -> list[str]:
    """Return patterns that match the names, with numbers as wildcards, most frequent first."""
    counts = Counter(_pattern(name) for name in names)
    return [shown(pattern) for pattern, _ in counts.most_common(_MAX_PATTERNS)]


def _pattern(name: str) -> str:
    """Return a name with its numbers as wildcards, or the name itself if too few letters would remain."""
    pattern = _NUMBERS.sub("*", name)
    return pattern if sum(map(str.isalpha, pattern)) > 1 else name
