"""Protection of the user's work: backups, recovery after crashes, and orderly shutdown."""
