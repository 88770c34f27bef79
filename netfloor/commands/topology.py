"""``netfloor topology``: families, one network's structure, and graph files."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.console import remark_all, write, write_fields, write_json, write_table
from netfloor.options import Endpoints, Force, Gbps, Json, Quiet, Seed, Spec

app = typer.Typer(help="Networks: families, structure, graph files.", no_args_is_help=True)


@app.command("list")
def list_families(*, json: Json = False) -> None:
    """List every family of networks with its parameters, formulas and source."""
    from topologies import FAMILIES  # noqa: PLC0415 - keeps --help quick

    families = [family.describe() for family in FAMILIES.values()]
    if json:
        write_json({"schema": 1, "families": families})
        return
    headings = ("usage", "summary", "routers", "radix", "source")
    write_table(headings, [[family[heading] for heading in headings] for family in families])


@app.command()
def show(
    spec: Spec,
    *,
    bisection: Annotated[bool, typer.Option("--bisection", help="Also bisect it.")] = False,
    endpoints: Endpoints = None,
    gbps: Gbps = 100.0,
    seed: Seed = 0,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show what the graph alone is worth: size, distances, spectrum, bisection."""
    from netfloor.facts import network_facts, readable_facts  # noqa: PLC0415 - keeps --help quick
    from topologies.spec import build  # noqa: PLC0415 - keeps --help quick

    topology = build(spec, endpoints=endpoints, link_gbps=gbps, seed=seed)
    facts = network_facts(topology, with_bisection=bisection, seed=seed)
    remark_all(topology.notes, quiet=quiet)
    if json:
        write_json(facts)
    else:
        write_fields(readable_facts(facts))


@app.command()
def export(
    spec: Spec,
    *,
    to: Annotated[str | None, typer.Option("--to", help="Format; default: by the file's name.")] = None,
    out: Annotated[Path | None, typer.Option("--out", help="File; default: stdout.")] = None,
    endpoints: Endpoints = None,
    seed: Seed = 0,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Write a network as an edge list, GraphML, graph6 or adjacency list."""
    from netfloor.graph_export import export_graph, graph_text  # noqa: PLC0415 - keeps --help quick
    from topologies.spec import build  # noqa: PLC0415 - keeps --help quick

    topology = build(spec, endpoints=endpoints, seed=seed)
    remark_all(topology.notes, quiet=quiet)
    if out is None:
        write(graph_text(topology, to or "edges"))
    else:
        export_graph(topology, out, to, force=force)
