"""Kinds that navcore doesn't know can be saved, loaded, replayed and pasted."""

import itertools
import json
import pickle
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from made_up_kinds import (
    BEACON,
    CABLE,
    MAST,
    POND,
    SNOW,
    Beacon,
    Cable,
    Pond,
    Snow,
    applied,
    made_up_kinds,
    made_up_level,
)
from msgspec.structs import replace
from small_level import box, small_level

from navcore import Edit, FormatError, Level, load_level, save_level
from navcore.formats import read_level, write_level
from navcore.formats.elements import read_elements, write_elements
from navcore.formats.journal import (
    Header,
    orders_that_differ,
    read_journal,
    replay,
    with_orders,
    write_header,
    write_line,
)
from navcore.level import operations as op
from navcore.level.kinds import Kind, Words, registered

DRAWN = (POND, BEACON, MAST, CABLE)


@pytest.fixture
def level() -> Iterator[Level]:
    """The level with elements of all four kinds."""
    with made_up_kinds():
        yield made_up_level()


def test_files_give_every_field_back(level: Level, tmp_path: Path) -> None:
    """Saved, loaded and saved again: equal levels, the same bytes."""
    one, other = tmp_path / "one.json", tmp_path / "other.json"
    save_level(level, one)
    with pytest.warns(UserWarning, match=r"cables\[\]\.colour"):
        loaded = load_level(one)
    assert loaded == level
    for kind, elements in level.held.items():
        assert loaded.of(kind).keys() == elements.keys()
    save_level(loaded, other)
    assert one.read_bytes() == other.read_bytes()


def test_keys_follow_the_fields_of_the_struct(level: Level) -> None:
    """Id and name come first, then own fields as declared, then the fields of all elements.

    Defaults are left out.
    """
    lines = write_level(level).splitlines()
    assert (
        '    {"id": 101, "name": "pond", "polygon": [[12, 4], [14, 4], [14, 6], [12, 6]], '
        '"waterDepth": 1.5, "springs": [[12.5, 4.5], [13, 5.25]], "group": "Garden"}'
    ) in lines
    assert (
        '    {"id": 104, "name": "cable", "start": 101, "ends": [102, 103], "slack": 0.25, '
        '"note": "Old", "colour": "red"}'
    ) in lines
    keys = [*json.loads(write_level(level))]
    assert keys[keys.index("agents") + 1 :] == ["ponds", "beacons", "cables", "snow"]


def test_a_file_carries_the_lowest_version_that_can_express_it(level: Level) -> None:
    """Snow was added in version 4; today's kinds only need version 1."""
    without = Edit.remove(level, [SNOW]).apply(level)
    versions = [json.loads(write_level(one))["version"] for one in (level, without, small_level())]
    assert versions == [4, 1, 1]
    elements = [json.loads(write_elements([*one.of(Snow).values()])) for one in (level, without)]
    assert [one["version"] for one in elements] == [4, 1]


def test_programs_without_the_kinds_keep_or_refuse_them() -> None:
    """Unknown kinds that the file's version allows are kept unchanged.

    A newer version is refused.
    """
    with made_up_kinds():
        level = made_up_level()
        newer, older = write_level(level), write_level(Edit.remove(level, [SNOW]).apply(level))
    with pytest.raises(FormatError, match="of version 4, this Waywright reads version 3"):
        read_level(newer, "x")
    read = read_level(older, "x").level
    assert read.settings.extra.keys() == {"ponds", "beacons", "cables"}
    again = write_level(read)
    with made_up_kinds():
        assert write_level(read_level(again, "x").level) == older


def test_reserved_keys_become_elements_once_a_kind_has_the_name() -> None:
    """Until then they are kept as they stand."""

    class PathTest(Beacon, frozen=True, kw_only=True, rename="camel"):
        """A kind with the name of a reserved key."""

    text = '{"format": "waywright-level", "pathTests": [{"id": 9, "position": [1, 2]}]}'
    before = read_level(text, "x").level
    assert before.settings.extra == {"pathTests": [{"id": 9, "position": [1, 2]}]}
    words = (Words("path test", "a path test", "{0} path tests"),)
    with registered(Kind("pathTests", PathTest, words)):
        after = read_level(text, "x").level
        assert after.of(PathTest)[9].position == (1.0, 2.0)
        assert not after.settings.extra
        assert read_level(write_level(after), "x").level == after


