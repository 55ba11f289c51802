"""Each reason explains one query and not a similar one, at any offset from the grid."""

import pytest
from msgspec.structs import replace
from reason_cases import CASES, Question
from rule_levels import DOOR, box, level_of

from navcore.level.model import Area
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


def test_shut_door_of_a_small_room_leads_out_of_it() -> None:
    """Into the hall there may be many ways; this door is the only one out of the closet."""
    closet = Area(id=60, name="closet", polygon=box(2, 8.4, 4.4, 10.8))
    hatch = Area(id=61, name="hatch", door=True, available=False, polygon=box(2.2, 8, 4.2, 8.4))
    level = level_of(closet, hatch)
    out = Question(level, start=(3.2, 9.8), goal=(6.0, 4.0)).answer()
    back = Question(level, start=(6.0, 4.0), goal=(3.2, 9.8)).answer()
    assert out.text == "hatch is shut, and it is the only way out of closet."
    assert back.text == "hatch is shut, and it is the only way into closet."
