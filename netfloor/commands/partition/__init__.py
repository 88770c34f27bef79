"""``netfloor partition``: which shapes of a machine's partitions give jobs the most bandwidth."""

from netfloor.commands.group import group
from netfloor.commands.partition.bound import bound
from netfloor.commands.partition.place import place
from netfloor.commands.partition.policy import policy

app = group(
    "Partitions: bounds, allocation policies, and partitions of a placed plan.", bound, policy, place
)
