"""The panel Problems: faults of the level, and actions that fix them."""
