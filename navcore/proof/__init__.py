"""Does the level work: what fits where, and what is wrong. Pure questions to a world."""
