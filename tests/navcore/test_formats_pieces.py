"""Large texts are decoded in pieces, with the same result as the standard library's."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from level_strategies import levels

from navcore.errors import FormatError
from navcore.formats import json_pieces
from navcore.formats.json_pieces import Unusual, decode_fast
from navcore.formats.json_text import Source
from navcore.formats.level import read_level, write_level
from navcore.level.model import Area, Level, Obstacle

SQUARE = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces of a few characters, so that small texts are cut everywhere."""
    monkeypatch.setattr(json_pieces, "PIECE", 60)


def crates(count: int) -> Level:
    """An area and many obstacles."""
    found = [
        Obstacle(id=10 + i, name=f"crate {i}", order=float(i), polygon=SQUARE) for i in range(count)
    ]
    return Level(areas={1: Area(id=1, polygon=SQUARE)}, obstacles={o.id: o for o in found})


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(levels())
def test_pieces_give_what_the_standard_library_gives(level) -> None:
    """This holds for any level."""
    text = write_level(level)
    assert Source(text, "x").parse() == json.loads(text)


@pytest.mark.parametrize("indent", [None, 1, 2, 4])
def test_any_layout_is_decoded(indent) -> None:
    """Cut or not."""
    text = json.dumps(json.loads(write_level(crates(30))), indent=indent)
    assert decode_fast(text) == json.loads(text)


def test_outline_of_many_corners_is_cut_between_corners(monkeypatch) -> None:
    """No call decodes many corners at once."""
    ring = tuple((float(i), float(i * i % 7)) for i in range(500))
    text = write_level(Level(areas={1: Area(id=1, name="[[", polygon=ring)}))
    longest, decode = [], json_pieces.msgspec.json.decode

    def measured(piece):
        longest.append(len(piece))
        return decode(piece)

    monkeypatch.setattr(json_pieces.msgspec.json, "decode", measured)
    assert decode_fast(text) == json.loads(text)
    assert max(longest) < 400 < len(text)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text.replace('"name": "crate 7"', '"name": "crate 7", "name": "x"'),
        lambda text: text.replace('"name": "crate 7"', '"name": "crate 7", "name" : "x"'),
        lambda text: text.replace('{"id": 17', '{"id": 17, "extra": [{"a": 1, "a": 1}]'),
        lambda text: text.replace('"name": "crate 7"', '"note": "a \\": b", "name": "crate 7"'),
        lambda text: text.replace("[4, 4]", "[1e999, 4]"),
        lambda text: text.replace("}\n  ]", "},\n  ]"),
        lambda text: text.replace('},\n    {"id": 17', '}\n    {"id": 17'),
        lambda text: text.replace('},\n    {"id": 17', '},,\n    {"id": 17'),
        lambda text: text[:-40],
    ],
)
def test_what_is_unusual_is_left_to_the_exact_decoder(spoil) -> None:
    """Unusual text isn't misread."""
    text = spoil(write_level(crates(20)))
    with pytest.raises(Unusual):
        decode_fast(text)


def test_key_twice_in_a_piece_is_told_with_its_line() -> None:
    """Small texts do the same."""
    text = write_level(crates(20)).replace('"crate 7"', '"crate 7", "name": "x"')
    with pytest.raises(FormatError, match=r"obstacles.7.: the key .name. stands twice"):
        read_level(text, "level.json")


@given(st.integers(0, 40), st.sampled_from(['"id"', "polygon", "[[", "]]", "\n", ", "]))
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_damage_anywhere_gives_the_exact_error(at, what) -> None:
    """Nothing damaged is taken, nothing whole refused."""
    text = write_level(crates(12))
    place = at * len(text) // 41
    damaged = text[:place] + what + text[place:]
    try:
        expected = json.loads(damaged, object_pairs_hook=_no_key_twice)
    except ValueError:
        with pytest.raises(FormatError):
            Source(damaged, "x").parse()
    else:
        assert Source(damaged, "x").parse() == expected


def _no_key_twice(pairs):
    assert len(dict(pairs)) == len(pairs) or _refuse()
    return dict(pairs)


def _refuse():
    raise ValueError


def test_text_that_looks_like_a_placeholder_is_kept() -> None:
    """Nothing is put in its place."""
    level = crates(12)
    area = Area(id=1, name="\x000", polygon=SQUARE)
    text = write_level(Level(areas={1: area}, obstacles=level.obstacles))
    assert decode_fast(text) == json.loads(text)
