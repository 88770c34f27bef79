"""What was built against the plan: devices matched, cables compared, steps that fix the rest."""
