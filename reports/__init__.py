"""Reports for people, one folder each; `formats` holds what they share."""
