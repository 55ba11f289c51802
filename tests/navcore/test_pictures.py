"""Pictures of findings: contents, names, and both formats."""

import json
import re
import struct
import zlib
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import numpy as np
import numpy.typing as npt
import pytest
from cli_calls import Output, run
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from rule_levels import CASES, agent, box, level_of

from navcore import World, load_level, save_level
from navcore.geometry.polygons import contains
from navcore.level.model import Area, Level, Zone
from navcore.level.tables import GROUND
from navcore.proof.problems import problems
from navcore.report.findings import Checked, Found, check_file
from navcore.report.pictures import style
from navcore.report.pictures.coverage import coverage, dashed, disc
from navcore.report.pictures.files import picture_name
from navcore.report.pictures.finding import finding_picture
from navcore.report.pictures.frame import Frame
from navcore.report.pictures.layout import Head, Swatch, laid_out
from navcore.report.pictures.letters import strokes_of
from navcore.report.pictures.level import level_parts
from navcore.report.pictures.loops import loops_of
from navcore.report.pictures.raster import png_of
from navcore.report.pictures.shapes import Disc, Pattern, Picture, Shape, Text, wrapped
from navcore.report.pictures.svg import svg_of
from navcore.report.pictures.terrain import terrain_parts

SAMPLES = Path(__file__).parents[2] / "sample_levels"
MILL = SAMPLES / "broken_mill.json"
SPACE = "{http://www.w3.org/2000/svg}"


def pixels_of(png: bytes) -> npt.NDArray[np.uint8]:
    """Return (height, width, 3) pixels of a PNG with rows filtered by the row above."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    at, data, size = 8, b"", (0, 0)
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        name, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        (check,) = struct.unpack(">I", png[at + 8 + length : at + 12 + length])
        assert check == zlib.crc32(name + body)
        if name == b"IHDR":
            size = struct.unpack(">II", body[:8])
            assert body[8:] == bytes((8, 2, 0, 0, 0))
        data += body if name == b"IDAT" else b""
        at += 12 + length
    rows = np.frombuffer(zlib.decompress(data), np.uint8).reshape(size[1], -1)
    assert (rows[:, 0] == 2).all()
    return np.cumsum(rows[:, 1:], axis=0, dtype=np.uint8).reshape(size[1], size[0], 3)


def painted(*parts: Shape | Disc | Text) -> npt.NDArray[np.uint8]:
    """A picture of 20 x 10 pixels."""
    return pixels_of(png_of(Picture(20, 10, "#FFFFFF", parts), 1))


def square(x: float, y: float, side: float) -> npt.NDArray[np.float64]:
    """The ring of a square."""
    return np.array(((x, y), (x + side, y), (x + side, y + side), (x, y + side)))


@pytest.fixture(scope="module")
def mill() -> Checked:
    """Return the problems of the broken mill."""
    return check_file(MILL, {}, max_cells=10**6)


def test_every_failure_has_a_picture_that_all_reports_name(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names of pictures are stable; findings that aren't failures have none."""
    monkeypatch.chdir(SAMPLES)
    folder, sarif, junit = tmp_path / "new" / "pictures", tmp_path / "a.sarif", tmp_path / "a.xml"
    code, out, _ = run(
        capsys, "check", "broken_mill.json", "tavern.json", "--json", "--pictures", folder,
        "--sarif", sarif, "--junit", junit,
    )  # fmt: skip
    mill, tavern = json.loads(out)["levels"]
    pictures = [one["picture"] for one in mill["problems"]]
    assert code == 1
    assert sorted(pictures) == sorted(path.as_posix() for path in folder.iterdir())
    assert [one["picture"] for one in tavern["problems"]] == [None]
    thief = folder / "broken_mill.agent-in-wall.2181935174.svg"
    assert thief.as_posix() in pictures
    results = json.loads(sarif.read_text())["runs"][0]["results"]
    uris = [one["attachments"][0]["artifactLocation"]["uri"] for one in results[:9]]
    assert uris == [Path(picture).as_uri() for picture in pictures]
    assert "attachments" not in results[9]
    text = junit.read_text()
    assert all(f"[[ATTACHMENT|{p}]]" in text and f"(picture: {p})" in text for p in pictures)
    before = thief.read_bytes()
    code, out, _ = run(capsys, "check", "broken_mill.json", "--pictures", folder)
    assert (out.splitlines()[-1], thief.read_bytes()) == (f"9 pictures in {folder}", before)


