"""Validation of names for machine-readable files, which compare names character by character."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from netfloor.fabric.fabric import Fabric
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown

_START = re.compile(r"[^A-Za-z0-9]+")


@dataclass(frozen=True)
class Alphabet:
    """The names that a format accepts: a letter or digit, followed by letters, digits and these signs."""

    form: str  # the format, for messages
    longest: int  # maximum number of characters
    signs: str = "._:/-"  # characters allowed besides letters and digits
    reserved: frozenset[str] = frozenset()  # reserved names, in lower case
    any_case: bool = False  # True if the format ignores case

    def holds(self, name: str) -> bool:
        """Return True if the format accepts a name, regardless of its length."""
        inner = f"[A-Za-z0-9][A-Za-z0-9{re.escape(self.signs)}]*"
        return re.fullmatch(inner, name) is not None and name.lower() not in self.reserved

    def suggestion(self, name: str) -> str:
        """Return a valid alternative to a name."""
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
        words = re.sub(f"[^A-Za-z0-9{re.escape(self.signs)}]+", "-", plain)
        safe = _START.sub("", words[:1]) + words[1:]
        safe = safe.lstrip(self.signs).rstrip(self.signs)[: self.longest] or "r1"
        return f"{safe}-1" if safe.lower() in self.reserved else safe


def check_devices(fabric: Fabric, alphabet: Alphabet) -> None:
    """Refuse a fabric with a device name that the format does not accept.

    Raises `InputError`; the message gives the first device, the reason, and a valid name.
    """
    check_names(fabric, alphabet, "device", [device.name for device in fabric.devices], distinct=True)


def check_cabinets(fabric: Fabric, alphabet: Alphabet) -> None:
    """Refuse a fabric with a cabinet name that the format does not accept."""
    check_names(fabric, alphabet, "cabinet", [cabinet.name for cabinet in fabric.cabinets], distinct=True)


def check_names(
    fabric: Fabric, alphabet: Alphabet, what: str, names: Sequence[str], *, distinct: bool = False
) -> None:
    """Refuse the first invalid name, and two names that are equal in the format.

    ``what``: noun for the messages, in the singular; ``distinct``: False if names may repeat.

    Raises `InputError`; the message gives the reason and a valid name.
    """
    for name in names:
        if alphabet.holds(name) and len(name) <= alphabet.longest:
            continue
        raise InputError(
            f"{shown(fabric.name)}: {what} {shown(name)!r}",
            _reason(name, alphabet),
            f"rename it, for example to {alphabet.suggestion(name)!r}",
        )
    seen: dict[str, str] = {}
    for name in names if distinct else ():
        key = name.lower() if alphabet.any_case else name
        if key in seen:
            where = f"{shown(fabric.name)}: {what}s {shown(seen[key])!r} and {shown(name)!r}"
            raise InputError(where, f"are one name in a file for {alphabet.form}", "rename one of them")
        seen[key] = name


def _reason(name: str, alphabet: Alphabet) -> str:
    if name.lower() in alphabet.reserved:
        return f"has another meaning in a file for {alphabet.form}"
    if not alphabet.holds(name):
        signs = " ".join(alphabet.signs)
        return f"is unusable for {alphabet.form}: a letter or digit, then letters, digits, {signs}"
    return f"has {len(name)} characters, a file for {alphabet.form} holds {alphabet.longest}"


#: Bit 57 of an EUI-64 marks a locally administered address (IEEE, Guidelines for EUI).
_LOCAL = 0x02 << 56
_HOSTS = 1 << 40
#: A server has a node GUID followed by one GUID per port.
_PER_HOST = 1 << 8


def guid_of(fabric: Fabric, index: int) -> int:
    """Return a device's node GUID: its own, or one generated from its index."""
    device = fabric.devices[index]
    if device.guid is not None:
        return device.guid
    return _LOCAL + (_HOSTS + index * _PER_HOST if device.is_end_device else index + 1)


def port_guid_of(fabric: Fabric, index: int, port: int) -> int:
    """Return the GUID of a server's port, which follows the node's GUID as in ibsim."""
    return guid_of(fabric, index) + port
