"""``netfloor topology``: families, one network's structure, and graph files."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.commands.topology_compare import compare
from netfloor.commands.topology_failures import failures
from netfloor.commands.topology_feasible import feasible
from netfloor.console import remark, remark_all, write, write_data, write_fields, write_json
from netfloor.options import Endpoints, Force, Gbps, Json, Quiet, Seed, Spec

app = typer.Typer(help="Networks: families, structure, graph files.", no_args_is_help=True)
app.command("failures")(failures)
app.command("feasible")(feasible)
app.command("compare")(compare)


@app.command("list")
def list_families(
    *,
    json: Json = False,
    quiet: Quiet = False,  # noqa: ARG001 - every command takes it
) -> None:
    """List every family of networks with its parameters, formulas, recommended endpoints and source."""
    from netfloor.facts import families_document, families_text  # noqa: PLC0415 - keeps --help quick

    document = families_document()
    if json:
        write_json(document)
    else:
        write(families_text(document))


@app.command()
def show(
    spec: Spec,
    *,
    bisection: Annotated[bool, typer.Option("--bisection", help="Also bisect it.")] = False,
    endpoints: Endpoints = None,
    gbps: Gbps = 100.0,
    cut: Annotated[
        Path | None,
        typer.Option("--cut", metavar="FILE", help="Write each router's side of the bisection as CSV."),
    ] = None,
    seed: Seed = 0,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show what the graph alone is worth: size, distances, spectrum, bisection."""
    from foundation.files import write_atomic  # noqa: PLC0415 - keeps --help quick
    from netfloor.cut_file import cut_text, is_cut  # noqa: PLC0415 - keeps --help quick
    from netfloor.facts import network_facts, readable_facts  # noqa: PLC0415 - keeps --help quick
    from netfloor.output_files import check_free  # noqa: PLC0415 - keeps --help quick
    from topologies.spec import build  # noqa: PLC0415 - keeps --help quick

    if cut is not None:
        check_free(cut, is_cut, force=force)
    topology = build(spec, endpoints=endpoints, link_gbps=gbps, seed=seed)
    facts = network_facts(topology, with_bisection=bisection or cut is not None, seed=seed)
    if cut is not None:
        write_atomic(cut, cut_text(topology, facts["bisection_sides"]))
    remark_all(topology.notes, quiet=quiet)
    if json:
        write_json(facts)
    else:
        write_fields(readable_facts(facts))


@app.command()
def export(
    spec: Spec,
    *,
    to: Annotated[
        str | None, typer.Option("--to", help="Format; default: by the file's name, else edges.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", help="File; default: stdout.")] = None,
    endpoints: Endpoints = None,
    seed: Seed = 0,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write a network as an edge list, GraphML, graph6, adjacency list, Graph Golf or DOT file."""
    from netfloor.graph_export import export_graph  # noqa: PLC0415 - keeps --help quick
    from topologies.spec import build  # noqa: PLC0415 - keeps --help quick

    exported = export_graph(build(spec, endpoints=endpoints, seed=seed), out, to, force=force)
    remark_all(exported.notes, quiet=quiet)
    if json:
        write_json(exported.to_dict())
    elif out is None:
        write_data(exported.text)
    else:
        remark(f"written: {out}", quiet=quiet)
