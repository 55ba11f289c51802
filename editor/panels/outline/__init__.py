"""The outline panel."""
