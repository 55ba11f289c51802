"""Room for texts on the canvas: beside lines, around names, never over each other."""

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from editor.canvas.painting import label_room
from editor.canvas.painting.label_room import Label, LabelRoom, Rank, around, beside, box_of


def put(*labels, blocked=(), lines=()):
    """The places of these labels, by their words."""
    room = LabelRoom()
    for label in labels:
        room.add(label)
    room.keep_off(np.array(blocked, np.float64).reshape(-1, 4))
    room.keep_off_lines(lines)
    return {label.words: place for label, place in room.placed()}


def number(words, line, size=(30, 12)):
    """A number beside a line."""
    return Label(words, size, tuple(beside(line, size)), Rank.NUMBER)


def name(words, place, size=(50, 20)):
    """The name of an area."""
    return Label(words, size, (place,), Rank.NAME)


UPRIGHT, LEVEL = ((50, 0), (50, 60)), ((0, 50), (60, 50))


def test_the_first_place_is_right_of_an_upright_line_and_above_a_level_one():
    """It doesn't touch the line."""
    (x, y) = put(number("a", UPRIGHT))["a"]
    assert x - 15 > 50
    assert y == 30
    (x, y) = put(number("a", LEVEL))["a"]
    assert (x, y + 6 < 50) == (30, True)


def test_a_slanted_line_does_not_run_through_its_number():
    """Its distance from the line depends on its nearest corner."""
    line = ((0, 0), (60, 60))
    assert put(number("a", line), lines=[line]) == put(number("a", line))


def test_it_keeps_away_from_names_and_boxes():
    """On the other side of the line; the name stays."""
    found = put(number("a", UPRIGHT), name("hall", (75, 30)))
    assert found["a"][0] + 15 < 50
    assert found["hall"] == (75, 30)
    assert put(number("a", UPRIGHT), blocked=[(50, 20, 100, 40)])["a"][0] + 15 < 50


def test_a_name_is_left_out_where_another_text_can_not_but_cover_it():
    """Unless it was asked for, it is left out."""
    line = ((50, 50), (50, 54))
    found = put(name("hall", (50, 50), (200, 200)), number("a", line))
    assert list(found) == ["a"]


def test_texts_never_stand_over_each_other_unless_they_are_needed():
    """The third text at one line has no room; the tool's own text is always shown."""
    line = ((50, 50), (50, 54))
    found = put(*(number(words, line, (60, 40)) for words in "abc"))
    assert list(found) == ["a", "b"]
    tool = Label("4.00 m", (60, 40), (found["a"],), Rank.TOOL, needed=True)
    assert put(*(number(words, line, (60, 40)) for words in "abc"), tool)["4.00 m"] == found["a"]


def test_the_same_number_is_written_once_in_a_place():
    """Numbers of agents with shared stops are merged; names, and numbers elsewhere, aren't."""
    room = LabelRoom()
    places = ((50.0, 30.0), (50.0, 50.0), (50.0, 70.0))
    number = Label("1 · 5 s", (40.0, 16.0), places, Rank.NUMBER)
    for label in (number, number, replace(number, token="text2")):
        room.add(label)
    room.add(replace(number, words="2"))
    room.add(replace(number, places=((150.0, 30.0),)))
    room.add(replace(number, words="guard", rank=Rank.AGENT, places=((250.0, 30.0),)))
    assert sorted(label.words for label, _ in room.placed()) == ["1 · 5 s", "1 · 5 s", "2", "guard"]


def test_around_a_disc_the_place_beneath_is_the_best():
    """Then come the places above, right and left of it."""
    places = around((100, 100), 10, (40, 20))
    assert places == ((100, 120), (100, 80), (130, 100), (70, 100))


PIXEL = st.tuples(st.integers(0, 300), st.integers(0, 300))
SIZE = st.tuples(st.integers(8, 120), st.integers(8, 30))


@st.composite
def labels(draw, rank):
    """A text that may stand in one place or in four."""
    place, size = draw(PIXEL), draw(SIZE)
    places = (place,) if rank is Rank.NAME else around(place, draw(st.integers(0, 20)), size)
    return Label(str(draw(st.integers())), size, places, rank)


@given(
    st.lists(labels(Rank.NUMBER), max_size=8), st.lists(labels(Rank.AGENT), max_size=8),
    st.lists(labels(Rank.NAME), max_size=4),
)  # fmt: skip
def test_no_text_that_is_not_needed_covers_another(numbers, agents, names):
    """No optional text covers another; names of areas are placed separately by their caller."""
    room = LabelRoom()
    for label in (*numbers, *agents, *names):
        room.add(label)
    placed = room.placed()
    boxes = [(label, box_of(place, label.size)) for label, place in placed]
    for index, (label, one) in enumerate(boxes):
        for other_label, other in boxes[:index]:
            if label.rank is Rank.NAME and other_label.rank is Rank.NAME:
                continue
            apart_x = one[2] <= other[0] or other[2] <= one[0]
            assert apart_x or one[3] <= other[1] or other[3] <= one[1]


def least_hidden(label, taken, boxes):
    """Return the best place of a label by brute force: least cover of boxes, nothing occupied."""
    found = []
    for number, place in enumerate(label.places):
        own = box_of(place, label.size)
        if not any(covered(own, other) for other in taken):
            found.append((sum(covered(own, other) for other in boxes), number))
    return label.places[min(found)[1]] if found else label.places[0] if label.needed else None


def covered(one, other):
    """Square pixels that two boxes have in common."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return max(across, 0) * max(down, 0)


WHOLE = st.integers(0, 60)
PLACES = st.lists(st.tuples(WHOLE, WHOLE), min_size=1, max_size=6).map(tuple)
SIZES = st.tuples(st.sampled_from((4, 10, 16)), st.sampled_from((4, 10)))


@given(
    st.lists(st.tuples(PLACES, SIZES, st.booleans()), max_size=6),
    st.lists(st.tuples(WHOLE, WHOLE, SIZES), max_size=6),
)
def test_each_text_stands_at_the_first_of_the_places_that_hide_least(asked, around_them):
    """As if each of its places were looked at for itself."""
    blocked = [(x, y, x + size[0], y + size[1]) for x, y, size in around_them]
    labels = [
        Label(f"{number}", size, places, Rank.NUMBER, needed=needed)
        for number, (places, size, needed) in enumerate(asked)
    ]
    found, taken = {}, []
    for label in labels:
        place = least_hidden(label, taken, blocked)
        if place is not None:
            found[label.words] = place
            taken.append(box_of(place, label.size))
    assert put(*labels, blocked=blocked) == found


def test_places_are_the_same_however_many_are_weighed_at_once(monkeypatch):
    """Labels may be in several parts, or all in one."""
    labels = [number(f"{n}", ((7 * n, 3 * n), (7 * n + 30, 90 - n))) for n in range(40)]
    labels += [name(f"room {n}", (60 * n, 40)) for n in range(5)]
    blocked = [(20 * n, 10 * n, 20 * n + 30, 10 * n + 15) for n in range(9)]
    found = []
    for most in (1, 500, 1_000_000):
        monkeypatch.setattr(label_room, "_AT_ONCE", most)
        found.append(put(*labels, blocked=blocked, lines=[UPRIGHT, LEVEL]))
    assert found[0] == found[1] == found[2]
    assert len(found[0]) > 10
