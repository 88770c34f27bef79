"""The report on a plan made from lists: result, floor plan, cabinets and cables."""
