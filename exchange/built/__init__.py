"""What was built beside what was planned: devices matched, cables compared, steps that mend it."""
