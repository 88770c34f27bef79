"""Dumps of ibnetdiscover: records, names, chips of large switches."""
