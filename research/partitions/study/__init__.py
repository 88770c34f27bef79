"""The studies behind ``netfloor partition``: partitions of a placed plan, policies of machines."""
