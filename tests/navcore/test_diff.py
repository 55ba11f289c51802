"""`navcore diff` and its parts: changes between two levels, in plain words."""

import io
import json
import random
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from cli_calls import Output, run, yard
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from navcore import Level, load_level, save_level
from navcore.level.elements import Link, Tiles, Zone
from navcore.level.model import Agent, Area, Obstacle, PathTest, Profile
from navcore.level.tables import State
from navcore.level.tiles import TILES
from navcore.report.comparing.comparison import Comparison, compare, sides
from navcore.report.comparing.elements import element_changes, settings_changes
from navcore.report.comparing.floors import CUT_OFF, JOINED
from navcore.report.comparing.matching import aligned
from navcore.report.comparing.words import rows_of
from navcore.report.pictures.changes import changes_picture
from navcore.report.pictures.svg import svg_of

SAMPLES = Path(__file__).parents[2] / "sample_levels"


def compared(old: Level, new: Level) -> Comparison:
    """Return the changes."""
    return compare(*sides(old, new, max_cells=10**6))


def put(level: Level, *elements: Any, gone: tuple[int, ...] = ()) -> Level:
    """Return the level with some elements added and others removed."""
    items = {one.id: one for one in elements}
    return level.with_items({**items, **dict.fromkeys(gone)})


def told(old: Level, new: Level) -> list[str]:
    """Return the sentences about elements."""
    return [one.text for one in element_changes(old, new)]


@pytest.mark.parametrize("name", [one.stem for one in sorted(SAMPLES.glob("*.json"))])
def test_a_level_is_the_same_as_itself_in_another_form(
    name: str, tmp_path: Path, capsys: Output
) -> None:
    """Indented, with keys and elements in another order."""
    file = SAMPLES / f"{name}.json"
    data = json.loads(file.read_text())
    rest = random.Random(1)
    for key, value in data.items():
        if key in {"areas", "obstacles", "agents", "waypoints", "edges", "links"}:
            rest.shuffle(value)
            data[key] = [dict(reversed(one.items())) for one in value]
    other = tmp_path / "other.json"
    other.write_text(json.dumps(dict(reversed(data.items())), indent=3))
    assert run(capsys, "diff", file, other) == (0, "the same\n", "")


def test_exit_codes_and_json(tmp_path: Path, capsys: Output) -> None:
    """0 same, 1 differ, 2 bad input."""
    old, new, bad = (tmp_path / f"{name}.json" for name in ("old", "new", "bad"))
    save_level(yard(), old)
    door = replace(yard().areas[3], available=True)
    save_level(put(yard(), door), new)
    bad.write_text('{"format": "waywright-level", "areas": 5}')
    assert run(capsys, "diff", old, old)[0] == 0
    code, out, err = run(capsys, "diff", old, new, "--json")
    data = json.loads(out)
    assert (code, err, data["same"], data["old"]) == (1, "", False, old.as_posix())
    (change,) = data["changes"]
    assert (change["what"], change["kind"], change["id"], change["text"]) == (
        "changed", "door", 3, "door was opened",
    )  # fmt: skip
    assert json.loads(run(capsys, "diff", old, old, "--json")[1])["same"]
    for one, other in ((bad, new), (old, bad), (old, tmp_path / "missing.json")):
        code, out, err = run(capsys, "diff", one, other)
        assert (code, out) == (2, "")
        assert one.name in err or other.name in err


