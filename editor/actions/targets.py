"""The part of the selection that an action may change, and messages about the rest."""

from collections.abc import Callable, Collection
from functools import wraps
from operator import is_
from typing import TypeVar
from weakref import WeakKeyDictionary

from editor.actions.workbench import Workbench
from editor.document import Document
from editor.tools.keys import key
from navcore.errors import NavcoreError
from navcore.i18n import mark, tr
from navcore.level.companions import ALONE, Companions, companions
from navcore.level.edit import Edit
from navcore.level.naming import called

AnswerT = TypeVar("AnswerT")


def of_selection(ask: Callable[[Workbench], AnswerT]) -> Callable[[Workbench], AnswerT]:
    """Cache the last answer of a query about the selection until it may differ.

    A dozen actions make the same queries at each change of the selection. Callers must not modify
    the answer.
    """
    answers: WeakKeyDictionary[Document, tuple[tuple[object, ...], AnswerT]] = WeakKeyDictionary()

    @wraps(ask)
    def answer(bench: Workbench) -> AnswerT:
        document = bench.document
        key = (
            document.level, document.selection, document.hidden, document.locked,
            document.storey.apart,
        )  # fmt: skip
        known = answers.get(document)
        if known is not None and all(map(is_, key, known[0])):
            return known[1]
        found = ask(bench)
        answers[document] = (key, found)
        return found

    return answer


@of_selection
def free(bench: Workbench) -> frozenset[int]:
    """Return the selected elements that are neither locked nor hidden."""
    return bench.document.selection.ids - bench.document.untouchable


def say(bench: Workbench, sentence: str, *names: str) -> None:
    """Say a sentence in the status bar; `names` fill its places."""
    bench.files.said.emit(tr(sentence).format(*names))


def free_or_say(bench: Workbench) -> frozenset[int]:
    """Return the free selected elements; if all of them are locked, say so."""
    ids = free(bench)
    if not ids and bench.document.selection.ids & bench.document.locked:
        say(bench, mark("Locked: unlock it first with {0}."), key("unlock_all"))
    elif not ids and bench.document.selection.ids:
        say(bench, mark("Hidden: show it first with {0}."), key("show_all"))
    return ids


def say_what_stays(bench: Workbench) -> None:
    """Say what of the selection was left alone, if anything was."""
    document = bench.document
    for ids, sentence, sentence_of_many in (
        (document.locked, "{0} is locked and stays.", "{0} are locked and stay."),
        (document.hidden, "{0} is hidden and stays.", "{0} are hidden and stay."),
    ):
        stays = [document.level.element(i) for i in sorted(document.selection.ids & ids)]
        if stays:
            say(bench, sentence if len(stays) == 1 else sentence_of_many, called(stays))
            return


def companions_of(bench: Workbench, ids: Collection[int]) -> Companions:
    """Return the elements that move along with these, if the preference is on."""
    return companions(bench.document.level, ids) if bench.settings.take_along else ALONE


def commit(
    bench: Workbench, make: Callable[[], Edit], nothing: str = "", *, by_hand: bool = True
) -> Edit:
    """Make an edit one undo step; what can't be done is said, and so is `nothing` to do.

    Grown waypoints that are changed `by_hand` stay when a network is grown again.
    """
    try:
        edit = make()
    except NavcoreError as error:
        say(bench, "{0}", str(error))
        return Edit()
    if edit:
        bench.document.commit(edit, by_hand=by_hand)
    elif nothing:
        say(bench, nothing)
    return edit
