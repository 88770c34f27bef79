"""Commands ``netfloor traffic``: channel loads and routes."""

from netfloor.commands.group import group
from netfloor.commands.traffic.load import load
from netfloor.commands.traffic.routes import routes

WHAT = "Traffic of a network: routes, loads, throughput."
app = group(WHAT, load, routes)
