"""Listed devices in the cabinets and rack units of a hall: the search, its proofs and what prevents it."""
