"""Stops of agents: the settings of each goal follow the goal through every operation."""

import math
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_up_kinds import applied

from navcore.errors import FormatError, NavcoreError
from navcore.formats import read_level, write_level
from navcore.formats.elements import read_elements, write_elements
from navcore.level import operations as op
from navcore.level.affine import Affine
from navcore.level.edit import Edit
from navcore.level.handles import line_through
from navcore.level.model import Agent, Level, Point, Stop
from navcore.level.operations.storeys import add_storey

GUARD = 7


def patrol(count: int, *, loop: bool = False, surplus: int = 0) -> Level:
    """Return a guard with stops n at x = n and pauses of n + 1 seconds."""
    goals = tuple((float(n), 0.0) for n in range(count))
    stops = tuple(Stop(pause=n + 1.0) for n in range(count + surplus))
    guard = Agent(id=GUARD, name="guard", position=(-5, 0), goals=goals, stops=stops, loop=loop)
    return Level().with_items({GUARD: guard})


def pauses(level: Level) -> list[float | None]:
    """The pause of each of the guard's stops."""
    guard = level.agents[GUARD]
    return [guard.stop(index).pause for index in range(len(guard.goals))]


def belong(level: Level, merged: set[Point]) -> bool:
    """Return whether each unmoved stop still has the pause of its place.

    To the places in `merged` another stop may have been dragged.
    """
    places = level.agents[GUARD].goals
    return all(
        pause is None or pause == x + 1.0
        for (x, z), pause in zip(places, pauses(level), strict=True)
        if z == 0.0 and (x, z) not in merged
    )


@st.composite
def steps(draw: st.DrawFn) -> list[tuple[str, float, float]]:
    """Draw names of operations and positions on the route, as shares of its length."""
    names = st.sampled_from(["insert", "delete", "replace", "grow", "merge", "reverse"])
    share = st.floats(0.0, 0.999)
    return draw(st.lists(st.tuples(names, share, share), max_size=12))


def done(level: Level, name: str, one: float, other: float) -> Edit:
    """The edit of one such step."""
    count = len(level.agents[GUARD].goals)
    first, second = math.floor(one * count), math.floor(other * count)
    if name == "reverse":
        return op.reverse_routes(level, {GUARD})
    if name == "insert" or not count:
        return op.insert_handle(level, GUARD, math.floor(one * (count + 1)) - 1, (one, 3.0))
    if name == "delete":
        return op.delete_handles(level, {GUARD: {first, second}})
    if name == "replace":
        return op.replace_handles(level, GUARD, {first}, [(other, 3.0)])
    if name == "grow":
        return op.replace_handles(level, GUARD, {first}, [(one, 4.0), (other, 5.0)])
    places = level.agents[GUARD].goals
    onto = op.drag_handles(level, {GUARD: {first}}, places[first], places[second])
    return onto.then(op.merge_handles(onto.apply(level), {GUARD: {first}}))


@given(st.integers(0, 6), st.booleans(), st.integers(0, 2), steps())
def test_stops_follow_their_goals(
    count: int, loop: bool, surplus: int, todo: list[tuple[str, float, float]]
) -> None:
    """This holds for inserting, deleting, replacing, merging, reversing, and for undo."""
    level = patrol(count, loop=loop, surplus=surplus)
    merged: set[Point] = set()
    for name, one, other in todo:
        edit = done(level, name, one, other)
        goals = level.agents[GUARD].goals
        if name == "merge" and goals:
            merged.add(goals[math.floor(other * len(goals))])
        after = edit.apply(level)
        assert edit.inverse().apply(after) == level
        guard = after.agents[GUARD]
        assert belong(after, merged)
        assert not edit or len(guard.stops) <= len(guard.goals)
        level = after


@given(st.lists(st.tuples(st.one_of(st.none(), st.integers(0, 4)), st.floats(-9, 9)), max_size=9))
def test_with_points_takes_every_stop_from_its_source(rows: list[tuple[int | None, float]]) -> None:
    """One source may be used several times, and new places get plain stops."""
    sources = [source for source, _ in rows]
    points = tuple((x, 1.0) for _, x in rows)
    guard = patrol(5).agents[GUARD]
    changed = guard.with_points(points, sources)
    assert changed.goals == points
    expected = [None if source is None else source + 1.0 for source in sources]
    assert [changed.stop(n).pause for n in range(len(points))] == expected
    assert not changed.stops or changed.stops[-1] != Stop()


