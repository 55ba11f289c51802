"""Preferences of the user, kept from session to session."""
