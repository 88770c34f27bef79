"""The page of published figures beside ours: what is compared, how its state follows, the Markdown."""
