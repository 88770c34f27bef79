"""The tables of a plan file: devices and cables as columns."""

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from netfloor.foundation.models import StrictModel

_MAX_ROWS = 10**7

Text = Annotated[str, Field(max_length=10_000)]
Name = Annotated[str, Field(min_length=1, max_length=200)]
Count = Annotated[int, Field(ge=0, le=10**9)]
Amount = Annotated[float, Field(ge=0, le=1e9)]
Guid = Annotated[str, Field(pattern=r"^([0-9a-f]{16})?$")]
#: Connections inside a panel: front and rear ports, and positions in shared rear ports.
Passes = Annotated[str, Field(max_length=100_000, pattern=r"^(\d{1,6}>\d{1,6}(:\d{1,6})?( |$))*$")]
Side = Literal["front", "rear", ""]
Bay = Annotated[str, StringConstraints(pattern="^(left|right|chassis|[1-9A-H])?$")]


class _TableRecord(StrictModel):
    """A table of columns; a single value applies to all rows."""

    def whole(self) -> dict[str, list[Any]]:
        """Return every column as a list."""
        columns = dict(self)
        count = len(next(iter(columns.values())))
        return {name: own if isinstance(own, list) else [own] * count for name, own in columns.items()}

    def rows(self) -> list[dict[str, Any]]:
        """Return the table by rows."""
        whole = self.whole()
        return [dict(zip(whole, row, strict=True)) for row in zip(*whole.values(), strict=True)]


class DevicesRecord(_TableRecord):
    """The devices as columns.

    A single value applies to all devices; an absent column has its default for all. Inlets and outlets map
    the labels of the listed power ports to their forms.
    """

    name: Annotated[list[Name], Field(max_length=_MAX_ROWS)]
    kind: list[str] | str
    model: list[Text] | Text = ""
    cabinet: list[Text] | Text
    unit: list[Count | None] | Count | None = None
    height: list[Count | None] | Count | None = None
    watts: list[Amount | None] | Amount | None = None
    kilograms: list[Amount | None] | Amount | None = None
    face: list[Side] | Side = ""
    half_depth: list[bool] | bool = False
    bay: list[Bay] | Bay = ""
    feed: list[Text] | Text = ""
    network: list[Text] | Text = ""
    ports: list[Count] | Count
    guid: list[Guid] | Guid = ""
    kind_stated: list[bool] | bool = True
    passes: list[Passes] | Passes = ""
    inlets: list[dict[Name, Text]] | dict[Name, Text] = Field(default_factory=dict)
    outlets: list[dict[Name, Text]] | dict[Name, Text] = Field(default_factory=dict)
    rating_w: list[Amount | None] | Amount | None = None
    attributes: list[dict[str, Text]] | dict[str, Text] = Field(default_factory=dict)


class CablesRecord(_TableRecord):
    """The cables as columns, like `DevicesRecord`; cables between switches come first.

    ``a`` and ``b`` count devices from 0, ports count from 1 on their device. Labels are as printed on the
    box, empty for a port without one. A length is that of the shortest route, or of the installed cable if
    ``length_listed``.
    """

    id: Annotated[list[Name], Field(max_length=_MAX_ROWS)]
    a: list[Count] | Count
    port_a: list[Count] | Count
    label_a: list[Text] | Text = ""
    b: list[Count] | Count
    port_b: list[Count] | Count
    label_b: list[Text] | Text = ""
    gbps: list[Amount | None] | Amount | None = None
    length_mm: list[Count | None] | Count | None
    kind: list[Text] | Text = ""
    link: list[Text] | Text = ""
    piece: list[Text] | Text = ""
    one_end: list[bool] | bool = False
    installed: list[bool] | bool = False
    length_listed: list[bool] | bool = False
    attributes: list[dict[str, Text]] | dict[str, Text] = Field(default_factory=dict)


class PanelsRecord(StrictModel):
    """The panels of an imported plan and their cables, the pieces of its links.

    ``a`` and ``b`` of its cables count the plan's devices first, then the panels.
    """

    devices: DevicesRecord
    cables: CablesRecord


class ListRecord(StrictModel):
    """A list of devices or cables: the name of its file and the checksum of its bytes."""

    file: Text
    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class FormulaRecord(StrictModel):
    """A network built from a spec, to which the lists add devices and cables."""

    name: Text = ""
    spec: Name
    seed: Annotated[int, Field(ge=0, lt=2**63)]
    endpoints: Count | None = None
    names: Text = ""
    gbps: Annotated[float, Field(gt=0, le=10**6)]
    model: Text = ""
    height: Count | None = None


class ReadingRecord(StrictModel):
    """Settings for reading lists: meanings of columns, kinds by name, device types, networks by spec."""

    columns: dict[Text, Text] = Field(default_factory=dict)
    switches: list[Text] = Field(default_factory=list)
    servers: list[Text] = Field(default_factory=list)
    panels: list[Text] = Field(default_factory=list)
    device_types: Text = ""  # the folder
    formulas: list[FormulaRecord] = Field(default_factory=list)


class FeedRecord(StrictModel):
    """A power feed of the planning file; None without a limit."""

    feed: Name
    limit_w: Amount | None = None


class PowerRecord(StrictModel):
    """The rules on power cords, and the numbers (from 0) of the cords that the plan adds to the lists."""

    feeds: list[FeedRecord] = Field(default_factory=list)
    apart: bool
    survive: bool
    volts: Amount
    reach_mm: Count | None = None
    added: list[Count] = Field(default_factory=list)


class RuleRecord(StrictModel):
    """A placement rule of the planning file: devices apart, or only in some areas."""

    devices: list[Name]
    apart_by: Literal["cabinet", "row", "feed", "metres", ""] = ""
    metres: Amount = 0.0
    only: list[Name] = Field(default_factory=list)
    network: Text = ""
    total_mm_without: Annotated[int, Field(ge=0)] | None = None
