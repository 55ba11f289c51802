"""Nothing gets lost: backups as you work, what a crash left behind, and an end in good order."""
