"""Neighbours in the tables of network systems, and the outputs of several devices in one text.

Tables of LLDP by Cumulus (``net show lldp``, ``nv show interface lldp``), SONiC, Arista EOS and NX-OS, and
of CDP by IOS and NX-OS (``show cdp neighbors``, also ``detail``).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from netfloor.exchange.tables.subject import compact
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown

#: Headings of the columns that are read, in `compact` form.
_COLUMNS = {
    "port": frozenset({"localport", "interface", "localintf", "localintrfce", "localinterface", "port"}),
    "device": frozenset(
        {"remotehost", "remotedevice", "neighbordeviceid", "deviceid", "systemname", "neighbor"}
    ),
    "far_port": frozenset({"remoteport", "remoteportid", "neighborportid", "portid", "portinfo"}),
    "capability": frozenset({"capability", "capabilities"}),
}
_HEADING = re.compile(r"\S+(?: \S+)*")
_RULE = re.compile(r"[-=+| ]{6,}")
#: Ends of a table.
_FOOTER = re.compile(r"total (?:cdp )?entries|capability codes|legend", re.IGNORECASE)
#: A line with the name of the device that prints what follows: ``leaf1# show``, ``user@leaf1:~$ net``.
_PROMPT = re.compile(
    r"(?:\[?[\w.-]{1,60}@)?([\w.-]{1,80})(?:\([\w-]{1,30}\))?(?::[^\s#$>]{0,60})?\]?\s?[#$>]\s?"
    r"(?:sudo |run |do )?(?:show|sh|net show|nv show|lldpctl|lldpcli)\b.{0,120}"
)
_DETAIL = {
    "device": re.compile(r"(?:Device ID|System Name)\s?:\s?(\S{1,120})", re.IGNORECASE),
    "port": re.compile(r"(?:Interface|Local Int(?:f|erface))\s?:\s?([^,]{1,80}?)\s?(?:,|$)", re.IGNORECASE),
    "far_port": re.compile(r"Port ID(?: \(outgoing port\))?\s?:\s?(\S.{0,80}?)\s{0,9}$", re.IGNORECASE),
    "capability": re.compile(r"Capabilities\s?:\s?(.{0,120})", re.IGNORECASE),
}
#: Long names of ports by the abbreviations of network systems.
_LONG = {
    "fa": "FastEthernet", "fas": "FastEthernet", "gi": "GigabitEthernet", "gig": "GigabitEthernet",
    "te": "TenGigabitEthernet", "ten": "TenGigabitEthernet", "twe": "TwentyFiveGigE",
    "fo": "FortyGigabitEthernet", "for": "FortyGigabitEthernet", "hu": "HundredGigE", "hun": "HundredGigE",
    "et": "Ethernet", "eth": "Ethernet", "fou": "FourHundredGigE",
}  # fmt: skip
_SHORT_PORT = re.compile(r"([A-Z][a-z]{1,2})\s?([0-9]+(?:[/:.][0-9]+)*)")


@dataclass
class Heard:
    """A neighbour as a table states it; capabilities are words in lower case."""

    where: str
    port: str = ""
    device: str = ""
    far_port: str = ""
    capabilities: frozenset[str] = frozenset()


@dataclass
class Output:
    """The lines of one device's output; the device is empty if no prompt names it."""

    device: str = ""
    lines: list[tuple[int, str]] = field(default_factory=list)


def outputs_of(lines: Sequence[tuple[int, str]]) -> list[Output]:
    """Return the outputs of a text, split at prompts that name devices; one device's are joined."""
    results = [Output()]
    by_name: dict[str, Output] = {}
    for number, line in lines:
        match = _PROMPT.fullmatch(line.strip()[:300])
        if match is None:
            results[-1].lines.append((number, line))
            continue
        output = by_name.setdefault(match[1], Output(match[1]))
        if output is not results[-1]:
            results = [*(item for item in results if item is not output), output]
    are_named = any(item.device for item in results)
    return [item for item in results if item.device or not are_named or _holds_table(item.lines)]


def _holds_table(lines: Sequence[tuple[int, str]]) -> bool:
    """Return whether lines without a prompt are an output, unlike a banner above the first prompt."""
    return any(_heads(line) is not None or line.startswith(("lldp.", "LLDP nei")) for _, line in lines)


