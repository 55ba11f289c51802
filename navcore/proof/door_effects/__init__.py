"""What doors do: the floor, agents and places that are reached or not when they are toggled."""
