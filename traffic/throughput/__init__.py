"""Ideal throughput over all routings: maximum concurrent flow, exact or between certified bounds."""
