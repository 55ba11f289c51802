"""What changed since an earlier state of the level."""
