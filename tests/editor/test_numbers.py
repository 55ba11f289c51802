"""Typed numbers and places: accepted texts, and messages about others."""

import math
import operator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor.numbers import NumberFault, Unfinished, evaluate, read_numbers, read_place, read_size

METRES = st.floats(-1e6, 1e6, allow_nan=False).map(lambda value: round(value, 3) + 0.0)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3.5", 3.5), ("3,5", 3.5), (".5", 0.5), (",5", 0.5), ("3.", 3), ("3,", 3), (" 3 ", 3),
        ("-3", -3), ("\N{MINUS SIGN}3", -3), ("--3", 3), ("1e2", 100), ("1,5e2", 150),
        ("2*1.2+0.3", 2.7), ("1 + 2 * 3", 7), ("(1 + 2) * 3", 9), ("2 - 1 - 1", 0),
        ("8 / 2 / 2", 2), ("3 \N{MULTIPLICATION SIGN} 2", 6), ("6 \N{DIVISION SIGN} 4", 1.5),
        ("1 m + 20 cm", 1.2), ("35mm", 0.035), ("6 ft", 1.8288), ("6 ft 2 in", 1.8796),
        ("6'2\"", 1.8796), ("-6 ft 2 in", -1.8796), ("(1+1) cm", 0.02), ("2 CM", 0.02),
    ],
)  # fmt: skip
def test_a_number_in_metres(text: str, value: float) -> None:
    """Sums, units and both decimal signs; without the dust of binary fractions."""
    assert evaluate(text) == value


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("45", "°", 45), ("45°", "°", 45), ("90 deg / 2", "°", 45), ("2 min", "s", 120),
        ("36 km/h", "m/s", 10), ("1.4 m/s", "m/s", 1.4), ("5 px", "px", 5), ("5", "", 5),
    ],
)  # fmt: skip
def test_a_number_in_another_unit(text: str, unit: str, value: float) -> None:
    """Angles, times, speeds, and units that are only a name."""
    assert evaluate(text, unit=unit) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("+= 0.5", 4.5), ("-=1", 3), ("*= 2", 8), ("/= 2", 2), ("+= 50 cm", 4.5), ("x", 4),
        ("x * 2", 8), ("X - n", 1), ("n", 3), ("-2", -2), ("5", 5),
    ],
)  # fmt: skip
def test_a_change_of_the_present_value(text: str, value: float) -> None:
    """Of the third element after the first, which is 4 m."""
    assert evaluate(text, this=4.0, number=3) == value


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Type a number, like 3.5."),
        ("abc", "abc can't be read. Type a number or a sum, like 1.5 + 0.2."),
        ("2 furlong", "furlong is no unit here. Use m, cm, mm, km, ft or in."),
        ("2°", "° is no unit here. Use m, cm, mm, km, ft or in."),
        ("2 m m", "m follows another unit. One is enough."),
        ("2 +", "A number is missing after +."),
        ("2 + )", "A number is missing before )."),
        ("(2", "A bracket is not closed."),
        ("2)", "A closing bracket has no opening bracket."),
        ("2 3", "A sign is missing before 3, like + or *."),
        ("1.2.3", "A sign is missing before .3, like + or *."),
        ("2; 3", "Only one number is allowed here, so ; can't be read."),
        ("1 / (2 - 2)", "A number can't be divided by 0."),
        ("1e999", "This number is too large."),
        ("+= 2", "+= changes a value, and there is none here. Type a number."),
        ("x", "x can't be read. Type a number or a sum, like 1.5 + 0.2."),
        ("(" * 60 + "1", "Brackets are nested too deeply."),
        ("1" * 300, "This is too long to be a number: at most 200 characters are read."),
    ],
)
def test_what_can_not_be_read_is_explained(text: str, sentence: str) -> None:
    """The message is one sentence for designers."""
    with pytest.raises(NumberFault) as fault:
        evaluate(text)
    assert str(fault.value) == sentence


