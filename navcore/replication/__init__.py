"""What a run sends to viewers: changes for each of them, and smooth views."""
