"""Keep in the level: a route is never replaced without a question."""

import pytest
from answers import Answers
from small_level import COOK, GUARD

from editor.files.prompts import KeptRoute
from editor.shell.window import MainWindow

GOAL, PLACE = (18.0, 6.0), (8.0, 7.0)


@pytest.fixture
def answers(window: MainWindow) -> Answers:
    """Return the answers to the window's questions."""
    made = Answers()
    window.files.dialogs = made
    return made


def sent(window: MainWindow, *ids: int) -> None:
    """Send these agents in a run, and keep that in the level."""
    window.run.clock.step_once()
    window.document.select(frozenset(ids))
    window.run.commands.send(ids, PLACE)
    window.commands.table["keep"].trigger()


@pytest.mark.parametrize(
    ("answer", "goals"),
    [
        (KeptRoute.APPEND, (GOAL, PLACE)),
        (KeptRoute.REPLACE, (PLACE,)),
        (KeptRoute.CANCEL, (GOAL,)),
    ],
)
def test_a_route_is_asked_about(
    window: MainWindow, answers: Answers, answer: KeptRoute, goals: tuple[tuple[float, float], ...]
) -> None:
    """An answer is one undo step; after Cancel the route of the run can still be kept."""
    answers.kept_route = answer
    before = window.document.level
    sent(window, GUARD)
    assert answers.asked == ["guard"]
    assert window.document.level.agents[GUARD].goals == goals
    cancelled = answer is KeptRoute.CANCEL
    assert window.document.stack.count() == (0 if cancelled else 1)
    assert bool(window.run.commands.keepable([GUARD])) is cancelled
    if not cancelled:
        window.document.stack.undo()
    assert window.document.level == before


def test_an_agent_without_a_route_is_not_asked_about(window: MainWindow, answers: Answers) -> None:
    """It gets its first stop."""
    sent(window, COOK)
    assert answers.asked == []
    assert window.document.level.agents[COOK].goals == (PLACE,)


def test_several_are_asked_about_at_once(window: MainWindow, answers: Answers) -> None:
    """Those with a route; the answer holds for all."""
    answers.kept_route = KeptRoute.APPEND
    sent(window, GUARD, COOK)
    assert answers.asked == ["guard"]
    assert window.document.level.agents[GUARD].goals == (GOAL, PLACE)
    assert window.document.level.agents[COOK].goals == (PLACE,)
    assert window.document.stack.count() == 1
