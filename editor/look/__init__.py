"""How everything looks: style tokens, theme, pens, icons, style sheet, fields."""
