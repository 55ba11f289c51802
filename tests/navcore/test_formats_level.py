"""Level files: format, round trips, and unknown keys that are kept."""

import json
import warnings
from pathlib import Path

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from level_strategies import levels

from navcore.errors import FormatWarning, NavcoreError
from navcore.formats import load_grid, load_level, save_level
from navcore.formats.json_text import number, short
from navcore.formats.level import read_level, write_level
from navcore.formats.level_keys import PARTS, SETTINGS_COLUMNS, element_arrays
from navcore.level.model import (
    Agent,
    Area,
    Background,
    ExportTarget,
    Level,
    Obstacle,
    Settings,
    in_drawing_order,
)

GOLDEN = Path(__file__).parent / "golden"
SQUARE = ((0.0, 0.0), (6.0, 0.0), (6.0, 6.0), (0.0, 6.0))


def house() -> Level:
    """Return a level with elements of every kind."""
    elements = [
        Area(id=11, order=1, name="hall", polygon=SQUARE),
        Area(
            id=12, order=0, name="gate", door=True, available=False,
            polygon=((6.0, 2.0), (6.4, 2.0), (6.4, 4.0), (6.0, 4.0)),
        ),
        Obstacle(
            id=21, name="Tisch №1", group="Inn/Kitchen", locked=True, layer="roof", note="oak",
            tags=("wood", "old"), shape={"rect": [1, 1, 2, 1.5, 0.0]},
            polygon=((1.0, 1.0), (3.0, 1.0), (3.0, 2.5), (1.0, 2.5)),
            extra={"colour": {"r": 1, "g": [0.5, None]}},
        ),
        Obstacle(
            id=22, name="crate", enabled=False, polygon=((4.0, 4.0), (5.0, 4.0), (4.5, 1e-7)),
        ),
        Agent(id=31, name="player", position=(3.0, -0.0), player=True),
        Agent(
            id=32, order=1, position=(1.0 / 3.0, 2.0), facing=1.5, radius=0.3, walk_speed=2.0,
            rotation_speed=6.0, goals=((1.0, 5.0), (5.0, 1.0)), loop=True, wait=2.5,
        ),
    ]  # fmt: skip
    chosen = Settings(
        title="House", description="A hall.", notes='Say "hi".\nTwice.', boundary_padding=0.45,
        floor_y=-2.5, grid_origin="cells",
        extra={
            "weather": {"rain": True}, "waypoints": [{"id": 41, "at": [1.0, 2]}], "moods": [1, "x"],
        },
        exports=(
            ExportTarget(path="house.grid.txt", doors="open"),
            ExportTarget(path="../game/house.json", format="json", extra={"for": "server"}),
        ),
        export_on_save=True,
        background=(
            Background(path="plan.png", position=(-1.0, 0.5), scale=0.025, opacity=0.75),
            Background(path="old.grid.txt", kind="grid", visible=False),
        ),
    )  # fmt: skip
    return Level(settings=chosen).with_items({element.id: element for element in elements})


def parsed(**keys: object) -> Level:
    """A level read from these top-level keys."""
    return read_level(json.dumps(keys), "level.json").level


def test_golden_level() -> None:
    """The exact bytes of a file, for other programs to rely on."""
    assert write_level(house()).encode() == (GOLDEN / "house.json").read_bytes()


def test_golden_level_loads_as_it_was() -> None:
    """Every field comes back; drawing order counts from 0 in the file's order."""
    with pytest.warns(FormatWarning) as told:
        level = load_level(GOLDEN / "house.json")
    assert write_level(level) == write_level(house())
    assert [element.name for element in level.elements()][:2] == ["gate", "hall"]
    assert level.element(32) == msgspec.structs.replace(house().element(32), order=1.0)
    assert [str(warning.message) for warning in told] == [
        (
            f"{GOLDEN / 'house.json'}: keys that this version does not know are kept as they are: "
            "weather, moods, exports[].for, obstacles[].colour"
        )
    ]


def test_every_field_has_its_key() -> None:
    """No field of the model is forgotten when a level is written."""
    for array in (*element_arrays(), *PARTS):
        fields = {field.name for field in msgspec.structs.fields(array.type)}
        # Only obstacles that are off say their place, for those that are on stand elsewhere.
        assert {column.field for column in array.columns} - {"order"} == fields - {
            "order",
            "extra",
            *array.fixed,
        }
    settings = {column.field for column in SETTINGS_COLUMNS} | {part.key for part in PARTS}
    assert {*settings, "extra"} == {field.name for field in msgspec.structs.fields(Settings)}


