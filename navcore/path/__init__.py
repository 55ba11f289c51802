"""How to get there: searches over a grid, and the one result type they all return."""
