"""The independent check of money and objectives, cable by cable, by code of its own."""
