"""``netfloor traffic``: what a network carries."""

from netfloor.commands.group import group
from netfloor.commands.traffic.load import load
from netfloor.commands.traffic.motif import motif
from netfloor.commands.traffic.motifs import motifs
from netfloor.commands.traffic.routes import routes
from netfloor.commands.traffic.simulate import simulate
from netfloor.commands.traffic.smpi import smpi
from netfloor.commands.traffic.static import static
from netfloor.commands.traffic.study import study

WHAT = "What a network carries: routes, loads, throughput, latency, forwarding tables, whole programs."
app = group(WHAT, load, routes, simulate, study, motif, motifs, smpi, static)
