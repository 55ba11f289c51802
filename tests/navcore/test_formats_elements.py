"""Elements as text."""

import level_strategies
import pytest
from hypothesis import given, settings
from small_level import small_level

from navcore.errors import FormatError, NavcoreError
from navcore.formats import write_level
from navcore.formats.elements import read_elements, write_elements
from navcore.level.model import Obstacle


def text_of(*names):
    """Elements of the small level as text."""
    return write_elements(e for e in small_level().elements() if not names or e.name in names)


@settings(max_examples=40)
@given(level_strategies.levels())
def test_that_what_is_written_is_read_again(level):
    """Files are exact to the last bit, except for the order among switched-off obstacles."""
    elements = tuple(level.elements())
    if not elements:
        return

    def plain(found):
        kinds = {}
        for element in found:
            kinds.setdefault((type(element), getattr(element, "enabled", True)), []).append(
                {
                    name: getattr(element, name)
                    for name in element.__struct_fields__
                    if name != "order"
                }
            )
        return kinds

    assert plain(read_elements(write_elements(elements))) == plain(elements)


def test_the_text_is_that_of_a_level_file_under_a_name_of_its_own():
    """One element a line."""
    assert text_of("table").splitlines() == [
        "{",
        '  "format": "waywright-elements",',
        '  "version": 1,',
        '  "obstacles": [',
        '    {"id": 4, "name": "table", "polygon": [[3, 3], [6, 3], [6, 5], [3, 5]]}',
        "  ]",
        "}",
    ]


def test_a_whole_level_is_read_too():
    """Ours, and a config without a format."""
    level = small_level()
    assert read_elements(write_level(level)) == tuple(level.elements())
    (area,) = read_elements('{"areas": [{"name": "a", "polygon": [[0, 0], [1, 0], [1, 1]]}]}')
    assert area.name == "a"


@pytest.mark.parametrize("around", ["```json\n{}\n```", "Here it is: {} - thanks!", "\ufeff{}\r\n"])
def test_what_a_chat_puts_around_does_not_matter(around):
    """Fences, words, a byte order mark."""
    assert len(read_elements(around.replace("{}", text_of("table", "guard")))) == 2


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is no part of a level"),
        ("milk, bread, 2 eggs", "is no part of a level"),
        ('{"shopping": ["milk"]}', "is no part of a level"),
        ('{"areas": []}', "without elements"),
        (text_of("table").replace('"version": 1', '"version": 9'), "of version 9"),
        (text_of("table").replace('"version": 1', '"version": "x"'), "whole number"),
        (text_of("table")[:-2], "cut off"),
        (text_of("table")[:80] + "}", r"obstacles\[0\]\.id: must be a value"),
        (text_of("table").replace("[3, 3]", "[3]"), r"obstacles\[0\]\.polygon"),
        (text_of("table").replace('"polygon"', '"outline"'), '"polygon" is missing'),
        ('{"format": "waywright-grid", "areas": 3}', "a baked grid, not a level"),
        ('[{"areas": 1}, {"a": 2}]', "the copied text"),
    ],
)
def test_foreign_and_broken_text_is_refused_with_a_sentence(text, sentence):
    """The sentence names the value, its place and the allowed values."""
    with pytest.raises(FormatError, match=sentence):
        read_elements(text)


def test_keys_that_this_version_does_not_know_are_kept():
    """Level files keep them, too."""
    (table,) = read_elements(text_of("table").replace('"name"', '"height": 2, "name"'))
    assert table.extra == {"height": 2}


def test_what_has_no_form_as_text_is_refused():
    """Before anything is written."""
    with pytest.raises(NavcoreError):
        write_elements([Obstacle(id=1, polygon=((0, 0), (1, 0), (1, 1)), extra={"a": {1, 2}})])