@given(st.text(max_size=40) | st.text("0123456789.,+-*/()@ mcft°'\"x<;=", max_size=25))
def test_nothing_that_is_typed_breaks_the_reader(text: str) -> None:
    """It is read as something finite, or refused with a sentence."""
    for read in (
        lambda: [evaluate(text)],
        lambda: [evaluate(text, this=2.0)],
        lambda: read_place(text, (1.0, 2.0), towards=0.5),
        lambda: read_size(text),
    ):
        said, values = "", [0.0]
        try:
            values = list(read())
        except NumberFault as fault:
            said = str(fault)
        assert not said or said.endswith(".")
        assert all(math.isfinite(value) for value in values)


@given(METRES)
def test_a_plain_number_is_itself(value: float) -> None:
    """It is exact to the last bit, with a decimal point or comma."""
    assert evaluate(repr(value)) == value
    assert evaluate(repr(value).replace(".", ",")) == value


SIGNS = {"+": operator.add, "-": operator.sub, "*": operator.mul}

SUMS = st.recursive(
    st.integers(0, 99).map(lambda value: (str(value), value)),
    lambda inner: st.builds(
        lambda one, sign, other: (f"({one[0]} {sign} {other[0]})", SIGNS[sign](one[1], other[1])),
        inner,
        st.sampled_from(sorted(SIGNS)),
        inner,
    ),
    max_leaves=8,
)


@given(SUMS)
def test_sums_come_out_as_arithmetic_has_it(summed: tuple[str, int]) -> None:
    """Brackets are computed first."""
    text, value = summed
    if abs(value) < 1e12:
        assert evaluate(text) == pytest.approx(value, rel=1e-11)


@given(METRES, METRES, st.sampled_from([" ", "  ", "\t", ";", "; ", ", "]))
def test_a_place_is_two_numbers(x: float, z: float, between: str) -> None:
    """Parted by a space, a tab, a semicolon or a comma and a space."""
    for text in (f"{x!r}{between}{z!r}", f"{x!r}{between}{z!r}".replace(".", ",")):
        assert read_place(text, None) == (x, z)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("1 -2", (1, -2)), ("1 - 2 3", (-1, 3)), ("1 m + 20 cm 3", (1.2, 3)), ("1 m 2 m", (1, 2)),
        ("3.5,4", (3.5, 4)),
        ("3,5 4,5", (3.5, 4.5)), ("(1+2) (3)", (3, 3)), ("1 ft 1", (0.3048, 1)),
    ],
)  # fmt: skip
def test_a_place_may_be_summed_up(text: str, place: tuple[float, float]) -> None:
    """A sign with a space before it and none after it begins the next number."""
    assert read_place(text, None) == place


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("2,6.5", (2, 6.5)), ("2,5 6,5", (2.5, 6.5)), ("2.5,6.5", (2.5, 6.5)), ("2, 6", (2, 6)),
        ("2;6", (2, 6)), ("2,5", (2, 5)), ("2,5,6", (2.5, 6)), ("2,5,6,5", (2.5, 6.5)),
        ("-2,-6", (-2, -6)), ("2 m,6 m", (2, 6)), ("2,5;6", (2.5, 6)), ("12,34", (12, 34)),
        ("2,5 6", (2.5, 6)), ("2 6,5", (2, 6.5)), ("1,5 + 2 3", (3.5, 3)), (",5 ,5", (0.5, 0.5)),
        ("@ 3,90", (1, 5)), ("@ 3,0 90", (1, 5)),
    ],
)  # fmt: skip
def test_a_comma_is_a_decimal_sign_where_that_gives_both_numbers(
    text: str, place: tuple[float, float]
) -> None:
    """Otherwise it separates them."""
    assert read_place(text, (1.0, 2.0)) == place


@pytest.mark.parametrize("text", ["2,", "2,5 ", "2,5 + 1,5", "2,5 -"])
def test_a_comma_parts_nothing_where_more_is_about_to_follow(text: str) -> None:
    """One number is missing, and nothing is marked."""
    with pytest.raises(Unfinished):
        read_place(text, None)


def test_where_one_number_is_enough_a_comma_is_a_decimal_sign() -> None:
    """The side of a square, a length towards the mouse, and every field."""
    assert read_size("2,5") == (2.5, 2.5)
    assert read_size("2,6.5") == (2, 6.5)
    assert read_place("@ 3,5", (1.0, 2.0), towards=math.pi / 2) == (1, 5.5)
    assert evaluate("2,5") == 2.5
    assert read_numbers("2,5", "m") == [2.5]


