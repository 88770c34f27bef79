"""Placement of listed devices in the cabinets and rack units of a hall: search, proofs and obstacles."""
