"""A plan's claims, each derived again from its inputs and placement."""
