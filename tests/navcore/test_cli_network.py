"""`navcore network` grows networks on the command line, with reproducible bytes."""

import json
from pathlib import Path

import pytest
from cli_calls import Output, run, yard

from navcore import kernels, load_level
from navcore.bake.grid import NavGrid
from navcore.formats import save_grid, save_level
from navcore.graph.clearance import Clearance
from navcore.level.edit import Edit
from navcore.level.model import Agent, Edge, Level, Waypoint
from navcore.samples import path as sample_path


@pytest.fixture(autouse=True)
def _compiled_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend compiled kernels: their warning is tested separately."""
    monkeypatch.setattr(kernels, "INTERPRETED", ())


@pytest.fixture
def level_file(tmp_path: Path) -> Path:
    """A yard with a room behind a shut door, and a guard post."""
    post = Waypoint(id=70, name="post", type="guardPost", position=(10.0, 2.0))
    target = tmp_path / "yard.json"
    save_level(Edit.put(yard(), [post]).apply(yard()), target)
    return target


def lines_of(level: Level) -> list[list[float]]:
    """The edges of its network."""
    waypoints = level.of(Waypoint)
    return [
        [*waypoints[edge.start].position, *waypoints[edge.end].position]
        for edge in level.of(Edge).values()
    ]


@pytest.mark.parametrize("method", ["spread", "visibility", "walk"])
def test_network_is_written_and_told(level_file: Path, capsys: Output, method: str) -> None:
    """It leads through the shut door; drawn waypoints stay, and a second run gives the same."""
    target = level_file.with_name("grown.json")
    arguments = ("network", level_file, "--method", method, "--seconds", 60, "-o", target)
    code, out, err = run(capsys, *arguments, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    grown = load_level(target)
    assert found["method"] == method
    assert found["kept"] == 1
    assert found["waypoints"] == len(grown.of(Waypoint)) - 1 > 2
    assert found["edges"] == len(grown.of(Edge))
    assert found["coverage"] > 0.9
    assert grown.of(Waypoint)[70].name == "post"
    assert Clearance.of(grown).clear(lines_of(grown), 0.45).all()
    assert any(line[0] < 8 < line[2] or line[2] < 8 < line[0] for line in lines_of(grown))
    first = target.read_bytes()
    assert run(capsys, *arguments)[0] == 0
    assert target.read_bytes() == first
    code, out, err = run(capsys, "network", target, "--method", method, "--seconds", 60, "--json")
    again = json.loads(out)
    assert (code, again["replaced"]) == (0, found["waypoints"])
    assert again["edges"] == found["edges"]


@pytest.mark.parametrize("method", ["spread", "visibility", "interest", "walk"])
def test_network_that_grows_again_gives_the_same_file(
    level_file: Path, capsys: Output, method: str
) -> None:
    """Ids, names and edges stay, whatever the seed of the ids, so versions can be compared."""
    first, again = (level_file.with_name(name) for name in ("first.json", "again.json"))
    usual = ("--method", method, "--seconds", 60, "--json")
    found = json.loads(run(capsys, "network", level_file, *usual, "-o", first)[1])
    assert found["returned"] == 0
    # Walks differ by their seed, too; the others draw ids only.
    seed = () if method == "walk" else ("--seed", 5)
    code, out, err = run(capsys, "network", first, *usual, *seed, "-o", again)
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert found["returned"] == found["replaced"] > 2
    assert again.read_bytes() == first.read_bytes()


def test_network_is_told_in_words(level_file: Path, capsys: Output) -> None:
    """A row a number; nothing is written without -o."""
    before = level_file.read_bytes()
    code, out, err = run(capsys, "network", level_file, "--method", "spread", "--spacing", 3)
    assert (code, err) == (0, "")
    assert "coverage" in out
    assert "kept          1 waypoint\n" in out
    assert level_file.read_bytes() == before
    code, out, err = run(
        capsys, "network", level_file, "--method", "spread", "--spacing", 0.3, "--radius", 0.3
    )
    assert code == 0
    assert "the grid would do as well." in err


def test_widths_grow_to_the_walls(level_file: Path, capsys: Output) -> None:
    """All widths except those of locked elements grow."""
    target = level_file.with_name("grown.json")
    assert run(capsys, "network", level_file, "--widths", "-o", target)[0] == 0
    assert all(one.clear_radius > 0.4 for one in load_level(target).of(Waypoint).values())


def test_one_storey_gets_a_network(capsys: Output, tmp_path: Path) -> None:
    """And the other has none."""
    target = tmp_path / "inn.json"
    code, out, _ = run(
        capsys, "network", sample_path("inn"), "--layer", "upper", "-o", target, "--json"
    )
    assert (code, json.loads(out)["layer"]) == (0, "upper")
    before = set(load_level(sample_path("inn")).of(Waypoint))
    fresh = [one for key, one in load_level(target).of(Waypoint).items() if key not in before]
    assert {one.layer for one in fresh} == {"upper"}


def test_bad_input_is_told(level_file: Path, capsys: Output, tmp_path: Path) -> None:
    """A grid, a start in a wall, a spacing of 0."""
    grid = tmp_path / "a.grid.txt"
    save_grid(NavGrid.from_array([[1, 1], [1, 1]]), grid)
    code, out, err = run(capsys, "network", grid)
    assert (code, out) == (2, "")
    assert "is laid over a level, and this is a grid" in err
    code, out, err = run(capsys, "network", level_file, "--method", "spread", "--at", 0, 0)
    assert (code, out) == (2, "")
    assert "There is no room to begin at 0.00, 0.00" in err
    code, out, err = run(capsys, "network", level_file, "--spacing", 0)
    assert (code, out) == (2, "")
    assert "'0' is not over 0" in err
    code, out, err = run(capsys, "network", level_file, "--seconds", "inf")
    assert (code, out) == (2, "")
    assert "'inf' is not a number" in err


def test_why_there_is_no_network_is_told(level_file: Path, capsys: Output, tmp_path: Path) -> None:
    """There is no floor for such agents, or there are no waypoints to join; JSON says so, too."""
    too_wide = "No floor has room for an agent with a radius of 50 m."
    target = tmp_path / "none.json"
    for method in ("visibility", "interest", "connect"):
        wide = ("network", level_file, "--radius", 50, "--method", method, "-o", target)
        code, out, err = run(capsys, *wide)
        assert code == 2
        assert err.splitlines()[-1] == f"navcore: {too_wide}"
        assert "coverage      no cell is walkable" in out
        code, out, err = run(capsys, *wide, "--json")
        assert (code, err.splitlines()[-1]) == (2, f"navcore: {too_wide}")
        assert json.loads(out)["warnings"][-1] == too_wide
    for method in ("spread", "walk"):
        code, _, err = run(capsys, "network", level_file, "--radius", 50, "--method", method)
        assert (code, err) == (2, f"navcore: {too_wide}\n")
    assert not target.exists()
    bare = tmp_path / "bare.json"
    save_level(yard(), bare)
    for method in ("connect", "prune"):
        code, out, _ = run(capsys, "network", bare, "--method", method, "--json")
        (warning,) = json.loads(out)["warnings"]
        assert (code, warning.startswith("There are no waypoints yet")) == (0, True)
    code, out, err = run(capsys, "network", level_file, "--method", "connect")
    assert (code, err) == (0, "")


def test_network_grows_at_points_of_interest_and_is_connected(
    level_file: Path, capsys: Output
) -> None:
    """Waypoints on both sides of the door; joining twice changes nothing."""
    target = level_file.with_name("grown.json")
    code, out, _ = run(
        capsys, "network", level_file, "--method", "interest", "--detour", 0.3, "--json",
        "-o", target,
    )  # fmt: skip
    found = json.loads(out)
    assert code == 0
    assert found["waypoints"] == len(load_level(target).of(Waypoint)) - 1 >= 2
    types = {one.type for one in load_level(target).of(Waypoint).values()}
    assert "chokepoint" in types
    arguments = ("network", target, "--method", "connect", "--reach", 30, "--json", "-o", target)
    code, out, _ = run(capsys, *arguments)
    joined = json.loads(out)
    assert (code, joined["waypoints"], joined["replaced"]) == (0, 0, 0)
    assert joined["edges"] > 0
    assert json.loads(run(capsys, *arguments)[1])["edges"] == 0


def test_network_is_pruned(level_file: Path, capsys: Output) -> None:
    """Edges that paths don't need go; waypoints all stay."""
    target = level_file.with_name("grown.json")
    run(capsys, "network", level_file, "--method", "spread", "--spacing", 1.5, "-o", target)
    before = load_level(target)
    code, out, _ = run(
        capsys, "network", target, "--method", "prune", "--detour", 0.5, "--json", "-o", target
    )
    found, after = json.loads(out), load_level(target)
    assert code == 0
    assert found["removed"] == len(before.of(Edge)) - len(after.of(Edge)) > 10
    assert found["detour"] <= 3 * 0.5
    assert after.of(Waypoint).keys() == before.of(Waypoint).keys()


