"""Journals restore all steps up to the last complete line."""

import json
import zlib
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from level_strategies import levels
from small_level import CHEST, HALL, TABLE, small_level

from navcore.errors import FormatError
from navcore.formats import read_level, write_level
from navcore.formats.journal import (
    Header,
    orders_that_differ,
    read_journal,
    replay,
    with_orders,
    write_header,
    write_line,
)
from navcore.level.edit import Edit
from navcore.level.model import Level
from navcore.level.operations import add_obstacle, delete, set_settings

RING = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0))


def journal_of(*levels_in_order: Level, header: Header | None = None) -> bytes:
    """The journal of the steps from each level to the next."""
    data = write_header(header or Header(1))
    for number, (old, new) in enumerate(pairwise(levels_in_order), start=1):
        data += write_line(Edit.between(old, new), number)
    return data


@settings(max_examples=10)
@given(levels(), levels(), levels())
def test_a_level_and_its_lines_are_the_level(first: Level, second: Level, third: Level) -> None:
    """Replaying gives the same bytes, also on the level as its backup's file gives it."""
    journal = read_journal(journal_of(first, second, third), "x")
    played = replay(first, journal.lines)
    assert (played.count, played.fault, journal.fault) == (2, "", "")
    assert write_level(played.level) == write_level(third)
    loaded = read_level(write_level(first), "x").level
    orders = orders_that_differ(first, loaded)
    header = Header(7, "/levels/a.json", "a", "12", 3, orders)
    assert read_journal(write_header(header), "x").header == header
    again = replay(with_orders(loaded, orders), journal.lines)
    assert write_level(again.level) == write_level(third)


def test_orders_between_others_survive_the_backup() -> None:
    """An element drawn between two others is there again, though files have positions only."""
    level = small_level()
    late = add_obstacle(level, RING, lambda: 50).after[50]
    between = add_obstacle(level, RING, lambda: 51).after[51]
    assert late is not None
    assert between is not None
    level = delete(level, [TABLE]).apply(level)
    old = level.with_items({50: late})
    new = old.with_items({51: type(between)(id=51, order=1.5, polygon=RING)})
    loaded = read_level(write_level(old), "x").level
    lines = read_journal(journal_of(old, new), "x").lines
    based = with_orders(loaded, orders_that_differ(old, loaded))
    assert write_level(replay(based, lines).level) == write_level(new)


@settings(max_examples=40)
@given(st.data())
def test_a_torn_end_is_dropped_in_silence(data: st.DataObject) -> None:
    """Cut at any byte, a journal gives the lines that are whole, and no complaint."""
    first = small_level()
    second = delete(first, [CHEST]).apply(first)
    third = set_settings(second, cell_size=0.3).apply(second)
    whole = journal_of(first, second, third)
    cut = data.draw(st.integers(len(write_header(Header(1))), len(whole)))
    filled = data.draw(st.sampled_from([b"", b"\0" * 40, b"\0" * 9 + b"\n"]))
    journal = read_journal(whole[:cut] + filled, "x")
    assert journal.fault == ""
    expected = (first, second, third)[len(journal.lines)]
    assert replay(first, journal.lines).level == expected
    assert len(journal.lines) == whole[:cut].count(b"\n") - 1


def test_damage_before_the_end_is_told() -> None:
    """A flipped bit in the middle stops the reading there, and that is said."""
    first = small_level()
    second = delete(first, [CHEST]).apply(first)
    third = delete(second, [TABLE]).apply(second)
    head, one, two, _ = journal_of(first, second, third).split(b"\n")
    broken = one.replace(b'"gone"', b'"gome"')
    journal = read_journal(b"\n".join((head, broken, two, b"")), "x")
    assert journal.lines == ()
    assert "Line 1" in journal.fault
    skipped = read_journal(b"\n".join((head, two, two, b"")), "x")
    assert (len(skipped.lines), bool(skipped.fault)) == (0, True)


def test_a_line_that_does_not_fit_stops_there() -> None:
    """Removed elements must exist, new ones must not."""
    first = small_level()
    second = delete(first, [CHEST]).apply(first)
    third = delete(second, [TABLE]).apply(second)
    lines = read_journal(journal_of(first, second, third), "x").lines
    played = replay(second, lines)
    assert (played.count, played.level) == (0, second)
    assert "Line 1" in played.fault
    back = read_journal(journal_of(second, first), "x").lines
    assert replay(first, back).count == 0
    assert replay(second, back).level == first


def test_what_only_pythons_json_writes_is_kept() -> None:
    """Numbers beyond 64 bits in unknown keys survive, halves of characters are replaced."""
    first = small_level()
    hall = first.areas[HALL]
    odd = type(hall)(id=HALL, polygon=hall.polygon, extra={"odd": [2**80, "\ufffd", 1e300]})
    second = first.with_items({HALL: odd})
    half = odd.extra | {"odd": [2**80, "\ud800", 1e300]}
    broken = first.with_items({HALL: type(hall)(id=HALL, polygon=hall.polygon, extra=half)})
    assert replay(first, read_journal(journal_of(first, broken), "x").lines).level == second
    lines = read_journal(journal_of(first, second), "x").lines
    assert replay(first, lines).level == second


@pytest.mark.parametrize("text", [b"", b"\n", b"{}\n", b"0000 {}\n", b'00000000 {"n": 1}\n'])
def test_what_is_no_journal_is_refused(text: bytes, tmp_path: Path) -> None:
    """The path is named."""
    with pytest.raises(FormatError, match="here"):
        read_journal(text, "here")


def test_a_newer_version_is_refused_by_name() -> None:
    """The message has its number."""
    for version, header in ((9, {}), (1, {"sequence": "many"})):
        body = json.dumps({"format": "waywright-journal", "version": version, **header}).encode()
        line = b"%08x %s\n" % (zlib.crc32(body), body)
        with pytest.raises(FormatError, match=r"version 9|damaged"):
            read_journal(line, "x")
