"""The list of all actions."""