@given(levels())
@settings(max_examples=60)
def test_written_levels_come_back(level: Level) -> None:
    """Writing, reading and writing again gives the same bytes, unknown keys included."""
    text = write_level(level)
    again = read_level(text, "x.json").level
    assert write_level(again) == text
    drawn = [[one.id for one in in_drawing_order(all_.obstacles)] for all_ in (level, again)]
    assert drawn[0] == drawn[1]


@given(levels())
@settings(max_examples=30)
def test_elements_come_back_exactly(level: Level) -> None:
    """Reading gives every element with all its numbers to the last bit."""
    found = read_level(write_level(level), "x.json").level
    for kept in ("areas", "obstacles", "agents"):
        ours, theirs = getattr(level, kept), getattr(found, kept)
        assert set(ours) == set(theirs)
        for element_id, element in ours.items():
            same_order = msgspec.structs.replace(theirs[element_id], order=element.order)
            assert same_order == element
    assert found.settings == level.settings


def test_config_of_source_000() -> None:
    """A file without a format is source 000's config; missing values have its defaults."""
    level = parsed(areas=[{"name": "main_room", "polygon": [[0, 0], [10, 0], [10, 10]]}])
    assert level.settings == Settings()
    assert (level.settings.cell_size, level.settings.agent_radius) == (0.4, 0.45)
    assert (level.settings.object_padding, level.settings.boundary_padding) == (0.25, 0.0)
    area = level.area_named("main_room")
    assert area is not None
    assert area.available
    assert area.polygon == ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0))


def test_config_keys_are_always_written() -> None:
    """A loader of source 000's config finds all that it looks for."""
    written = json.loads(write_level(Level()))
    assert written == {
        "format": "waywright-level", "version": 1, "cellSize": 0.4, "agentRadius": 0.45,
        "objectPadding": 0.25, "boundaryPadding": 0, "floorY": 0, "areas": [], "obstacles": [],
    }  # fmt: skip


def test_ids_of_a_file_without_ids_stay_the_same() -> None:
    """The same file gives the same ids, and another element does not change the others'."""
    square = [[0, 0], [1, 0], [1, 1]]
    names = ["hall", "yard", "", ""]
    first = parsed(obstacles=[{"name": name, "polygon": square} for name in names])
    again = parsed(obstacles=[{"name": name, "polygon": square} for name in names])
    more = parsed(obstacles=[{"name": name, "polygon": square} for name in ["barn", *names]])
    assert list(first.obstacles) == list(again.obstacles)
    assert list(more.obstacles)[1:] == list(first.obstacles)
    assert len(set(more.obstacles)) == 5
    assert all(0 < element_id < 2**32 for element_id in more.obstacles)


def test_new_ids_keep_clear_of_those_in_use() -> None:
    """An id anywhere in the file, even in an unknown array, is not used again."""
    square = [[0, 0], [1, 0], [1, 1]]
    (given_id,) = parsed(areas=[{"name": "hall", "polygon": square}]).areas
    level = parsed(areas=[{"name": "hall", "polygon": square}], waypoints=[{"id": given_id}])
    assert list(level.areas) != [given_id]


def test_closing_corner_is_dropped() -> None:
    """A corner that repeats the first at the end goes without a word."""
    level = parsed(areas=[{"polygon": [[0, 0], [1, 0], [1, 1], [0, 0]]}])
    assert next(iter(level.areas.values())).polygon == ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0))


def test_ring_whose_ends_meet_survives() -> None:
    """A corner dragged onto the first is not mistaken for a closing one."""
    ring = ((0.0, 0.0), (1.0, 0.0), (0.0, 0.0))
    level = Level().with_items({7: Area(id=7, polygon=ring)})
    found = read_level(write_level(level), "x.json").level
    assert found.areas[7].polygon == ring


@pytest.mark.parametrize(
    "ring",
    [
        [[0, 0], [2, 2], [2, 0], [0, 2]],
        [[0, 0], [1, 0], [1, 0], [1, 1]],
        [[0, 0], [1, 0], [2, 0]],
        [[5, 5], [5, 5], [5, 5], [5, 5]],
    ],
    ids=["self-crossing", "repeated", "collinear", "one point"],
)
def test_odd_polygons_are_loaded(ring: list) -> None:
    """Odd polygons that can be drawn are loaded, and shown as problems."""
    level = parsed(obstacles=[{"name": "a", "polygon": ring}, {"name": "a", "polygon": ring}])
    assert len(level.obstacles) == 2


