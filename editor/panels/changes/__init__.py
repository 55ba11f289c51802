"""Panel of the changes since an earlier version of the level."""