def test_a_stop_that_is_moved_keeps_its_pause() -> None:
    """Dragged, nudged or typed elsewhere."""
    level = patrol(3)
    for edit in (
        op.drag_handles(level, {GUARD: {1}}, (1.0, 0.0), (4.0, 4.0)),
        op.move_handles(level, {GUARD: {1}}, (3.0, 4.0)),
        op.replace_handles(level, GUARD, {1}, [(4.0, 4.0)]),
    ):
        after = edit.apply(level)
        assert after.agents[GUARD].goals[1] == (4.0, 4.0)
        assert pauses(after) == [1.0, 2.0, 3.0]


def test_an_inserted_stop_has_the_pause_of_the_agent() -> None:
    """The stops after it keep their own."""
    level = patrol(3)
    after = op.insert_handle(level, GUARD, 0, (0.5, 0.5)).apply(level)
    assert pauses(after) == [1.0, None, 2.0, 3.0]
    waiting = op.set_fields(after, {GUARD}, wait=9.0).apply(after)
    assert waiting.agents[GUARD].pause(1) == 9.0
    assert waiting.agents[GUARD].pause(2) == 2.0


class TestRoutes:
    """Operations on whole routes."""

    def test_stops_are_appended_to_all(self) -> None:
        """Each agent keeps its stops; it is one undo step."""
        level = patrol(1).with_items({8: Agent(id=8, position=(0, 1))})
        facing = Stop(facing=1.0)
        edit = op.append_stops(
            level, [GUARD, 8], [(3, 3), (4, 4)], stops=[facing, facing], mode="loop"
        )
        after = edit.apply(level)
        assert after.agents[GUARD].goals == ((0.0, 0.0), (3.0, 3.0), (4.0, 4.0))
        assert after.agents[GUARD].stops == (Stop(pause=1.0), Stop(facing=1.0), Stop(facing=1.0))
        assert after.agents[8].goals == ((3.0, 3.0), (4.0, 4.0))
        assert after.agents[8].loop
        assert after.agents[GUARD].loop
        assert edit.label == "Add 2 stops to 2 agents"
        assert edit.inverse().apply(after) == level

    def test_a_route_that_is_walked_once_is_turned_round(self) -> None:
        """The last stop comes first."""
        level = patrol(3)
        edit = op.reverse_routes(level, {GUARD})
        assert pauses(edit.apply(level)) == [3.0, 2.0, 1.0]
        assert edit.label == "Reverse the route of guard"

    def test_a_loop_keeps_its_first_stop(self) -> None:
        """It is walked the other way round from there."""
        level = patrol(4, loop=True)
        assert pauses(op.reverse_routes(level, {GUARD}).apply(level)) == [1.0, 4.0, 3.0, 2.0]

    def test_a_route_is_deleted(self) -> None:
        """All settings of its stops go, too."""
        level = patrol(2)
        guard = op.delete_routes(level, {GUARD}).apply(level).agents[GUARD]
        assert (guard.goals, guard.stops) == ((), ())

    def test_pause_and_facing_are_set_for_chosen_stops(self) -> None:
        """They can be removed again; values not given stay."""
        level = patrol(3)
        edit = op.set_stops(level, {GUARD: {0, 2}}, facing=0.5)
        after = edit.apply(level)
        assert edit.label == "Change 2 stops of guard"
        assert after.agents[GUARD].stops == (
            Stop(pause=1.0, facing=0.5), Stop(pause=2.0), Stop(pause=3.0, facing=0.5),
        )  # fmt: skip
        plain = op.set_stops(after, {GUARD: {0, 1, 2}}, pause=None, facing=None).apply(after)
        assert plain.agents[GUARD].stops == ()

    @pytest.mark.parametrize("wrong", [{"pause": -1.0}, {"facing": math.nan}, {"pause": 1e12}])
    def test_numbers_beyond_their_limits_are_refused(self, wrong: dict[str, Any]) -> None:
        """The message has the limit."""
        with pytest.raises(NavcoreError, match="must be a"):
            op.set_stops(patrol(1), {GUARD: {0}}, **wrong)
        with pytest.raises(IndexError):
            op.set_stops(patrol(1), {GUARD: {1}}, pause=1.0)

    def test_the_storey_is_set_for_chosen_stops(self) -> None:
        """One that the level has."""
        level = add_storey(patrol(2), "upper").apply(patrol(2))
        after = op.set_stops(level, {GUARD: {1}}, layer="upper").apply(level)
        assert [after.agents[GUARD].stop(n).layer for n in range(2)] == [None, "upper"]
        with pytest.raises(NavcoreError, match="No storey is called attic"):
            op.set_stops(level, {GUARD: {1}}, layer="attic")

    def test_closing_and_opening_have_names(self) -> None:
        """The history shows them."""
        level = patrol(2)
        edit = op.set_mode(level, {GUARD}, "loop")
        assert edit.label == "Close the route of guard"
        assert line_through(edit.apply(level).agents[GUARD])[-1] == (0.0, 0.0)