@pytest.fixture
def recording_file(level_file: Path, capsys: Output) -> Path:
    """A run in the yard: `runner` goes to the other end, `idler` stands."""
    level = load_level(level_file)
    agents = [
        Agent(id=80, name="runner", position=(2.0, 2.0), goals=((6.0, 8.0), (2.0, 8.0))),
        Agent(id=81, name="idler", position=(6.0, 2.0)),
    ]
    save_level(Edit.put(level, agents).apply(level), level_file)
    target = level_file.with_name("run.wwrec")
    run(capsys, "simulate", level_file, "--seconds", 20, "-o", target)
    return target


def test_network_grows_from_a_recording(
    level_file: Path, recording_file: Path, capsys: Output
) -> None:
    """It follows an agent's path, clear of walls; a second time adds nothing."""
    target = level_file.with_name("grown.json")
    arguments = ("network", level_file, "--method", "walk", "--from", recording_file)
    code, out, err = run(capsys, *arguments, "--agent", "runner", "--json", "-o", target)
    found = json.loads(out)
    assert (code, err) == (0, "")
    assert found["waypoints"] >= 2
    grown = load_level(target)
    assert Clearance.of(grown).clear(lines_of(grown), 0.45).all()
    again = ("network", target, *arguments[2:], "--agent", "runner", "--json")
    found = json.loads(run(capsys, *again)[1])
    assert (found["waypoints"], found["edges"], found["replaced"]) == (0, 0, 0)


def test_recording_that_can_not_be_walked_is_told(
    level_file: Path, recording_file: Path, capsys: Output
) -> None:
    """An unknown name, another method, no recording, another storey."""
    walks = ("network", level_file, "--method", "walk")
    for arguments, message in (
        ((*walks, "--from", recording_file, "--agent", "nobody"), "no agent is called 'nobody'"),
        (("network", level_file, "--from", recording_file), "not for visibility"),
        ((*walks, "--agent", "runner"), "say which with --from"),
    ):
        code, out, err = run(capsys, *arguments)
        assert (code, out) == (2, "")
        assert message in err
