"""The fields of a plan file of schema 2."""

from typing import Annotated, Literal

from pydantic import Field

from netfloor.foundation.models import StrictModel
from netfloor.plans.models import RoomRecord

_MOST = 10**7

Text = Annotated[str, Field(max_length=10_000)]
Name = Annotated[str, Field(min_length=1, max_length=200)]
Count = Annotated[int, Field(ge=0, le=10**9)]
Amount = Annotated[float, Field(ge=0, le=1e9)]


class DevicesRecord(StrictModel):
    """The devices by columns; a column of one value has it for all."""

    name: Annotated[list[Name], Field(max_length=_MOST)]
    kind: list[str] | str
    model: list[Text] | Text
    cabinet: list[Name] | Name
    unit: list[Count | None] | Count | None
    height: list[Count | None] | Count | None
    watts: list[Amount | None] | Amount | None
    kilograms: list[Amount | None] | Amount | None
    face: list[Literal["front", "rear", ""]] | Literal["front", "rear", ""]
    half_depth: list[bool] | bool
    feed: list[Text] | Text
    network: list[Text] | Text
    ports: list[Count] | Count
    attributes: list[dict[str, Text]] | dict[str, Text]


class CablesRecord(StrictModel):
    """The cables by columns; ``a`` and ``b`` count devices from 0, ports count from 1 on their device.

    Labels are as printed on the box, empty where a port has none.
    """

    id: Annotated[list[Name], Field(max_length=_MOST)]
    a: list[Count] | Count
    port_a: list[Count] | Count
    label_a: list[Text] | Text
    b: list[Count] | Count
    port_b: list[Count] | Count
    label_b: list[Text] | Text
    gbps: list[Amount | None] | Amount | None
    length_mm: list[Count] | Count
    attributes: list[dict[str, Text]] | dict[str, Text]


class LaidModel(StrictModel):
    """A plan file of schema 2."""

    schema_: Annotated[Literal[2], Field(alias="schema")]
    kind: str
    tool: dict[str, str]
    title: Annotated[str, Field(max_length=200)] = ""
    name: Text
    room: RoomRecord
    devices: DevicesRecord
    cables: CablesRecord
    total_mm: Annotated[int, Field(ge=0, le=10**15)]
    notes: list[Text]
    sha256: str