def test_pictures_are_drawn_of_what_is_new_only(tmp_path: Path, capsys: Output) -> None:
    """Findings of the baseline fail nothing, and have no picture."""
    baseline = tmp_path / "base.json"
    baseline.write_text(run(capsys, "check", MILL, "--json")[1])
    folder = tmp_path / "pictures"
    assert run(capsys, "check", MILL, "--baseline", baseline, "--pictures", folder)[0] == 0
    assert not folder.exists()


def test_folder_that_cannot_be_made_is_bad_input(tmp_path: Path, capsys: Output) -> None:
    """It is reported once, and by the exit code."""
    (tmp_path / "file").write_text("")
    code, _, err = run(capsys, "check", MILL, "--pictures", tmp_path / "file" / "pictures")
    assert code == 2
    assert "can't be made" in err


def test_names_are_safe_for_every_system() -> None:
    """This holds for any names of levels and elements, and any number of them."""
    one = Found("trap", "error", "", "", (), (0.0, 0.0), "ground", about="a/b: ..\\c?")
    name = picture_name("../lévels/CON:1/a b.json", one, "png")
    assert re.fullmatch(r"[A-Za-z0-9_+.-]+\.png", name)
    other = msgspec.structs.replace(one, about="a/b: ..\\c*")
    assert picture_name("../lévels/CON:1/a b.json", other, "png") != name
    assert len(picture_name("x/" * 300 + "a.json", one, "svg")) < 200


@pytest.mark.parametrize("code", sorted(CASES))
def test_each_rule_has_a_picture(code: str) -> None:
    """Well-formed, with the sentence, the mark of its weight, and numbers that are finite."""
    world = World.build(CASES[code][0]())
    (found, *_) = [one for one in problems(world) if one.code == code]
    told = Found(
        found.code, found.severity, found.text, "",
        tuple(msgspec.convert({"id": i, "name": "", "kind": "", "line": 1}, _subject)
              for i in found.elements),
        found.place, found.layer, found.about,
    )  # fmt: skip
    picture = finding_picture(world, told, "level.json")
    text = svg_of(picture)
    root = ET.fromstring(text)
    assert root.findtext(f"{SPACE}title") == f"{told.severity} {told.code}. {told.text}"
    assert "nan" not in text
    assert "inf" not in text.replace("infl", "")
    assert {"error": style.ERROR, "warning": style.WARN, "note": style.TEXT2}[told.severity] in text


_subject = Found.__annotations__["elements"].__args__[0]


def test_picture_shows_the_place_of_the_finding(mill: Checked) -> None:
    """The mark is at its place in the map, and nothing is drawn outside the map."""
    world = World.build(load_level(MILL))
    for found in mill.problems:
        picture = finding_picture(world, found, "broken_mill.json")
        covers = next(
            number for number, part in enumerate(picture.parts)
            if isinstance(part, Shape) and part.fill == style.PANEL
        )  # fmt: skip
        mark, cover = picture.parts[covers - 1], picture.parts[covers]
        assert isinstance(cover, Shape)
        (left, top), (right, bottom) = cover.lines[1][1].tolist(), cover.lines[2][3].tolist()
        assert isinstance(mark, Disc | Shape)
        middle = (mark.x, mark.y) if isinstance(mark, Disc) else mark.lines[0].mean(axis=0).tolist()
        assert left < middle[0] < right
        assert top < middle[1] < bottom
        assert picture.height < 900