def test_switched_off_obstacles_stand_apart() -> None:
    """A loader of source 000's config never sees an obstacle that is switched off."""
    written = json.loads(write_level(house()))
    assert [obstacle["name"] for obstacle in written["obstacles"]] == ["Tisch №1"]
    assert [obstacle["name"] for obstacle in written["disabledObstacles"]] == ["crate"]
    assert not read_level(write_level(house()), "x").level.obstacles[22].enabled


def test_reserved_keys_are_kept_without_a_word() -> None:
    """Arrays of the format are kept unchanged, without a warning."""
    keys = {"waypoints": [{"id": 1}], "tiles": [], "zones": [2]}
    loaded = read_level(json.dumps(keys), "x.json")
    assert loaded.warnings == ()
    assert loaded.level.settings.extra == keys


def test_version_without_format_is_dropped_aloud() -> None:
    """A foreign version says nothing about this format, and a warning reports its loss."""
    loaded = read_level('{"version": "2.1b"}', "x.json")
    assert loaded.warnings == (
        'x.json: the key "version" says nothing without "format" and was dropped',
    )


def test_many_unknown_keys_give_one_short_warning() -> None:
    """However many keys are unknown, there is one warning, and it stays readable."""
    loaded = read_level(json.dumps({f"k{number}": 1 for number in range(12)}), "x.json")
    assert loaded.warnings == (
        (
            "x.json: keys that this version does not know are kept as they are: "
            "k0, k1, k2, k3, k4, k5, k6, k7 and 4 more"
        ),
    )


def test_byte_order_mark_and_windows_line_ends(tmp_path: Path) -> None:
    """Files of Windows editors load like others."""
    path = tmp_path / "level.json"
    path.write_bytes(b"\xef\xbb\xbf" + write_level(house()).replace("\n", "\r\n").encode())
    with pytest.warns(FormatWarning):
        assert write_level(load_level(path)) == write_level(house())


def test_lists_of_whole_numbers_are_written_as_others() -> None:
    """Booleans and floats among them keep their forms."""
    runs = tuple(range(-1, 300))
    assert short(runs) == "[" + ", ".join(map(str, runs)) + "]"
    assert short((2**63, -(2**63))) == "[9223372036854775808, -9223372036854775808]"
    assert short([1, True, 2.0, 0.5, None]) == "[1, true, 2, 0.5, null]"
    assert short(()) == "[]"


def test_numbers_are_short() -> None:
    """No `.0`, no `-0`, and the last bit is kept."""
    ring = ((6.0, 0.1), (-0.0, 1e-7), (0.1 + 0.2, 1e22))
    text = write_level(Level().with_items({7: Area(id=7, polygon=ring)}))
    assert "[[6, 0.1], [0, 1e-07], [0.30000000000000004, 1e+22]]" in text


@pytest.mark.parametrize("escape", ["\\ud800", "\\uDFFF", "\\ud83d\\ud83d", "a\\ude00\\ud83d"])
def test_halves_of_characters_are_replaced(escape: str) -> None:
    """Only JSON can contain lone surrogates; loaded texts and keys contain none."""
    text = f'{{"title": "{escape}", "k{escape}": [{{"a": "{escape}"}}]}}'
    level, notes = read_level(text, "level.json")
    mended = json.loads(f'"{escape}"').encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    assert level.settings.title == mended
    assert "\ufffd" in mended
    assert level.settings.extra == {f"k{mended}": [{"a": mended}]}
    assert (
        notes[1] == "level.json: halves of characters (\\ud800 to \\udfff) were replaced by \ufffd"
    )
    assert read_level(write_level(level), "again").level == level


@pytest.mark.parametrize("escape", ["\\ud83d\\ude00", "\\\\ud800", "\\u00e4"])
def test_whole_characters_stay(escape: str) -> None:
    """A pair of surrogates is one character, without a note."""
    level, notes = read_level(f'{{"title": "{escape}"}}', "level.json")
    assert level.settings.title == json.loads(f'"{escape}"')
    assert notes == ()


