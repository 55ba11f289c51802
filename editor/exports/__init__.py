"""Exports: grids of a level for games, written and previewed on worker threads."""

from editor.exports.messages import listed_names, target_text, told
from editor.exports.preview import GridPreview, Previews
from editor.exports.proposals import storey_of
from editor.exports.service import Exports

__all__ = ["Exports", "GridPreview", "Previews", "listed_names", "storey_of", "target_text", "told"]
