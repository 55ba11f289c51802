"""Compare two levels: drawing, floor, reachability, agents and findings."""
