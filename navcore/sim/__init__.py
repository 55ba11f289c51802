"""Simulation of agents: the fixed steps that move them along their paths."""
