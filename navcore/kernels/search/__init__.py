"""Kernels of searches: paths, lines of sight, string pulling, nearest cells."""
