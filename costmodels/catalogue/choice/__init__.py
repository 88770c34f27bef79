"""Which part serves each link: candidates, scores, the choice and the reason for it."""
