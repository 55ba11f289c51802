"""The panel Probes: results of path probes, side by side."""
