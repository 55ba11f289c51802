"""Sessions that ended with work unsaved."""

from pathlib import Path

from small_level import small_level

from editor.document import Document
from editor.files.watch import digest_of
from editor.safety.autosave import Autosave
from editor.safety.recovery_prompt import Offer
from navcore.level.model import Level
from navcore.level.operations import delete, move, set_settings


def crash(
    root: Path, file: Path | None, *, name: str = "Untitled", start: Level | None = None
) -> Level:
    """Simulate a session that moved a table, renamed the chest and crashed; return its level."""
    document = Document(seed=1)
    digest = digest_of(file) if file else ""
    autosave = Autosave(document, root, lambda: (file.stem if file else name, digest))
    document.load(start or small_level(), file)
    level = document.level
    for edit in (
        lambda: delete(document.level, list(document.level.obstacles)[:1]),
        lambda: set_settings(document.level, title="drawn"),
        lambda: move(document.level, list(document.level.areas)[:1], (0.0, 0.5)),
    ):
        document.commit(edit())
    assert document.level != level
    autosave.leave()
    return document.level


def labels(offer: Offer) -> list:
    """Everything that it says."""
    return offer.findChildren(type(offer.told))
