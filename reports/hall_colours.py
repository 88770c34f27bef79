"""Colours of a hall's drawing: light enough for names to be read on them."""

WALL = "#4a4f57"
COLD, HOT = "#d7e8f7", "#f9ddd4"
EMPTY, USED, TAKEN = "#ffffff", "#9fd6a8", "#b9bcc2"
PILLAR = "#30343a"
KEEP_OUT = (0.55, 0.45, 0.2)
COOLING = (0.15, 0.5, 0.75)
FULL = "#c81e1e"
#: By the media that a tray admits, ascending.
MEDIA_COLOURS = {
    ("electrical", "optical"): "#6b5bb5",
    ("electrical",): "#b5651d",
    ("optical",): "#0f8b8d",
}