def test_halves_of_characters_are_not_written(tmp_path: Path) -> None:
    """A level made by a program is refused, and the message names the element."""
    path = tmp_path / "level.json"
    path.write_text("old")
    area = Area(id=7, name="h\udc80ll", polygon=((0, 0), (1, 0), (1, 1)))
    reason = (
        'areas: "h\\udc80ll" (id 7) can\'t be written: a text must be made of whole characters, '
    )
    with pytest.raises(NavcoreError) as caught:
        save_level(Level().with_items({7: area}), path)
    assert str(caught.value).endswith(f"{reason}got half of one (\\udc80)")
    for odd in (Settings(title="\ud800"), Settings(extra={"a": {"\ud800": 1}})):
        level = Level(settings=odd)
        with pytest.raises(NavcoreError, match="half of one"):
            save_level(level, path)
    assert path.read_text() == "old"


@pytest.mark.parametrize(
    ("level", "reason"),
    [
        (
            Level().with_items({1: Area(id=1, name="a", polygon=((0.0, 0.0),))}),
            (
                "the level, line 10, areas[0].polygon: must be a list of at least 3 points, "
                "got [[0, 0]]"
            ),
        ),
        (
            Level(settings=Settings(cell_size=0.0)),
            "cellSize must be a number over 0, at most 1000, got 0.0",
        ),
    ],
)
def test_a_level_that_could_not_be_opened_is_not_saved(
    tmp_path: Path, level: Level, reason: str
) -> None:
    """Saving never replaces a good file by one that won't open."""
    path = tmp_path / "level.json"
    save_level(house(), path)
    with pytest.raises(NavcoreError) as caught:
        save_level(level, path)
    assert str(caught.value) == f"{path}: not saved, for it could not be opened again: {reason}"
    assert path.read_text(encoding="utf-8") == write_level(house())


def test_a_number_that_is_not_finite_is_not_written() -> None:
    """JSON has no form for it, and the message names the element."""
    ring = ((0.0, 0.0), (float("nan"), 0.0), (1.0, 1.0))
    with pytest.raises(NavcoreError, match='areas: "hall"') as caught:
        write_level(Level().with_items({7: Area(id=7, name="hall", polygon=ring)}))
    assert str(caught.value) == (
        'areas: "hall" (id 7) can\'t be written: only finite numbers can be written, got nan'
    )


def test_sketch_style_file(tmp_path: Path) -> None:
    """It is sketched by hand: without ids, and with whole numbers with and without a point."""
    path = tmp_path / "sketch.json"
    path.write_text(
        """{
  "format": "waywright-level",
  "version": 1,
  "cellSize": 0.4,
  "boundaryPadding": 0.45,
  "floorY": 0.0,
  "areas": [
    {"name": "court", "available": true, "polygon": [[0, 0], [14, 0], [14, 12.0], [-0.0, 12]]},
    {"name": "gate", "available": true, "polygon": [[14, 5], [14.4, 5], [14.4, 7]], "door": true}
  ],
  "obstacles": [
    {"name": "bench", "polygon": [[2, 8.6], [4.4, 8.6], [4.4, 9.2], [2, 9.2]]}
  ],
  "agents": [
    {"name": "player", "position": [3, 3], "goals": [], "loop": true, "player": true},
    {"name": "cook", "position": [5, 2], "goals": [[5, 2], [1.6, 6]], "loop": true, "radius": 0.4}
  ]
}
""",
        encoding="utf-8",
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        level = load_level(path)
    save_level(level, path)
    assert load_level(path) == level
    assert [area.door for area in level.areas.values()] == [False, True]
    with pytest.raises(NavcoreError, match="this is a level, not a baked grid"):
        load_grid(path)


@given(st.lists(st.tuples(st.floats(-1e300, 1e300), st.floats(-9, 9) | st.integers(-9, 9))))
@example([(-0.0, 1.0), (10.0, -10.0), (1e-7, 1e16)])
@example([(1.0, 2.0)])
def test_points_are_written_number_by_number(points):
    """This doesn't depend on the fastest way to write many."""
    expected = [f"[{number(x)}, {number(z)}]" for x, z in points]
    area = Area(id=1, polygon=tuple(points))
    closed = expected[:1] if len(points) > 1 and points[0] == points[-1] else []
    assert f'"polygon": [{", ".join(expected + closed)}]' in write_level(Level(areas={1: area}))
