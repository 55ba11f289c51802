"""The playtest panel."""
