"""Benches that compare navcore with other tools: checked results, times taken in turns."""
