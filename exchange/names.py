"""Names that files for machines can hold: refused where they could not match letter by letter."""

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
    """What a format can hold as a name: a letter or digit, then these signs too."""

    form: str  # the format, for messages
    longest: int  # most characters
    signs: str = "._:/-"  # what may stand in a name beside letters and digits
    reserved: frozenset[str] = frozenset()  # names, in lower case, that mean something else to the format
    any_case: bool = False  # True where names that differ in case alone are the same to the format

    def holds(self, name: str) -> bool:
        """Return True if a name can stand in the format, however long."""
        inner = f"[A-Za-z0-9][A-Za-z0-9{re.escape(self.signs)}]*"
        return re.fullmatch(inner, name) is not None and name.lower() not in self.reserved

    def suggestion(self, name: str) -> str:
        """Return a name that would do."""
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
        words = re.sub(f"[^A-Za-z0-9{re.escape(self.signs)}]+", "-", plain)
        safe = _START.sub("", words[:1]) + words[1:]
        safe = safe.lstrip(self.signs).rstrip(self.signs)[: self.longest] or "r1"
        return f"{safe}-1" if safe.lower() in self.reserved else safe


def check_devices(fabric: Fabric, alphabet: Alphabet) -> None:
    """Refuse a fabric of which a device could not be named in the format.

    Raises
    ------
    InputError
        Naming the first device, the reason, and a name that would do.
    """
    check_names(fabric, alphabet, "device", [device.name for device in fabric.devices], distinct=True)


def check_cabinets(fabric: Fabric, alphabet: Alphabet) -> None:
    """Refuse a fabric of which a cabinet could not be named in the format."""
    check_names(fabric, alphabet, "cabinet", [cabinet.name for cabinet in fabric.cabinets], distinct=True)


def check_names(
    fabric: Fabric, alphabet: Alphabet, what: str, names: Sequence[str], *, distinct: bool = False
) -> None:
    """Refuse the first name that the format cannot hold, and two that are one to it.

    ``what``: what bears the names, for messages: one of them; ``distinct``: False where a name may stand
    several times.

    Raises
    ------
    InputError
        With the reason, and a name that would do.
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


#: Bit 57 of an EUI-64 marks addresses that no manufacturer gave (IEEE, Guidelines for EUI).
_LOCAL = 0x02 << 56
_HOSTS = 1 << 40
#: A host has a GUID and one for each port after it.
_PER_HOST = 1 << 8


def guid_of(fabric: Fabric, index: int) -> int:
    """Return a device's node GUID: its own, else one made up of its index."""
    device = fabric.devices[index]
    if device.guid is not None:
        return device.guid
    return _LOCAL + (_HOSTS + index * _PER_HOST if device.is_end_device else index + 1)


def port_guid_of(fabric: Fabric, index: int, port: int) -> int:
    """Return the GUID of a host's port, which follows the node's as in ibsim."""
    return guid_of(fabric, index) + port
