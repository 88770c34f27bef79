"""InfiniBand dumps: records and names of ibnetdiscover, and the chips of large switches."""
