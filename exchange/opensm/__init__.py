"""Routing of a plan by OpenSM over ibsim, the subnet manager of InfiniBand."""
