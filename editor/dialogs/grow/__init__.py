"""Grow network: waypoints and edges laid by a generator."""
