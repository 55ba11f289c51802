"""What changed between two levels: what is drawn, floor, reach, agents and findings."""
