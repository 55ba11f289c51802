"""The properties panel."""
