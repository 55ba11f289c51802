"""Who moves: agents, and the fixed steps that carry them along their paths."""
