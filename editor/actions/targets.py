"""What of the selection an order may change, and what is said about the rest."""

from collections.abc import Callable

from editor.actions.table import Parts
from editor.tools.keys import key
from navcore.errors import NavcoreError
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.naming import called


def free(parts: Parts) -> frozenset[int]:
    """The selected elements that are neither locked nor hidden."""
    return parts.document.selection.ids - parts.document.untouchable


def say(parts: Parts, sentence: str, *names: str) -> None:
    """Say a sentence in the status bar; `names` fill its places."""
    parts.files.said.emit(tr(sentence).format(*names))


def free_or_say(parts: Parts) -> frozenset[int]:
    """What is free; if something is selected and none of it is, that is said."""
    ids = free(parts)
    if not ids and parts.document.selection.ids & parts.document.locked:
        say(parts, mark("Locked: unlock it first with {0}."), key("unlock_all"))
    elif not ids and parts.document.selection.ids:
        say(parts, mark("Hidden: show it first with {0}."), key("show_all"))
    return ids


def say_what_stays(parts: Parts) -> None:
    """Say what of the selection was left alone, if anything was."""
    document = parts.document
    for ids, sentence, sentence_of_many in (
        (document.locked, "{0} is locked and stays.", "{0} are locked and stay."),
        (document.hidden, "{0} is hidden and stays.", "{0} are hidden and stay."),
    ):
        stays = [document.level.element(i) for i in sorted(document.selection.ids & ids)]
        if stays:
            say(parts, sentence if len(stays) == 1 else sentence_of_many, called(stays))
            return


def commit(parts: Parts, make: Callable[[], Edit], nothing: str = "") -> Edit:
    """Make an edit one undo step; what can't be done is said, and so is `nothing` to do."""
    try:
        edit = make()
    except NavcoreError as error:
        say(parts, "{0}", str(error))
        return Edit()
    if edit:
        parts.document.commit(edit)
    elif nothing:
        say(parts, nothing)
    return edit
