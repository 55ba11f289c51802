"""Adapters for games that keep their characters in an ECS (source 001)."""