@pytest.mark.usefixtures("level")
@pytest.mark.parametrize(
    ("key", "entry", "message"),
    [
        ("cables", '"id": 5, "start": 99, "ends": [1]', r"cables\[0\]\.start: must be the id.* 99"),
        ("cables", '"id": 5, "start": 1, "ends": [1, 98]', r"cables\[0\]\.ends\[1\]: must .* 98"),
        ("cables", '"start": 99, "ends": []', r"cables\[0\]\.start: must be the id .* got 99"),
        ("cables", '"id": 5, "start": "1", "ends": []', r"start: must be a whole number, got"),
        ("ponds", f'"polygon": {[[0, 0], [1, 0], [1, 1]]}', '"waterDepth" is missing'),
        (
            "ponds",
            '"waterDepth": 1, "polygon": [[0, 0], [1, 0], [1, 1]], "springs": [[1, 1], [2e9, 1]]',
            r"ponds\[0\]\.springs\[1\]: must be a point within",
        ),
        ("ponds", '"waterDepth": 1, "polygon": [[0, 0], [1, 0]]', "at least 3 points"),
        ("beacons", '"position": [1, 2, 3]', r"beacons\[0\]\.position: must be a point"),
        ("beacons", '"position": [1, 2], "lit": [1e10, 2]', r"beacons\[0\]\.lit: must be a point"),
        ("beacons", '"position": [1, 2], "lit": 5', r"beacons\[0\]\.lit: must be a point"),
        ("beacons", '"position": [1, 2], "radius": 0', "radius: must be a number over 0"),
        ("beacons", '"position": [1, 2], "text": 7', "text: must be a text in quotes, got 7"),
        ("beacons", f'"id": {2**32}, "position": [1, 2]', "a whole number from 1 to 4294967295"),
        ("snow", '"cells": "AAE="', '"id" is missing, it must be a whole number from 45035'),
        ("snow", '"id": 5, "cells": "AAE="', "must be a whole number from 45035"),
        ("snow", f'"id": {2**52}, "cells": "A?"', "cells: must be bytes in base64"),
    ],
)
def test_files_with_wrong_values_are_refused(key: str, entry: str, message: str) -> None:
    """The message has line and path of the value."""
    hall = f'"areas": [{{"id": 1, "name": "hall", "polygon": {[[0, 0], [9, 0], [9, 9]]}}}]'
    with pytest.raises(FormatError, match=f"x.json, line 2.*{message}"):
        read_level(f'{{{hall},\n"{key}": [{{{entry}}}]}}', "x.json")


def test_journals_lead_from_a_backup_to_the_level(level: Level) -> None:
    """Every edit of a session, on the level as its backup's file gives it."""
    moved = op.move(level, [POND, BEACON], (1.0, 2.0)).apply(level)
    steps = [small_level(), level, moved, op.delete(moved, [BEACON, SNOW]).apply(moved)]
    data = write_header(Header(1))
    for number, (old, new) in enumerate(itertools.pairwise(steps), start=1):
        data += write_line(Edit.between(old, new), number)
    journal = read_journal(data, "x")
    assert (len(journal.lines), journal.fault) == (3, "")
    assert replay(steps[0], journal.lines).level == steps[-1]
    loaded = read_level(write_level(moved), "x").level
    based = with_orders(loaded, orders_that_differ(moved, loaded))
    assert replay(based, journal.lines[2:]).level == steps[-1]


def test_journals_with_unknown_kinds_are_not_replayed_in_part(level: Level) -> None:
    """A line with unknown kinds counts as damaged: nothing is dropped silently."""
    line = write_line(Edit.put(Level(), [level.element(BEACON)]), 1)
    renamed = line[9:].replace(b"beacons", b"bonfire").strip()
    data = write_header(Header(1)) + b"%08x %s\n" % (zlib.crc32(renamed), renamed) + line
    journal = read_journal(data, "x")
    assert not journal.lines
    assert journal.fault


def test_copied_text_holds_all_and_paste_gives_it_back(level: Level) -> None:
    """Joins with them, and joined to the copies."""
    text = write_elements([level.element(element_id) for element_id in DRAWN])
    copied = read_elements(text)
    assert {element.id: element for element in copied} == {
        element_id: replace(level.element(element_id), order=level.element(element_id).order)
        for element_id in DRAWN
    }
    pasted = op.paste(small_level(), copied, (1.0, 0.0), itertools.count(500).__next__)
    after = applied(small_level(), pasted)
    (join,) = after.of(Cable).values()
    (pond,) = after.of(Pond).values()
    assert join.start == pond.id
    assert set(join.ends) == after.of(Beacon).keys()
    assert pond.polygon == box(13, 4, 15, 6)
    assert join.extra == {"colour": "red"}


def test_a_join_copied_alone_stays_joined_or_goes(level: Level) -> None:
    """It stays joined in its own level; elsewhere it is left out."""
    copied = read_elements(write_elements([level.element(CABLE)]))
    after = applied(level, op.paste(level, copied, (0.0, 0.0), itertools.count(500).__next__))
    assert after.of(Cable)[500] == replace(
        level.of(Cable)[CABLE], id=500, name="cable_2", order=1.0
    )
    assert not op.paste(small_level(), copied, (0.0, 0.0), itertools.count(500).__next__)


def test_pickles_and_equality(level: Level) -> None:
    """Levels and edits come back equal; a difference in a field of a new kind is seen."""
    assert pickle.loads(pickle.dumps(level)) == level
    edit = op.set_fields(level, [BEACON], text="Other")
    assert pickle.loads(pickle.dumps(edit)) == edit
    assert edit.apply(level) != level
    assert Edit.between(level, edit.apply(level)).after == edit.after
    assert hash(level) == hash(made_up_level())
