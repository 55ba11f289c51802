"""The bake panel."""
