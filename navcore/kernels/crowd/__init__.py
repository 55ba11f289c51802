"""Kernels of crowds: following paths, steering, separation."""
