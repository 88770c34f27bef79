"""Published figures measured again: what is measured, stored, and compared with the paper."""
