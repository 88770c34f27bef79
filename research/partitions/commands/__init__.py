"""``netfloor partition``: the partitions of a machine that give jobs the most bandwidth."""

from netfloor.commands.group import group
from netfloor.research.partitions.commands.bound import bound
from netfloor.research.partitions.commands.place import place
from netfloor.research.partitions.commands.policy import policy
from netfloor.research.subject import Subject

_MEANING = "Partitions: bounds, policies, partitions of a plan."
SUBJECT = Subject({"partition": group(_MEANING, bound, policy, place)})
