"""Appearance of the program: style tokens, theme, pens, icons, style sheet, fields."""
