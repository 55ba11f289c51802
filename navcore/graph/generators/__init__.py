"""Generators of waypoint networks: pure functions that propose a network for a floor."""
