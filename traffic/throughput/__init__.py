"""Ideal throughput, whatever the routing: maximum concurrent flow, exact or between certified bounds."""
