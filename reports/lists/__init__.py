"""The report on devices and cables of lists, laid in a hall: the answer, the floor, cabinets and cables."""