def test_names_of_elements_cannot_break_a_picture(tmp_path: Path) -> None:
    """Markup, control characters, halves of surrogate pairs and other scripts are text."""
    name = 'a<b>&"\x07]]>\ud800漢é'
    level = load_level(MILL)
    (thief,) = [one for one in level.agents.values() if one.name == "thief"]
    level = level.with_items({thief.id: msgspec.structs.replace(thief, name=name)})
    world = World.build(level)
    (found, *_) = [one for one in problems(world) if one.code == "agent-in-wall"]
    subject = msgspec.convert({"id": thief.id, "name": name, "kind": "", "line": 1}, _subject)
    told = Found(found.code, "error", found.text, "", (subject,), found.place, found.layer)
    picture = finding_picture(world, told, name)
    ET.fromstring(svg_of(picture).encode())
    assert len(pixels_of(png_of(picture, 1))) == picture.height


def test_terrain_is_seen_with_its_pattern_and_named() -> None:
    """Terrain has dots, a hatch, or a cross-hatch if it needs an ability; plain ground is floor."""
    level = load_level(MILL)
    yard = next(one for one in level.areas.values() if one.name == "yard")
    (x, z), *_ = yard.polygon
    zones = [
        Zone(id=900 + n, terrain=name,
             polygon=((x + 1 + 3 * n, z + 1), (x + 3 + 3 * n, z + 1), (x + 3 + 3 * n, z + 3),
                      (x + 1 + 3 * n, z + 3)))
        for n, name in enumerate(("sand", "mud", "water", "grass", "rock", "ground"))
    ]  # fmt: skip
    world = World.build(level.with_items({one.id: one for one in zones}))
    frame = Frame.around((x, z, x + 20, z + 6), (0.0, 0.0), 700, (300, 700))
    found = {swatch.text: shape for swatch, shape in terrain_parts(frame, world, "ground")}
    assert {name: shape.pattern for name, shape in found.items()} == {
        "sand": Pattern.ROUGH, "mud": Pattern.SLOW, "water": Pattern.BARRED,
        "grass": None, "rock": None,
    }  # fmt: skip
    low, high = frame.to_pixels([(x + 4, z + 3), (x + 6, z + 1)])
    (ring,) = found["mud"].lines
    cell = world.grid.cell_size * frame.scale
    assert np.abs(ring.min(axis=0) - low).max() <= cell
    assert np.abs(ring.max(axis=0) - high).max() <= cell


def test_long_legends_go_on_in_another_row() -> None:
    """They don't overlap the scale bar, and the picture grows for them."""
    frame = Frame.around((0, 0, 40, 20), (16.0, 60.0), 688, (300, 700))
    swatches = [Swatch(f"terrain number {n}", Shape((), fill=style.BAND)) for n in range(9)]
    one, many = (
        laid_out(Head("t", "x", "f"), frame, [], legend, 720) for legend in (swatches[:1], swatches)
    )
    texts = [part for part in many.parts if isinstance(part, Text) and "number" in part.text]
    assert len(texts) == 9
    assert len({part.y for part in texts}) == 3
    assert max(part.y for part in texts) < many.height
    assert many.height == one.height + 2 * style.ROW
    assert max(part.x + len(part.text) * 0.56 * style.SMALL for part in texts) < 688 - 180


def test_level_without_floor_has_pictures(tmp_path: Path, capsys: Output) -> None:
    """A finding may be about nothing that can be drawn."""
    save_level(Level(), tmp_path / "empty.json")
    assert run(capsys, "check", tmp_path / "empty.json", "--pictures", tmp_path / "p")[0] == 0


def test_png_shows_what_svg_shows(tmp_path: Path, capsys: Output, mill: Checked) -> None:
    """Twice the pixels; floor, band, obstacle and mark have their colours in it."""
    run(capsys, "check", MILL, "--pictures", tmp_path, "--picture-format", "png")
    files = sorted(tmp_path.glob("*.png"))
    assert len(files) == len(mill.problems)
    world = World.build(load_level(MILL))
    picture = finding_picture(world, mill.problems[5], "broken_mill.json")
    pixels = pixels_of(png_of(picture))
    assert pixels.shape == (2 * picture.height, 2 * picture.width, 3)
    seen = {f"#{r:02X}{g:02X}{b:02X}" for r, g, b in np.unique(pixels.reshape(-1, 3), axis=0)}
    assert {style.WALKABLE, style.BAND, style.OBSTACLE, style.ERROR, style.ACCENT} <= seen


