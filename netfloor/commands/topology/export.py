"""Command ``netfloor topology export``: write a network as a graph file."""

from pathlib import Path
from typing import Annotated

from netfloor.completion import graph_formats
from netfloor.options import Endpoints, Force, Json, Network, Quiet, Seed, SpecOrPlan, option
from netfloor.terminal.console import remark_all, remark_written, write_data, write_json
from netfloor.terminal.progress import loading


def export(
    spec: SpecOrPlan,
    *,
    to: Annotated[
        str | None,
        option("--to", "Format; default: by the file's name, else edges.", autocompletion=graph_formats),
    ] = None,
    out: Annotated[Path | None, option("--out", "File; default: stdout.")] = None,
    endpoints: Endpoints = None,
    network: Network = None,
    seed: Seed = 0,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write a network as GraphML, DOT, edge list, ...

    Or graph6, adjacency list, Graph Golf.
    """
    with loading(f"building {spec}", quiet=quiet):
        from netfloor.studies.named_network import NetworkRequest, find_network
        from netfloor.topologies.files.export import export_graph

        result = find_network(NetworkRequest(spec, endpoints, seed=seed, plan_network=network))
        exported = export_graph(result.topology, out, to, force=force)
    remark_all(exported.notes, quiet=quiet)
    if json:
        write_json(exported.to_dict())
    elif out is None:
        write_data(exported.text)
    else:
        remark_written(out, quiet=quiet)
