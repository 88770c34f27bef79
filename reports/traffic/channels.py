"""Columns on channels between switches, shared by the reports of load and routes."""

from netfloor.reports.formats.listing import RowColumn, json_column
from netfloor.reports.formats.table import Column, text_column
from netfloor.reports.formats.text import one_line
from netfloor.topologies.topology import Topology
from netfloor.traffic.channels import Channels


def end_columns(topology: Topology, channels: Channels) -> tuple[RowColumn[int], ...]:
    """Return the columns of a channel's number and its two switches."""

    def short(name: str) -> str:
        return one_line(name, 40)

    return (
        RowColumn(Column("channel"), lambda channel: channel, "channel"),
        RowColumn(
            text_column("from\nswitch"),
            lambda channel: topology.label(int(channels.tail[channel])),
            "from",
            wording=short,
        ),
        RowColumn(
            text_column("to\nswitch"),
            lambda channel: topology.label(int(channels.head[channel])),
            "to",
            wording=short,
        ),
    )


def global_column(channels: Channels) -> RowColumn[int]:
    """Return the JSON column that marks channels between groups."""
    return json_column("global", lambda channel: bool(channels.global_[channel]))
