"""Differences between two levels, by edits and by comparison."""

from hypothesis import given, settings
from hypothesis import strategies as st

from navcore.level.differences import differences
from navcore.level.edit import Edit
from navcore.level.model import SETTINGS_ID, Agent, Area, Level, Obstacle, Settings

RING = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0))
KINDS = (Area, Agent)
"""Two of the three kinds that levels here hold."""

steps = st.lists(
    st.dictionaries(
        st.sampled_from(range(1, 6)), st.tuples(st.integers(0, 3), st.integers(0, 2)), max_size=4
    ),
    max_size=24,
)


def grown(level: Level, chosen: dict[int, tuple[int, int]]) -> Level:
    """The level after one edit."""
    items = {
        item_id: (
            None,
            Area(id=item_id, name=f"{flavour}", polygon=RING),
            Obstacle(id=item_id, name=f"{flavour}", polygon=RING),
            Agent(id=item_id, name=f"{flavour}", position=(0.0, 0.0)),
        )[kind]
        for item_id, (kind, flavour) in chosen.items()
    }
    return Edit.change(level, items).apply(level)


@given(steps, st.integers(0, 24))
@settings(max_examples=200)
def test_differences_lead_from_one_level_to_the_other(edits: list, start: int) -> None:
    """The edits between both are still known, or too many."""
    levels = [Level()]
    for chosen in edits:
        levels.append(grown(levels[-1], chosen))
    old, new = levels[min(start, len(levels) - 1)], levels[-1]
    found = differences(old, new, KINDS)
    for item_id in range(1, 6):
        was, now = ([e for e in (level.get(item_id),) if type(e) in KINDS] for level in (old, new))
        if item_id in found:
            assert [e for e in (found[item_id],) if e is not None] == now
        else:
            assert was == now


def test_a_level_knows_only_where_it_comes_from() -> None:
    """Changes from later or unrelated levels are unknown."""
    first = grown(Level(), {1: (1, 0)})
    second = grown(first, {2: (1, 0)})
    assert second.changed_since(first) == {2}
    assert second.changed_since(second) == set()
    assert first.changed_since(second) is None
    assert second.changed_since(grown(Level(), {1: (1, 0)})) is None
    other = second.with_settings(Settings(title="a"))
    assert other.changed_since(first) == {2, SETTINGS_ID}


def test_a_level_forgets_edits_of_long_ago() -> None:
    """Its memory does not grow with the number of edits."""
    level = first = grown(Level(), {1: (1, 0)})
    for number in range(40):
        level = grown(level, {2: (1, number % 3), 3: (3, number % 2)})
    assert level.changed_since(first) is None
