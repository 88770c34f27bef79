"""The commands below ``netfloor traffic`` that simulate, replay programs or score tables."""

from netfloor.commands import traffic
from netfloor.research.subject import Subject
from netfloor.research.traffic.commands.motif import motif
from netfloor.research.traffic.commands.motifs import motifs
from netfloor.research.traffic.commands.offered import offered
from netfloor.research.traffic.commands.simulate import simulate
from netfloor.research.traffic.commands.smpi import smpi
from netfloor.research.traffic.commands.static import static
from netfloor.research.traffic.commands.study import study

SUBJECT = Subject(members=((traffic.app, (simulate, study, offered, motif, motifs, smpi, static)),))
