"""Readers of InfiniBand dumps: ibnetdiscover records and names, and the chips of director switches."""