def test_fill_covers_exactly_what_it_encloses() -> None:
    """Whole pixels inside, shares of pixels at the rim, and nothing where a ring crosses itself."""
    half = painted(Shape((square(2.0, 2.0, 4.5),), fill="#000000"))
    assert (half[2:6, 2:6] == 0).all()
    assert 120 <= half[3, 6, 0] <= 135
    assert (half[3, 7:] == 255).all()
    hole = painted(Shape((square(1, 1, 8), square(3, 3, 4)), fill="#000000"))
    assert (hole[1:3, 1:9] == 0).all()
    assert (hole[3:7, 3:7] == 255).all()


def test_stroke_of_overlapping_pieces_is_no_darker() -> None:
    """Joints and segments make one union."""
    line = np.array(((2.0, 5.0), (10.0, 5.0), (18.0, 5.0)))
    drawn = painted(Shape((line,), closed=False, line="#000000", width=4.0, line_alpha=0.5))
    assert set(np.unique(drawn[4:6, 4:16]).tolist()) == {128}


@pytest.mark.parametrize("pattern", list(Pattern))
def test_patterns_lie_over_fills_in_both_formats(pattern: Pattern) -> None:
    """Some of the fill is covered, some is not."""
    shape = Shape((square(0, 0, 10),), fill="#FFFFFF", pattern=pattern, ink="#000000")
    pixels = painted(shape)[:, :10, 0]
    assert pixels.min() < 200 < pixels.max()
    assert "url(#" in svg_of(Picture(20, 10, "#FFFFFF", (shape,)))


def test_dashes_are_as_long_as_they_say() -> None:
    """They are on, off, on, cut at the end, and go around corners."""
    line = np.array(((0.0, 0.0), (10.0, 0.0), (10.0, 4.0)))
    found = dashed([line], False, (4.0, 3.0))
    assert [piece.tolist() for piece in found] == [
        [[0, 0], [4, 0]], [[7, 0], [10, 0], [10, 1]],
    ]  # fmt: skip


@given(arrays(np.bool_, st.tuples(st.integers(1, 7), st.integers(1, 7))))
def test_loops_enclose_their_cells(cells: npt.NDArray[np.bool_]) -> None:
    """They do by the even-odd rule, also with cells that touch at corners."""
    loops = [loop.astype(np.float64) for loop in loops_of(cells)]
    depth, width = cells.shape
    found = coverage(loops, (0, 0, width, depth)) if loops else np.zeros(cells.shape)
    assert np.allclose(found, cells, atol=1e-5)
    assert all(len(loop) >= 4 for loop in loops)


def test_every_letter_that_is_typed_has_strokes() -> None:
    """Each of ASCII; accents are left out, other scripts are boxes."""
    letters = [chr(code) for code in range(33, 127)]
    drawn = {letter: str(strokes_of(letter, 14.0)) for letter in letters}
    box = str(strokes_of("漢", 14.0))
    assert box not in drawn.values()
    alike = {letter for letter in letters if list(drawn.values()).count(drawn[letter]) > 1}
    assert alike <= {"0", "O", "l", "|", "I"}
    assert str(strokes_of("é", 14.0)) == drawn["e"]
    assert strokes_of("", 14.0) == ([], 0.0)


def test_text_is_wrapped_and_cut() -> None:
    """Long words too."""
    assert wrapped("one two three", 10.0, 62.0, 2) == ["one two", "three"]
    assert wrapped("x" * 30, 10.0, 62.0, 2) == ["x" * 11, "x" * 10 + "…"]
    assert wrapped("", 10.0, 62.0, 2) == []


def test_frame_shows_its_box() -> None:
    """The box is in the middle, at one scale, within the least and the greatest height."""
    frame = Frame.around((0.0, 0.0, 10.0, 2.0), (5, 7), 100, (40, 80))
    assert (frame.scale, frame.height) == (10.0, 40)
    assert frame.to_pixel((0.0, 1.0)) == pytest.approx((5.0, 27.0))
    assert frame.box == pytest.approx((0.0, -1.0, 10.0, 3.0))
    high = Frame.around((0.0, 0.0, 1.0, 10.0), (0, 0), 100, (40, 80))
    assert high.scale == pytest.approx(8.0)


