"""The slow JSON reader agrees with the fast one, and reports positions."""

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from level_strategies import data

from navcore.errors import FormatError
from navcore.formats.json_text import Source, number
from navcore.formats.positions import JsonFaultError, locate, path_text, scan

MANGLING = '{}[]",:\\ \n\t0123456789.eE+-truefalsn\x00é'


def reads(text: str) -> bool:
    """Return whether the fast reader takes the text."""
    try:
        Source(text, "x").parse()
    except FormatError:
        return False
    return True


def scans(text: str) -> bool:
    """Return whether the slow reader takes the text."""
    try:
        list(scan(text))
    except JsonFaultError:
        return False
    return True


@given(data, st.sampled_from([None, 2]))
@settings(max_examples=80)
def test_every_value_is_found(value: object, indent: int | None) -> None:
    """The text between a value's ends is that value, wherever it stands."""
    text = json.dumps(value, indent=indent, ensure_ascii=indent is None)
    values = list(scan(text))
    assert values[-1].path == ()
    for path, start, end in values:
        expected = value
        for step in path:
            expected = expected[step]
        assert json.loads(text[start:end]) == expected
        assert locate(text, path) == (path, start, end)


@given(
    data.map(json.dumps),
    st.lists(st.tuples(st.integers(0, 200), st.sampled_from(["", *MANGLING])), max_size=3),
)
@settings(max_examples=300)
@example('{"a": 1, "\\u0061": 2}', [])
@example('"\\ud800"', [])
@example("[1e5, 1E+5, -0, -0.0e-1]", [])
@example("1.", [])
@example(".5", [])
@example("-", [])
@example('"\\x"', [])
@example("[1]]", [])
@example("\ufeff{}", [])
@example("\x0c{}", [])
def test_both_readers_agree(text: str, mangled: list) -> None:
    """For any mutation of a text, the slow reader refuses it exactly if the fast one does."""
    for place, character in mangled:
        at = place % (len(text) + 1)
        text = text[:at] + character + text[at + 1 :]
    assert reads(text) == scans(text)


@given(
    data.map(lambda value: json.dumps({"areas": [value, {"polygon": [[0, 1.5], value]}]})),
    st.lists(st.tuples(st.integers(0, 400), st.sampled_from(["", *MANGLING])), max_size=2),
)
@settings(max_examples=300)
@example('{"a": [[1, 2], [3, 1e999]]}', [])
@example('{"a": [{"b": 1, "b": 2}], "c": }', [])
@example('{"a": [[1, 2]] "b"}', [])
@example('{"a": [[1, NaN]]}', [])
def test_passing_over_changes_nothing(text: str, mangled: list) -> None:
    """Values that aren't needed are skipped; the results are the same."""
    for place, character in mangled:
        at = place % (len(text) + 1)
        text = text[:at] + character + text[at + 1 :]
    assert fault_of(text, ()) == fault_of(text, None)
    try:
        paths = [value.path for value in scan(text)]
    except JsonFaultError:
        return
    for path in (*paths, ("none",), ("areas", 7)):
        values = [value for value in scan(text) if value.path == path]
        assert [value for value in scan(text, path) if value.path == path] == values


def fault_of(text: str, wanted: tuple | None) -> tuple | None:
    """Return the fault of a text and its position."""
    try:
        for _ in scan(text, wanted):
            pass
    except JsonFaultError as fault:
        return fault.message, fault.position, fault.path
    return None


def test_nearest_value_around() -> None:
    """A path that leads nowhere gives the last value on its way."""
    text = '{"areas": [{"name": "a"},\n{"name": "b"}]}'
    found = locate(text, ("areas", 1, "polygon", 3))
    assert found is not None
    assert text[found.start : found.end] == '{"name": "b"}'
    assert locate("{", ("a",)) is None


def test_path_text() -> None:
    """Paths read as people write them; odd keys are quoted, endless ones cut."""
    assert path_text(("obstacles", 3, "polygon", 2)) == "obstacles[3].polygon[2]"
    assert path_text(("a key", "b", 'c"')) == '["a key"].b["c""]'
    assert path_text((0,) * 20) == "[0]" * 8 + "..."
    assert path_text(()) == ""
    assert path_text(("x" * 5000,)) == f'["{"x" * 37}..."]'


@pytest.mark.parametrize(
    ("value", "text"),
    [(6.0, "6"), (-0.0, "0"), (0.1, "0.1"), (1e-7, "1e-07"), (1e22, "1e+22"), (10, "10")],
)
def test_number(value: float, text: str) -> None:
    """Numbers are written as short as they read back the same."""
    assert number(value) == text


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_numbers_come_back(value: float) -> None:
    """They are exact to the last bit."""
    assert json.loads(number(value)) == value
