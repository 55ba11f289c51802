"""Path searches over a grid, and the result type that all of them return."""
