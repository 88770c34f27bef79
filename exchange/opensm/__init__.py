"""Routing of a plan by OpenSM, InfiniBand's subnet manager, over ibsim."""
