"""Obvious, slow references that the fast code is held against."""