def test_standard_input_and_nothing_are_levels(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `git show` pipes one, and as git names a file that was not there."""
    file, empty = tmp_path / "yard.json", tmp_path / "empty.json"
    save_level(yard(), file)
    empty.write_bytes(b"")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(file.read_bytes())))
    assert run(capsys, "diff", "-", file)[:2] == (0, "the same\n")
    added = run(capsys, "diff", "/dev/null", file)[1]
    assert "added    0.00, 0.00   yard was added" in added
    assert run(capsys, "diff", empty, file)[1] == added
    assert run(capsys, "diff", "-", "-")[0] == 2
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"\xff\xfe")))
    code, _, err = run(capsys, "diff", "-", file)
    assert (code, "standard input" in err) == (2, True)


def test_git_shows_what_changed(tmp_path: Path) -> None:
    """The recipe of the manual, in a repository."""
    navcore = f'"{sys.executable}" -m navcore.cli'
    driver = f'f() {{ {navcore} diff "$2" "$5" || test $? -eq 1; }}; f'

    def git(*words: str) -> str:
        return subprocess.run(
            ["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=tmp_path,
            check=True, capture_output=True, text=True, encoding="utf-8",
        ).stdout  # fmt: skip

    git("init", "-q")
    git("config", "diff.waywright.command", driver)
    (tmp_path / ".gitattributes").write_text("*.json diff=waywright\n")
    save_level(yard(), tmp_path / "yard.json")
    git("add", ".")
    git("commit", "-qm", "Draw a yard")
    save_level(put(yard(), gone=(4,)), tmp_path / "yard.json")
    assert "crate was removed" in git("diff")
    git("commit", "-qam", "Remove the crate")
    (tmp_path / "yard.json").unlink()
    assert "yard was removed" in git("diff")


def test_changes_are_told_in_plain_words() -> None:
    """The text says what was done to each element."""
    level = put(
        yard(),
        Link(id=7, name="ledge", start=((0.0, 5.0),), end=((2.0, 5.0),)),
        replace(yard().agents[6], goals=((1.0, 5.0), (5.0, 5.0))),
    )
    crate, door, cart, agent = (level.element(key) for key in (4, 3, 5, 6))
    assert isinstance(crate, Obstacle)
    assert isinstance(door, Area)
    assert isinstance(cart, Obstacle)
    assert isinstance(agent, Agent)
    ring = crate.polygon
    moved = tuple((x + 0.9, z + 1.2) for x, z in ring)
    cases = [
        (replace(crate, polygon=moved), "crate moved by 1.50 m"),
        (replace(crate, polygon=((-1.0, -1.5), *ring[1:])),
         "crate has 1 of 4 corners moved by up to 0.50 m, is 0.5 m² larger"),
        (replace(crate, polygon=ring[:3]), "crate has 3 corners instead of 4, is 2.0 m² smaller"),
        (replace(crate, name="box"), "box was renamed from crate"),
        (replace(crate, name="", enabled=False),
         "An obstacle was renamed from crate, was switched off"),
        (replace(door, available=True, needs=("key",)),
         "door was opened, has required abilities key instead of nothing"),
        (replace(cart, enabled=True, locked=True), "cart was locked, was switched on"),
        (replace(agent, position=(3.0, 3.25), facing=1.5707963),
         "player moved by 0.25 m, turned by 90°"),
        (replace(agent, radius=0.6), "player has radius 0.6 instead of 0.45"),
        (replace(agent, goals=((1.0, 5.0),)), "player has 1 stop instead of 2"),
        (replace(agent, goals=((1.0, 5.0), (5.0, 6.0))), "player has 1 stop moved"),
        (replace(door, door=False), "door was a door"),
        (replace(level.of(Link)[7], end=((3.0, 5.0),)), "ledge has its end elsewhere"),
        (replace(level.of(Link)[7], type="drop"), "ledge has type drop instead of jump"),
        (replace(crate, note="{0} two\nlines"), "crate has another note"),
        (replace(crate, note="{0}"), "crate has note {0} instead of nothing"),
        (replace(crate, tags=("a", "b")), "crate has tags a, b instead of nothing"),
    ]  # fmt: skip
    for element, text in cases:
        assert told(level, put(level, element)) == [text]


def test_added_and_removed_elements_and_settings_are_named() -> None:
    """Removed ones come first; rows of tables are identified by their names."""
    new = put(yard(), Agent(id=9, name="guard", position=(1.0, 1.0)), gone=(4,))
    assert told(yard(), new) == ["crate was removed", "guard was added"]
    settings = yard().settings
    giant = Profile(name="giant", radius=1.0)
    for other, text in (
        (replace(settings, cell_size=0.3), "Cell size is 0.3 instead of 0.4"),
        (replace(settings, profiles=(giant,)), "Agent types: giant was added"),
        (replace(settings, severities={"trap": "off"}), "Trap is off instead of nothing"),
        (replace(settings, extra={"studio": 1}), "Studio changed"),
        (replace(settings, notes="long " * 50), "Notes changed"),
    ):
        (change,) = settings_changes(settings, other)
        assert (change.text, change.id, change.place) == (text, 0, None)
    grown = settings_changes(
        replace(settings, profiles=(giant,)),
        replace(settings, profiles=(replace(giant, radius=1.5),)),
    )
    assert [one.text for one in grown] == ["Agent types: giant: radius is 1.5 instead of 1"]


def test_order_counts_for_zones_only() -> None:
    """Later zones cover earlier ones."""
    ring = ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))
    zones = [Zone(id=20 + n, polygon=ring, terrain="mud", order=float(n)) for n in range(2)]
    level = put(yard(), *zones)
    crate = replace(level.obstacles[4], order=9.0)
    assert told(level, put(level, crate)) == []
    assert told(level, put(level, replace(zones[0], order=3.0))) == [
        "Zones are laid in another order"
    ]


def test_painted_terrain_is_counted_in_cells() -> None:
    """Blocks that are packed in another way are the same."""
    total = TILES * TILES
    one = Tiles(
        id=Tiles.id_of(0, 0, 0, 0), cx=0, cz=0, terrains=("mud",), runs=(1, 5, 0, total - 5)
    )
    other = replace(one, terrains=("sand", "mud"), runs=(2, 5, 0, total - 5))
    more = replace(other, runs=(2, 3, 1, 4, 0, total - 7))
    assert told(put(yard(), one), put(yard(), other)) == []
    assert told(put(yard(), one), put(yard(), more)) == ["4 cells have other terrain"]
    assert told(yard(), put(yard(), one)) == ["5 cells have other terrain"]


def test_elements_without_ids_are_known_by_name(tmp_path: Path, capsys: Output) -> None:
    """Without names, all of their values count."""
    level = yard()
    renumbered = Level(
        settings=level.settings,
        elements={
            kind: {one.id + 50: replace(one, id=one.id + 50) for one in held.values()}
            for kind, held in level.held.items()
        },
    )
    assert aligned(level, renumbered) == renumbered
    assert compared(level, renumbered).same
    crate = replace(renumbered.obstacles[54], polygon=((0.0, 0.0), (1.0, 0.0), (1.0, 1.0)))
    assert told(aligned(level, put(renumbered, crate)), put(renumbered, crate)) == [
        "crate has 3 corners instead of 4, is 3.5 m² smaller"
    ]


def test_shut_door_cuts_off_floor_and_agents() -> None:
    """It has size, room and the stops behind it; opening the door joins them again."""
    opened = replace(yard().areas[3], available=True)
    walker = replace(yard().agents[6], player=True, goals=((3.0, 5.0), (11.0, 0.0)))
    old, new = put(yard(), walker, opened), put(yard(), walker)
    found = compared(old, new)
    (floor,) = found.floors
    (patch,) = floor.cut_off
    assert (patch.room, floor.joined) == ("room", ())
    assert 35 < patch.area < 45
    assert floor.lost == pytest.approx(sum(one.area for one in floor.lost_at))
    (agent,) = found.agents
    assert (agent.text, agent.worse, agent.place) == (
        "player can't get to 1 of its 2 stops any more", True, (11.0, 0.0),
    )  # fmt: skip
    back = compared(new, old)
    assert [one.room for one in back.floors[0].joined] == ["room"]
    assert back.floors[0].gained == floor.lost
    assert floor.reach is not None
    assert back.floors[0].reach is not None
    assert floor.reach.square_metres(CUT_OFF) == pytest.approx(patch.area)
    assert floor.reach.square_metres(JOINED) == 0.0
    assert back.floors[0].reach.square_metres(JOINED) == pytest.approx(patch.area)
    column, row = floor.reach.lattice.cell_of(*patch.place)
    assert floor.reach.cells[row, column] == CUT_OFF
    assert found == compared(old, new)
    assert [(one.text, one.worse) for one in back.agents] == [
        ("player can get to 1 more of its 2 stops now", False)
    ]
    rows = rows_of(found)
    assert rows["floor"][0][2].endswith("m² of room can't be reached any more")


def test_tests_that_come_out_otherwise() -> None:
    """The result is shown; a new test counts if it fails."""
    behind = PathTest(id=30, name="to_room", start=(3.0, 5.0), end=(11.0, 0.0))
    opened = put(yard(), replace(yard().areas[3], available=True), behind)
    shut = put(yard(), behind)
    (one,) = compared(opened, shut).tests
    assert (one.id, one.passed, one.text.startswith("to_room fails: ")) == (30, False, True)
    (one,) = compared(shut, opened).tests
    assert (one.passed, one.text.startswith("to_room passes now: ")) == (True, True)
    assert [test.passed for test in compared(yard(), shut).tests] == [False]
    assert compared(put(yard(), replace(yard().areas[3], available=True)), opened).tests == ()


def test_doors_that_matter_otherwise() -> None:
    """A second door makes the first one matter less."""
    opened = put(yard(), replace(yard().areas[3], available=True))
    ring = tuple((x, z + 2.5) for x, z in yard().areas[3].polygon)
    (one,) = compared(opened, put(opened, replace(opened.areas[3], id=31, name="other",
                                                  polygon=ring))).doors  # fmt: skip
    assert one.text.startswith("Shutting door cuts off no floor any more; it cut off ")
    assert one.was > 30
    assert one.now == 0


def test_levels_are_compared_in_a_state(tmp_path: Path, capsys: Output) -> None:
    """Both must have it."""
    states = (State("Night", doors={3: True}),)
    level = yard().with_settings(replace(yard().settings, states=states))
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    save_level(level, old)
    save_level(put(level, gone=(3,)), new)
    save_level(yard(), tmp_path / "plain.json")
    assert "can't be reached" not in run(capsys, "diff", old, new)[1]
    assert run(capsys, "diff", old, tmp_path / "plain.json", "--state", "Night")[0] == 2
    other = put(level, replace(level.areas[3], polygon=tuple(
        (x, z + 20) for x, z in level.areas[3].polygon
    )))  # fmt: skip
    save_level(other, new)
    assert "of room can't be reached any more" in run(
        capsys, "diff", old, new, "--state", "Night"
    )[1]  # fmt: skip


def test_moved_outer_wall_does_not_change_floor_elsewhere() -> None:
    """Both levels are looked at on the same cells, wherever those of the file begin."""
    wide = replace(yard().areas[1], polygon=((-8.6, -8.0), (8.0, -8.0), (8.0, 8.0), (-8.6, 8.0)))
    (floor,) = compared(yard(), put(yard(), wide)).floors
    assert all(patch.place[0] < -6 for patch in (*floor.lost_at, *floor.gained_at))


def test_levels_that_lie_far_apart_are_compared(tmp_path: Path, capsys: Output) -> None:
    """All floor is lost and gained; the picture shows as much as it can."""
    far = replace(yard().areas[1], polygon=tuple((x + 5e6, z) for x, z in yard().areas[1].polygon))
    old, new = put(Level(), yard().areas[1]), put(Level(), far)
    (floor,) = compared(old, new).floors
    assert floor.lost == pytest.approx(floor.gained)
    assert floor.lost > 100
    for name, level in (("old", old), ("new", new)):
        save_level(level, tmp_path / f"{name}.json")
    files = (tmp_path / "old.json", tmp_path / "new.json")
    assert run(capsys, "diff", *files, "--picture", tmp_path / "p.svg")[0] == 1
    ET.parse(tmp_path / "p.svg")


def test_findings_that_are_new_and_gone() -> None:
    """Findings are identified by rule and ids, so moved elements keep theirs."""
    thief = Agent(id=9, name="thief", position=(0.0, 0.0))
    broken = put(yard(), thief)
    assert [one.code for one in compared(yard(), broken).new] == ["agent-in-wall"]
    assert [one.code for one in compared(broken, yard()).gone] == ["agent-in-wall"]
    moved = put(broken, replace(thief, position=(0.2, 0.2)))
    found = compared(broken, moved)
    assert (found.new, found.gone) == ((), ())


def test_broken_mill_against_its_mended_self() -> None:
    """A wall that is moved back mends the gap."""
    mill = load_level(SAMPLES / "broken_mill.json")
    (bale,) = [one for one in mill.obstacles.values() if one.name == "bale_wall_east"]
    mended = put(mill, replace(bale, polygon=tuple((max(x, 11.5), z) for x, z in bale.polygon)))
    found = compared(mill, mended)
    assert [one.code for one in found.gone] == ["gap-too-narrow"]
    assert [one.room for one in found.floors[0].joined] == ["yard"]


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_picture_is_written(tmp_path: Path, capsys: Output, ending: str) -> None:
    """Also where nothing changed, or a level has nothing in it."""
    file, target = tmp_path / "yard.json", tmp_path / f"picture.{ending}"
    save_level(yard(), file)
    for old in (file, "/dev/null"):
        target.unlink(missing_ok=True)
        run(capsys, "diff", old, file, "--picture", target)
        data = target.read_bytes()
        assert data.startswith(b"<svg" if ending == "svg" else b"\x89PNG")


def test_picture_names_what_changed() -> None:
    """It has the old and the new outline, and the places where floor was lost."""
    crate = yard().obstacles[4]
    new = put(yard(), replace(crate, polygon=tuple((x + 3.0, z) for x, z in crate.polygon)))
    old_side, new_side = sides(yard(), new, max_cells=10**6)
    found = compare(old_side, new_side)
    text = svg_of(changes_picture(old_side.world, new_side.world, found, ("a", "b")))
    root = ET.fromstring(text)
    words = [one.text for one in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "crate" in words
    assert "1 change" in words
    assert {"lost", "gained"} <= {word[:6].rstrip("B0") for word in text.split('id="')[1:]} or (
        'id="lost' in text and 'id="gained' in text
    )


@given(st.binary(max_size=200))
def test_no_input_is_a_fault(data: bytes) -> None:
    """The exit code is 0, 1 or 2 for any file."""
    import tempfile  # noqa: PLC0415

    from navcore.cli import main  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "level.json")
        file.write_bytes(data)
        assert main(["diff", "/dev/null", str(file)]) in {0, 1, 2}
