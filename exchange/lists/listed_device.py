"""A device of users' lists while its rows are read."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from netfloor.exchange.lists.subjects import KIND_HEADINGS
from netfloor.exchange.tables.kinds import kind_of_columns, kind_of_model, kind_of_name, kind_of_ports
from netfloor.exchange.tables.problems import Problems
from netfloor.exchange.tables.subject import compact
from netfloor.fabric.fabric import SERVER
from netfloor.foundation.errors import setting
from netfloor.topologies.parameters import shown

#: Extra columns that hold one text per device.
_OF_DEVICES = KIND_HEADINGS | {"serial", "serialno", "serialnumber", "assettag", "status", "manufacturer"}
#: A field's parsed value, its text, and its location.
Value = tuple[object, str, str]


#: Blanks and underscores that are not between two digits.
_LOOSE = re.compile(r"(?<![0-9])[\s_]+|[\s_]+(?![0-9])")


def spelling_of(name: str) -> str:
    """Return a name without capitals, blanks and underscores, except between two digits."""
    return _LOOSE.sub("", name).casefold()


@dataclass
class ListedDevice:
    """A device with the data of the rows read so far."""

    name: str
    where: str  # its first row
    values: dict[str, Value] = field(default_factory=dict)
    attributes: dict[str, str] = field(default_factory=dict)
    unreadable: set[str] = field(default_factory=set)  # fields given but unreadable, reported as problems
    differing: set[str] = field(default_factory=set)  # columns about its ports instead
    port_headings: set[bool] = field(default_factory=set)  # whether those of its ends name adapters
    join_option: str = ""  # the option that joins names of other capitals
    by_ends: dict[str, dict[str, "EndStatement"]] = field(default_factory=lambda: defaultdict(dict))

    @property
    def spelling(self) -> str:
        """Its name without capitals, blanks and underscores, except between two digits."""
        return spelling_of(self.name)

    def value(self, name: str) -> object:
        """Return a field's parsed value, None if no row gives it."""
        return self.values[name][0] if name in self.values else None

    def number(self, name: str) -> int | None:
        """Return a field's whole number, None if it has none."""
        value = self.value(name)
        return value if isinstance(value, int) else None

    def text(self, name: str) -> str:
        """Return a field's text, empty if it has none."""
        value = self.value(name)
        return value if isinstance(value, str) else ""

    @property
    def stated_kind(self) -> str | None:
        """The kind stated by its columns, None if unclear."""
        others = (text for name, text in self.attributes.items() if compact(name) in KIND_HEADINGS)
        return kind_of_columns((self.text("kind"), self.text("role"), *others))

    @property
    def named_kind(self) -> str | None:
        """The kind stated by its columns, else that of its name or its model; None if unclear."""
        return self.stated_kind or kind_of_name(self.name) or kind_of_model(self.text("model"))

    def kind_of_ports(self, ports: Iterable[str]) -> str | None:
        """Return the kind that its ports show, or their headings: `SERVER` if all name adapters."""
        return kind_of_ports(ports) or (SERVER if self.port_headings == {True} else None)

    def add(self, name: str, value: Value, problems: Problems, remedy: str = "one of them") -> None:
        """Add a field of a row; a contradiction is a problem."""
        old = self.values.setdefault(name, value)
        if old[0] != value[0]:
            what = f"{shown(self.name)}: {name} {shown(value[1])!r}, but {shown(old[1])!r} in {old[2]}"
            if old[2] == value[2] and name != "height":  # the column is right in all other rows
                texts = f"{shown(old[1])!r} at one end, {shown(value[1])!r} at the other"
                what, remedy = (
                    f"{shown(self.name)}: {name} {texts}",
                    "one device at one place, or two names",
                )
            problems.add(value[2], what, remedy)

    def add_attributes(self, attributes: Mapping[str, str], where: str, problems: Problems) -> None:
        """Add extra columns; a contradiction in a column on the device's kind is a problem."""
        for name, text in attributes.items():
            if name in self.differing:
                continue
            old = self.attributes.setdefault(name, text)
            if old != text and compact(name) not in _OF_DEVICES:
                self.differing.add(name)
                del self.attributes[name]
            elif old != text:
                what = f"{shown(self.name)}: {shown(name)} {shown(text)!r}, but {shown(old)!r} before"
                problems.add(where, what, f'one of them, or {setting("map")} "{shown(name)}=skip"')


@dataclass(frozen=True)
class EndStatement:
    """Data in a cable row on the device at one end."""

    text: str
    where: str
    column: str  # its name for ``--map``
    from_top: bool = False  # for a unit, whether 1 is the uppermost

    @property
    def value(self) -> Value:
        """The statement as a field of the device."""
        return self.text, self.text, self.where

    @property
    def remedy(self) -> str:
        """What to do if it contradicts another one."""
        return f'one of them, or {setting("map")} "{self.column}=skip"'
