"""Panel Problems: the problems of the level, and their fixes."""
