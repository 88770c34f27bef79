"""Commands ``netfloor topology``: families, structure of networks, and graph files."""

from netfloor.commands.group import group
from netfloor.commands.topology.compare import compare
from netfloor.commands.topology.export import export
from netfloor.commands.topology.feasible import feasible
from netfloor.commands.topology.list_ import list_
from netfloor.commands.topology.show import show

app = group("Networks: families, structure, graph files.", feasible, compare, list_, show, export)
