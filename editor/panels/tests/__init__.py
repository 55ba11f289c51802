"""The panel Tests: what must stay true about the level, and what does."""
