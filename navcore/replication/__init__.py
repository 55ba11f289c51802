"""Send changes of a run to viewers, and show them smoothly."""
