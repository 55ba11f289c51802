"""The panel Problems: what is wrong with the level, and what can be done about it."""
