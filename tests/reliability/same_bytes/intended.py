r"""Differences that are intended, declared so that everything else must stay the same to the byte.

A rule is three texts: a regular expression for what the old side has, what stands there on the new side
(as `re.sub` takes it, ``\1`` is a group), and the reason. Rules are applied in this order to every file
of the old side before it is compared; ``^`` and ``$`` match at every line. Such as::

    (r'"mean_cable_m":', '"mean_length_m":', "the key is called as in every other document"),

A plan whose text changes has another SHA-256, which its own rule has to name, and so has what tells of it.
Take a rule out once the change is on both sides. `compare` names rules that changed nothing.
"""

INTENDED: tuple[tuple[str, str, str], ...] = ()
