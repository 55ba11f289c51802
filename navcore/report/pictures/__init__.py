"""Pictures of levels, drawn without Qt: shapes in pixels, written as SVG or painted to PNG."""
