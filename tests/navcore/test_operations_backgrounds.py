"""Pictures and grids under a level: added, moved, scaled, and named from its folder."""

import math
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest
from msgspec.structs import replace

from navcore.errors import NavcoreError
from navcore.formats import read_level, write_level
from navcore.level.model import Background, Level, Settings
from navcore.level.operations import backgrounds as op
from navcore.world import World

PLAN = Background(path="art/plan.png", position=(1.0, 2.0), scale=0.05)
GRID = Background(path="old.grid.txt", kind="grid")


def level_of(*backgrounds):
    """A level with these and nothing else."""
    return Level(settings=Settings(background=backgrounds))


def after(level, edit):
    """Return the backgrounds after an edit, which must be invertible."""
    changed = edit.apply(level)
    assert edit.inverse().apply(changed) == level
    return changed.settings.background


class TestChanging:
    """Each change is one edit with a label."""

    def test_adding_puts_in_front(self):
        """The label names the purpose."""
        level = level_of(PLAN)
        edit = op.add_background(level, GRID)
        assert after(level, edit) == (PLAN, GRID)
        assert edit.label == "Compare with old.grid.txt"
        assert op.add_background(level, PLAN).label == "Trace plan.png"

    def test_removing(self):
        """The others stay."""
        level = level_of(PLAN, GRID)
        edit = op.remove_background(level, 0)
        assert after(level, edit) == (GRID,)
        assert edit.label == "Remove plan.png"

    @pytest.mark.parametrize(
        ("fields", "label"),
        [
            ({"visible": False}, "Hide plan.png"),
            ({"opacity": 0.8}, "Change opacity of plan.png"),
            ({"position": (3.0, 4.0)}, "Move plan.png"),
            ({"scale": 0.1}, "Scale plan.png"),
            ({"path": "art/other.png"}, "Replace plan.png with other.png"),
        ],
    )
    def test_fields(self, fields, label):
        """One field, one label."""
        level = level_of(PLAN, GRID)
        edit = op.change_background(level, 0, **fields)
        changed = after(level, edit)
        assert {name: getattr(changed[0], name) for name in fields} == fields
        assert changed[1] == GRID
        assert edit.label == label

    def test_showing_again(self):
        """The other way round."""
        level = op.change_background(level_of(PLAN), 0, visible=False).apply(level_of(PLAN))
        assert op.change_background(level, 0, visible=True).label == "Show plan.png"

    def test_the_same_again_is_no_edit(self):
        """There is nothing to undo."""
        assert not op.change_background(level_of(PLAN), 0, opacity=PLAN.opacity)

    def test_moving(self):
        """They move by a vector."""
        level = level_of(PLAN)
        assert after(level, op.move_background(level, 0, (0.5, -2)))[0].position == (1.5, 0.0)

    def test_order(self):
        """Forward and backward, never out of the list."""
        level = level_of(PLAN, GRID)
        edit = op.reorder_background(level, 0, 1)
        assert after(level, edit) == (GRID, PLAN)
        assert edit.label == "Bring plan.png forward"
        assert after(level, op.reorder_background(level, 1, 0)) == (GRID, PLAN)
        assert not op.reorder_background(level, 1, 9)

    @pytest.mark.parametrize(
        "fields",
        [
            {"scale": 0.0}, {"scale": float("nan")}, {"opacity": 1.5}, {"opacity": -0.1},
            {"position": (float("inf"), 0.0)}, {"turn": float("nan")},
        ],
    )  # fmt: skip
    def test_numbers_out_of_their_limits_are_refused(self, fields):
        """There is a message."""
        with pytest.raises(NavcoreError, match=r"\.$"):
            op.change_background(level_of(PLAN), 0, **fields)


def place_of(plan, pixel):
    """Return the position of a picture's pixel, counted from its lower left."""
    (x, z), across, up = plan.position, pixel[0] * plan.scale, pixel[1] * plan.scale
    cosine, sine = math.cos(plan.turn), math.sin(plan.turn)
    return (x + cosine * across - sine * up, z + sine * across + cosine * up)