def heard_in_tables(lines: Sequence[tuple[int, str]], where: str) -> list[Heard]:
    """Return the neighbours in tables and in details of CDP, none for another text.

    Raises `InputError` with the line, if a cell runs over the edge of its column.
    """
    heards: list[Heard] = []
    columns: dict[str, tuple[int, int | None]] | None = None
    pending = ""
    for number, line in lines:
        at = f"{where}: line {number}"
        if (heads := _heads(line)) is not None:
            columns, pending = heads, ""
        elif columns is not None and (not line.strip() or _FOOTER.match(line.strip())):
            columns = columns if not line.strip() and not heards else None
        elif columns is not None and not _RULE.fullmatch(line.strip()):
            cells = _cells(line, columns, at)
            if cells["device"] and not cells["port"] and not cells["far_port"]:
                pending = line.strip()  # a long name has a line of its own
                continue
            heards.append(_heard({**cells, "device": cells["device"] or pending}, at))
            pending = ""
    return heards or list(_of_detail(lines, where))


def _heads(line: str) -> dict[str, tuple[int, int | None]] | None:
    """Return start and end of the known columns of a line of headings, None for another line."""
    if len(line) > 400:
        return None
    texts = [(match.start(), match[0]) for match in _HEADING.finditer(line)]
    parts = _split_heads(texts)
    result: dict[str, tuple[int, int | None]] = {}
    for index, (start, text) in enumerate(parts):
        end = parts[index + 1][0] if index + 1 < len(parts) else None
        for name, words in _COLUMNS.items():
            if compact(text) in words:
                result.setdefault(name, (start, end))
    return result if {"port", "device", "far_port"} <= {*result} else None


def _split_heads(texts: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return headings, with two that stand one blank apart separated where both are known."""
    known = frozenset().union(*_COLUMNS.values())
    parts: list[tuple[int, str]] = []
    for start, text in texts:
        words = text.split(" ")
        cut = next(
            (
                n
                for n in range(1, len(words))
                if compact(" ".join(words[:n])) in known and compact(" ".join(words[n:])) in known
            ),
            None,
        )
        if cut is None or compact(text) in known:
            parts.append((start, text))
        else:
            first = " ".join(words[:cut])
            parts += [(start, first), (start + len(first) + 1, " ".join(words[cut:]))]
    return parts


def _cells(line: str, columns: dict[str, tuple[int, int | None]], at: str) -> dict[str, str]:
    for name, (start, _) in columns.items():
        if 0 < start < len(line) and line[start - 1] != " " and line[start] != " ":
            text = line[max(0, start - 20) : start + 20].strip()
            what = f"runs over the edge of the column of the {name.replace('_', ' ')}: {shown(text)}"
            raise InputError(at, what, "the output as printed, or with detail")
    return {name: line[start:end].strip() for name, (start, end) in columns.items()}


def _of_detail(lines: Sequence[tuple[int, str]], where: str) -> Iterator[Heard]:
    """Yield the neighbours of ``show cdp neighbors detail``, each from its device's line on."""
    values: dict[str, str] = {}
    start = ""
    for number, line in lines:
        for name, pattern in _DETAIL.items():
            match = pattern.search(line[:400])
            if match is None:
                continue
            if name == "device" and {"port", "far_port"} <= {*values}:
                yield _heard(values, start)
                values = {}
            if name == "device":
                start = f"{where}: line {number}"
            values.setdefault(name, match[1].strip())
    if {"device", "port", "far_port"} <= {*values}:
        yield _heard(values, start)


def _heard(values: dict[str, str], at: str) -> Heard:
    """Return a neighbour with what its capabilities say of its kind.

    ``S`` is a switch in CDP's codes and a station in LLDP's: it counts as a switch beside ``I`` for IGMP.
    """
    text = values.get("capability", "")
    words = frozenset(re.findall(r"[a-z]{3,}", text.lower()))
    codes = frozenset("".join(item for item in re.findall(r"\b[A-Za-z]{1,4}\b", text) if item.isupper()))
    is_switch = bool(codes & {"R", "B"} or {"S", "I"} <= codes or words & {"router", "switch", "bridge"})
    is_host = "H" in codes or "host" in words
    capabilities = {"bridge"} if is_switch else {"station"} if is_host else set()
    ports = [_long_port(values[name]) for name in ("port", "far_port")]
    return Heard(at, ports[0], values["device"], ports[1], frozenset(capabilities))


def _long_port(text: str) -> str:
    """Return the long name of a port, ``GigabitEthernet1/0/1`` for ``Gig 1/0/1``; ``eth1`` stays."""
    match = _SHORT_PORT.fullmatch(text)
    long = _LONG.get(match[1].lower()) if match else None
    return f"{long}{match[2]}" if match and long else text
