"""Panel Probes: facts about queried paths, side by side."""