class TestScaling:
    """Two points that are so far apart."""

    def test_the_first_point_stays(self):
        """And the second lands where it is that far away."""
        level = level_of(PLAN)
        edit = op.scale_background(level, 0, (3.0, 2.0), (3.0, 4.0), 4.0)
        (plan,) = after(level, edit)
        assert plan.scale == pytest.approx(0.1)
        assert plan.position == pytest.approx((-1.0, 2.0))
        pixel = ((3.0 - 1.0) / 0.05, (4.0 - 2.0) / 0.05)
        landed = [at + plan.scale * count for at, count in zip(plan.position, pixel, strict=True)]
        assert landed == pytest.approx([3.0, 6.0])
        assert edit.label == "Scale plan.png"

    def test_a_direction_turns_it_as_well(self):
        """Every pixel keeps its place among the others."""
        level = level_of(PLAN)
        edit = op.scale_background(level, 0, (3.0, 2.0), (3.0, 4.0), 4.0, math.pi)
        (plan,) = after(level, edit)
        assert plan.turn == pytest.approx(math.pi / 2)
        assert edit.label == "Scale and turn plan.png"
        for pixel, place in (((40, 0), (3, 2)), ((40, 40), (-1, 2)), ((0, 0), (3, -2))):
            assert place_of(plan, pixel) == pytest.approx(place)

    def test_a_direction_alone_turns_it(self):
        """By the length that it has; twice back and forth leaves no dust."""
        level = level_of(PLAN)
        edit = op.scale_background(level, 0, (3.0, 2.0), (3.0, 4.0), 2.0, 0.3)
        (plan,) = after(level, edit)
        assert plan.scale == PLAN.scale
        assert edit.label == "Turn plan.png"
        there = edit.apply(level)
        end = (3.0 + 2.0 * math.cos(0.3), 2.0 + 2.0 * math.sin(0.3))
        back = op.scale_background(there, 0, (3.0, 2.0), end, 2.0, math.pi / 2)
        (again,) = after(there, back)
        assert (again.turn, again.position) == (0.0, PLAN.position)

    def test_corners(self):
        """Counter-clockwise from the lower left, which stays where it is."""
        plan = replace(PLAN, turn=math.pi / 2)
        assert op.corners_of(plan, 100, 40) == ((1, 2), (1, 7), (-1, 7), (-1, 2))

    @pytest.mark.parametrize("metres", [0.0, -1.0, float("inf"), float("nan")])
    def test_a_length_is_over_0(self, metres):
        """Refused."""
        with pytest.raises(NavcoreError, match="over 0"):
            op.scale_background(level_of(PLAN), 0, (0, 0), (1, 0), metres)

    def test_one_place_has_no_length(self):
        """Refused."""
        with pytest.raises(NavcoreError, match="same place"):
            op.scale_background(level_of(PLAN), 0, (1, 1), (1, 1), 4.0)

    def test_a_scale_beyond_all_bounds_is_refused(self):
        """A pixel of more than a kilometre."""
        with pytest.raises(NavcoreError, match="pixel"):
            op.scale_background(level_of(PLAN), 0, (0, 0), (0.001, 0), 1e6)


class TestPaths:
    """Relative with slashes, where that is near."""

    @pytest.mark.parametrize(
        ("path", "folder", "stored"),
        [
            ("/game/levels/plan.png", "/game/levels", "plan.png"),
            ("/game/levels/art/plan.png", "/game/levels", "art/plan.png"),
            ("/game/art/plan.png", "/game/levels/town", "../../art/plan.png"),
            ("/elsewhere/plan.png", "/game/levels", "/elsewhere/plan.png"),
            ("/a/plan.png", "/a/b/c/d/e", "/a/plan.png"),
        ],
    )
    def test_here(self, path, folder, stored):
        """Paths are made relative to the level, and absolute again."""
        assert op.stored_path(PurePosixPath(path), PurePosixPath(folder)) == stored
        assert op.found_path(stored, PurePosixPath(folder)) == Path(path)

    @pytest.mark.parametrize(
        ("path", "folder", "stored"),
        [
            (r"C:\game\art\plan.png", r"C:\game\levels", "../art/plan.png"),
            (r"D:\plans\plan.png", r"C:\game\levels", "D:/plans/plan.png"),
            (r"\\server\share\plan.png", r"C:\game", "//server/share/plan.png"),
        ],
    )
    def test_on_windows(self, path, folder, stored):
        """Other drives keep their letters."""
        assert op.stored_path(PureWindowsPath(path), PureWindowsPath(folder)) == stored

    def test_without_a_file_paths_are_whole(self):
        """And a relative one leads nowhere."""
        assert op.stored_path(PurePosixPath("/a/plan.png"), None) == "/a/plan.png"
        assert op.found_path("/a/plan.png", None) == Path("/a/plan.png")
        assert op.found_path("plan.png", None) is None

    def test_a_drive_letter_is_never_put_under_a_folder(self):
        """Wherever the level is opened."""
        assert op.is_whole("C:/plans/plan.png")
        assert op.found_path("C:/plans/plan.png", PurePosixPath("/game")) == Path(
            "C:/plans/plan.png"
        )

    def test_names(self):
        """These are the names in labels and lists."""
        assert op.file_name("../art/plan.png") == "plan.png"
        assert op.file_name("C:/plans/plan.png") == "plan.png"

    def test_the_first_save_names_from_the_folder(self):
        """Paths far away stay absolute."""
        near, far = Background(path="/g/art/plan.png"), Background(path="/far/plan.png")
        level = level_of(near, far)
        edit = op.rebase_backgrounds(level, None, PurePosixPath("/g/levels"))
        assert [b.path for b in after(level, edit)] == ["../art/plan.png", "/far/plan.png"]
        assert not op.rebase_backgrounds(
            edit.apply(level), PurePosixPath("/g/levels"), PurePosixPath("/g/levels")
        )

    def test_a_save_elsewhere_names_anew(self):
        """The same file."""
        level = level_of(PLAN)
        edit = op.rebase_backgrounds(level, PurePosixPath("/g/levels"), PurePosixPath("/g/new"))
        assert after(level, edit)[0].path == "../levels/art/plan.png"

    def test_what_leads_nowhere_stays_as_it_is(self):
        """A sample has no folder."""
        assert not op.rebase_backgrounds(level_of(PLAN), None, PurePosixPath("/g/new"))


def test_they_are_kept_and_never_baked():
    """A level with them reads as written, and its bake is the one without."""
    level = level_of(PLAN, GRID)
    text = write_level(level)
    assert read_level(text, "here").level.settings.background == (PLAN, GRID)
    world = World.build(Level())
    edit = op.add_background(Level(), PLAN)
    updated = world.update(edit.apply(Level()), edit)
    assert updated.dirty == ()
    assert (
        updated.grid.padded is world.grid.padded or (updated.grid.padded == world.grid.padded).all()
    )
