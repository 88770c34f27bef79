"""Tables that state cables or devices by column: a column for each port, device or rack."""
