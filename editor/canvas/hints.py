"""What the next click does: the tool says it, unless a run gives the click another meaning."""

from editor.canvas.gestures import Gestures
from editor.document import Document
from editor.services.play import PlayService, PlayState
from editor.tools.words import play as play_words
from editor.tools.words import select as select_words


def hint_now(gestures: Gestures, document: Document, play: PlayService) -> str:
    """The sentence for the status bar."""
    said = gestures.hint()
    if play.at_start or gestures.drag is not None or gestures.tool is not gestures.tools[0]:
        return said
    paused = play.state is PlayState.PAUSED
    agents = document.selection.ids & document.level.agents.keys()
    if agents:
        return play_words.sends(len(agents), paused=paused)
    if paused and said == select_words.select_nothing():
        return play_words.paused_at(play.time_text)
    return said