def test_disc_is_round() -> None:
    """Its area is that of a disc, within 3 %."""
    assert coverage([disc(10.0, 10.0, 6.0)], (0, 0, 20, 20)).sum() == pytest.approx(
        36 * np.pi, rel=0.03
    )


def found_in(level: Level, code: str) -> tuple[World, Found]:
    """Return the world of a level and the finding of a rule in it."""
    world = World.build(level)
    (one,) = [one for one in problems(world) if one.code == code]
    subjects = tuple(
        msgspec.convert({"id": key, "name": "", "kind": "", "line": 1}, _subject)
        for key in one.elements
    )
    return world, Found(one.code, one.severity, one.text, "", subjects, one.place, one.layer)


def test_floor_that_is_cut_off_is_shown_as_a_whole_and_hatched() -> None:
    """A part of a large floor says nothing: it is walkable everywhere."""
    annex = Area(id=90, name="annex", polygon=box(0, 20, 120, 80))
    world, found = found_in(level_of(annex), "area-cut-off")
    picture = finding_picture(world, found, "level.json")
    hatched, *_ = [
        one for one in picture.parts
        if isinstance(one, Shape) and one.pattern is Pattern.CUT_OFF and len(one.lines)
    ]  # fmt: skip
    ring = np.concatenate(hatched.lines)
    low, high = ring.min(axis=0), ring.max(axis=0)
    assert low[0] > style.MARGIN
    assert high[0] < style.WIDTH - style.MARGIN
    assert high[1] < picture.height - style.MARGIN
    assert (high - low)[0] > style.WIDTH / 2
    assert any(isinstance(one, Text) and one.text == "cut off" for one in picture.parts)


def test_name_of_a_room_does_not_stand_in_another_one() -> None:
    """The box of an L contains the room in its corner."""
    around = Area(id=90, name="around", polygon=((0, 20), (30, 20), (30, 22), (2, 22), (2, 50),
                                                 (0, 50)))  # fmt: skip
    inner = Area(id=91, name="inner", polygon=box(6, 26, 30, 50))
    world = World.build(Level().with_items({90: around, 91: inner}))
    frame = Frame.around((0, 20, 30, 50), (0, 0), 600, (600, 600))
    texts = {one.text: one for one in level_parts(frame, world, GROUND) if isinstance(one, Text)}
    assert "inner" in texts
    if "around" in texts:
        x, y = texts["around"].x / 20, 50 - texts["around"].y / 20
        assert contains(around.polygon, (x, y))


def test_finding_about_settings_has_no_picture_and_no_place(tmp_path: Path, capsys: Output) -> None:
    """The middle of the level shows nothing about a padding; other failures have theirs."""
    file, folder = tmp_path / "level.json", tmp_path / "pictures"
    level = level_of(agent(50, 50))
    settings = msgspec.structs.replace(level.settings, boundary_padding=0.1)
    save_level(level.with_settings(settings), file)
    sarif, junit = tmp_path / "a.sarif", tmp_path / "a.xml"
    _, out, _ = run(capsys, "check", file, "--json", "--pictures", folder, "--sarif", sarif,
                    "--junit", junit)  # fmt: skip
    found = {one["code"]: one for one in json.loads(out)["levels"][0]["problems"]}
    padding, wall = found["padding-below-radius"], found["agent-in-wall"]
    assert (padding["placed"], padding["picture"]) == (False, None)
    assert wall["placed"]
    assert [path.as_posix() for path in folder.iterdir()] == [wall["picture"]]
    results = json.loads(sarif.read_text())["runs"][0]["results"]
    places = {one["ruleId"]: one["properties"] for one in results}
    assert places["padding-below-radius"] == {}
    assert places["agent-in-wall"]["x"] == 50
    assert "padding-below-radius:" in junit.read_text()
    _, out, _ = run(capsys, "check", file)
    assert re.search(r"padding-below-radius\s+settings\s", out)
