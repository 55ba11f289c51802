"""Panel Problems: what is wrong with the level, and how to fix it."""
