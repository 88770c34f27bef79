"""From one file to an order: hall, servers, parts, drawings."""
