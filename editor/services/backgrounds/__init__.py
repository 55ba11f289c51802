"""Pictures to trace and grids to compare with."""
