"""Each reason explains one query and not a similar one, at any offset from the grid."""

import pytest
from msgspec.structs import replace
from reason_cases import CASES, Question
from rule_levels import DOOR, level_of

from navcore.proof.explanation import Reason

SIXTEEN = [(x / 10, z / 10) for x in range(4) for z in range(4)]


def test_every_reason_has_a_question() -> None:
    """One that came later, too."""
    assert CASES.keys() == set(Reason)


@pytest.mark.parametrize("reason", CASES)
def test_reason_is_told_at_every_offset_of_the_grid(reason: Reason) -> None:
    """16 of them: the answer does not depend on where the cells fall."""
    shows, shows_not = (make() for make in CASES[reason])
    for x, z in SIXTEEN:
        told, other = shows.answer(x, z), shows_not.answer(x, z)
        assert told.reason is reason, (x, z, told.text)
        assert other.reason is not reason, (x, z, other.text)
        assert told.text.endswith(".")


def test_shut_door_that_is_the_goal_itself_leads_into_no_room() -> None:
    """It was said to be the only way into the room where the path begins."""
    told = Question(level_of(replace(DOOR, available=False)), goal=(10.2, 4.0)).answer()
    assert told.reason is Reason.DOORS
    assert told.text == "door is shut."
