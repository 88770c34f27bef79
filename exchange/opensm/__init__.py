"""OpenSM over ibsim: whether InfiniBand's own router finds its way through a plan."""
