"""Measured beside others: the same work in turns, and no time shown without a right answer."""