class TestFiles:
    """Stops in level files, journals and on the clipboard."""

    def test_a_level_without_stops_is_written_as_before(self) -> None:
        """No key more."""
        level = Level().with_items({1: Agent(id=1, position=(0, 0), goals=((1, 1),), wait=2.0)})
        assert '"stops"' not in write_level(level)
        assert '"version": 1' in write_level(patrol(2))

    def test_stops_are_written_and_read(self) -> None:
        """They are short, and exact to the last bit."""
        level = patrol(2)
        facing = op.set_stops(level, {GUARD: {1}}, pause=None, facing=1 / 3).apply(level)
        text = write_level(facing)
        assert '"stops": [{"pause": 1}, {"facing": 0.3333333333333333}]' in text
        assert read_level(text, "level.json").level == facing
        assert write_level(read_level(text, "level.json").level) == text

    def test_the_clipboard_and_the_journal_keep_them(self) -> None:
        """They keep all other fields, too."""
        level = patrol(2)
        copied = read_elements(write_elements(level.elements()))
        assert [msgspec.structs.replace(one, order=0.0) for one in copied] == [*level.elements()]
        edit = op.set_stops(level, {GUARD: {0}}, facing=2.0)
        assert applied(level, edit).agents[GUARD].stop(0) == Stop(pause=1.0, facing=2.0)

    @pytest.mark.parametrize(
        ("stops", "said"),
        [
            ('[{"pause": -1}]', r"stops\[0\]\.pause: must be a number of at least 0"),
            ('[{}, {"facing": "north"}]', r"stops\[1\]\.facing: must be a finite number"),
            ('[{"pause": 1e400}]', r"finite"),
            ('[{"pauze": 1}]', r'stops\[0\]\.pauze: must be .*"pause" or "facing"'),
            ("[3]", r"stops\[0\]: must be an object"),
            ("{}", r"stops: must be a list"),
        ],
    )
    def test_wrong_ones_are_refused_with_their_place(self, stops: str, said: str) -> None:
        """The message names line, path and allowed values."""
        text = write_level(patrol(2)).replace('[{"pause": 1}, {"pause": 2}]', stops)
        with pytest.raises(FormatError, match=said):
            read_level(text, "level.json")

    def test_stops_beyond_the_last_goal_mean_nothing(self) -> None:
        """An older program may have deleted goals and kept a key that it does not know."""
        level = read_level(write_level(patrol(2, surplus=2)), "level.json").level
        longer = op.append_stops(level, {GUARD}, [(9, 9)]).apply(level)
        assert pauses(longer) == [1.0, 2.0, None]


@pytest.mark.parametrize("stops", [[3], 5, [Stop(pause=-1.0)], [Stop(facing=math.inf)]])
def test_what_a_program_hands_in_is_checked(stops: Any) -> None:
    """A refusal has the name of the agent and the index in the list."""
    guard = Agent(id=GUARD, name="guard", position=(0, 0), goals=((1, 1),), stops=stops)
    with pytest.raises(NavcoreError, match="agent 'guard': stops"):
        Edit.put(Level(), [guard])


def test_what_a_program_hands_in_is_made_plain() -> None:
    """Lists and whole numbers."""
    goals: list[Point] = [(1, 1)]
    guard = Agent(id=GUARD, position=(0, 0), goals=goals, stops=[Stop(pause=2)])  # type: ignore[arg-type]
    level = Edit.put(Level(), [guard]).apply(Level())
    assert level.agents[GUARD].stops == (Stop(pause=2.0),)


def test_facings_turn_with_a_route_that_is_mirrored() -> None:
    """Goals and facings of stops go where the mirror takes them; pauses stay."""
    level = op.set_stops(patrol(2), {GUARD: {1}}, facing=0.0).apply(patrol(2))
    mirrored = level.agents[GUARD].carried(Affine.scaling(-1.0, 1.0, (0.0, 0.0)))
    assert mirrored.goals == ((0.0, 0.0), (-1.0, 0.0))
    assert mirrored.stops == (Stop(pause=1.0), Stop(pause=2.0, facing=round(math.pi, 12)))
    plain = Agent(id=8, position=(1, 1)).carried(Affine.translation((1, 0)))
    assert (plain.goals, plain.stops) == ((), ())
