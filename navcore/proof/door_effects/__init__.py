"""Effects of doors: floor, agents and places that become reachable or not when toggled."""
