"""Plans: one placed network in memory and in its file, checked, ordered, explained, compared."""