TENTHS = st.integers(-999, 999).map(lambda number: number / 10)


@given(TENTHS, TENTHS, st.sampled_from([",", ", ", " , ", ";", " "]))
def test_two_numbers_with_points_are_read_however_they_are_parted(
    x: float, z: float, between: str
) -> None:
    """A comma may stand right between them."""
    assert read_place(f"{x}{between}{z}", None) == (x, z)
    assert read_numbers(f"{x}{between}{z}", "m", "m") == [x, z]


@given(TENTHS, TENTHS, st.sampled_from([" ", ";", "; ", ", "]))
def test_two_numbers_with_commas_are_read_where_something_else_parts_them(
    x: float, z: float, between: str
) -> None:
    """Languages with decimal commas write them like that."""
    written = f"{x}{between}{z}".replace(".", ",")
    assert read_place(written, None) == (x, z)


@given(st.integers(0, 99), st.integers(0, 99))
def test_whole_numbers_with_a_comma_are_a_place(x: int, z: int) -> None:
    """This holds for any text before it."""
    assert read_place(f"{x},{z}", None) == (x, z)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("@3 90", (1, 5)), ("@ 3 0°", (4, 2)), ("@3<180", (-2, 2)), ("@ 3 -90", (1, -1)),
        ("@ 1 m + 1 m 270", (1, 0)), ("@2 60", (2, 3.732050808)), ("@-3 0", (-2, 2)),
        ("@3", (1, 5)),
    ],
)  # fmt: skip
def test_a_place_may_be_a_length_and_an_angle(text: str, place: tuple[float, float]) -> None:
    """They start at the last corner; without an angle towards the mouse, here upwards."""
    assert read_place(text, (1.0, 2.0), towards=math.pi / 2) == place


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("3", "One more number is needed: z, after a space."),
        ("1 2 3", "Type 2 numbers, not 3."),
        ("@", "Type a length and an angle, like @ 4.2 90."),
        ("@ 3", "One more number is needed: the angle, after a space."),
        ("", "Type a number, like 3.5."),
    ],
)
def test_what_is_no_place_is_explained(text: str, sentence: str) -> None:
    """The message also names missing parts."""
    with pytest.raises(NumberFault) as fault:
        read_place(text, (0.0, 0.0))
    assert str(fault.value) == sentence


def test_from_where_there_is_no_corner_nothing_goes_on() -> None:
    """The first corner is a place."""
    with pytest.raises(NumberFault, match="none is set yet"):
        read_place("@ 3 90", None)


@pytest.mark.parametrize(
    "text", ["4 2.5", "4 x 2.5", "4x2,5", "4 m \N{MULTIPLICATION SIGN} 250 cm"]
)
def test_a_size_is_a_width_and_a_depth(text: str) -> None:
    """A space or a times sign is between them."""
    assert read_size(text) == (4, 2.5)


def test_one_number_is_the_size_of_a_square() -> None:
    """As Shift would make it."""
    assert read_size("4") == (4, 4)


def test_each_number_has_a_unit_of_its_own() -> None:
    """Other units are refused."""
    assert read_numbers("2 m 45°", "m", "°") == [2, 45]
    with pytest.raises(NumberFault, match="° is no unit here"):
        read_numbers("2° 45°", "m", "°")


@pytest.mark.parametrize("text", ["", "3", "3 + ", "(3", "@", "@ 3", "3 c", "-"])
def test_what_may_still_become_a_place_is_only_unfinished(text: str) -> None:
    """So that nothing is marked while it is being typed."""
    with pytest.raises(Unfinished):
        read_place(text, (0.0, 0.0))


@pytest.mark.parametrize("text", ["3 z", "a", "3)", "1 2 3", "@ 3 90 1"])
def test_what_can_not_become_a_place_is_a_fault_at_once(text: str) -> None:
    """Any further text can't repair it."""
    with pytest.raises(NumberFault) as fault:
        read_place(text, (0.0, 0.0))
    assert not isinstance(fault.value, Unfinished)


def test_long_words_are_shortened_in_the_sentence() -> None:
    """So that it can be read in the status bar."""
    with pytest.raises(NumberFault) as fault:
        evaluate("a" * 90)
    assert len(str(fault.value)) <= 90
