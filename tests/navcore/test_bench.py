"""The bench: results are checked before times, per rule, and maps are reproducible."""

import heapq
import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from naive_paths import steps_from

from navcore.bench import peers, report
from navcore.bench.baking import bake, update
from navcore.bench.contest import Contest, Entrant, agree, hold
from navcore.bench.levels import edits, strewn
from navcore.bench.loading import load
from navcore.bench.maps import KINDS, GridCase, from_files, made
from navcore.bench.plan import WORKS, paired, works_for
from navcore.cli import main
from navcore.errors import NavcoreError
from navcore.level.model import Area, Polygon
from navcore.world import World

Output = pytest.CaptureFixture[str]

RULES = ("uniform", "entered", "mean")


def entrant(tool: str, answers: list[float], rule: str = "") -> Entrant:
    """Return an entrant with fixed results."""
    return Entrant(tool, lambda number: answers[number], lambda _, found: found, "1.0", rule)


def contest(*entrants: Entrant, calls: int = 3, **options: Any) -> Contest:
    """Return a contest with a dummy map."""
    return Contest("query", "hall", 8, 8, calls, entrants, **options)


def plain_cost(case: GridCase, query: tuple[int, int, int, int], rule: str) -> float:
    """Return the cost by Dijkstra's algorithm over dicts; infinite if no path exists."""
    start, goal = query[:2], query[2:]
    costs, queue, done = {start: 0.0}, [(0.0, start)], set()
    while queue:
        cost, cell = heapq.heappop(queue)
        if cell in done:
            continue
        done.add(cell)
        for near, length in steps_from(case.walkable, cell):
            there, here = (float(case.costs[z, x]) for x, z in (near, cell))
            weight = {"uniform": 1.0, "entered": there, "mean": (there + here) / 2}[rule]
            if cost + length * weight < costs.get(near, math.inf):
                costs[near] = cost + length * weight
                heapq.heappush(queue, (costs[near], near))
    return costs.get(goal, math.inf)


def test_that_answers_come_before_times() -> None:
    """Entrants with other answers are counted and not timed; other rules are not judged."""
    result = hold(
        contest(
            entrant("ours", [1.0, 2.0, math.inf]),
            entrant("equal", [1.0 + 1e-9, 2.0, math.inf]),
            entrant("wrong", [1.0, 2.1, 3.0]),
            entrant("other", [0.5, 1.5, 1.0], rule="cuts corners"),
        ),
        rounds=3,
        budget=1.0,
    )
    ours, equal, wrong, other = result.standings
    assert [standing.wrong for standing in result.standings] == [0, 0, 2, 0]
    assert ours.ratio == 1.0
    assert equal.ratio is not None
    assert wrong.ratio is None
    assert other.ratio is not None
    assert (equal.calls, equal.rounds, equal.version) == (3, 3, "1.0")
    assert other.answers == {0: 0.5, 1: 1.5, 2: 1.0}


def test_that_published_answers_judge_everyone() -> None:
    """Where answers are known the reference can be wrong, and only then."""
    known = contest(entrant("ours", [1.0, 2.0]), entrant("one", [1.0, 3.0]), calls=2)
    assert hold(known, rounds=1, budget=1.0).standings[1].wrong == 1
    known = contest(
        entrant("ours", [1.0, 2.0]), entrant("one", [1.0, 3.0]), calls=2, expected=[1.0, 3.0]
    )
    standings = hold(known, rounds=1, budget=1.0).standings
    assert [standing.wrong for standing in standings] == [1, 0]


def test_that_slow_tools_do_fewer_calls() -> None:
    """The same ones of all, at least three, and none that the reference did not do."""
    called: list[int] = []

    def slow(number: int) -> float:
        called.append(number)
        return float(sum(range(200_000)) * 0 + number)

    right = [float(number) for number in range(20)]
    slowly = Entrant("slow", slow, lambda _, found: found)
    result = hold(contest(entrant("ours", right), slowly, calls=20), rounds=4, budget=1e-4)
    ours, theirs = result.standings
    assert ours.calls == 20
    assert (theirs.calls, theirs.rounds, theirs.wrong) == (3, 1, 0)
    assert len(called) == 3
    result = hold(contest(slowly, entrant("quick", right), calls=20), rounds=1, budget=1e-4)
    assert [standing.calls for standing in result.standings] == [3, 3]


@pytest.mark.parametrize(
    ("found", "expected", "same"),
    [
        (math.inf, math.inf, True),
        (math.inf, 3.0, False),
        (3.0, math.inf, False),
        (1000.0005, 1000.0, True),
        (1000.01, 1000.0, False),
        (0.0, 0.0, True),
    ],
)
def test_agreement(found: float, expected: float, same: bool) -> None:
    """No way is an answer like any other."""
    assert agree(found, expected) == same


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [1, 7, 40])
def test_made_maps(kind: str, size: int) -> None:
    """They are the same each time; paths are in connected floor, and all costs are on floor."""
    case = made(kind, size, 9)
    again = made(kind, size, 9)
    assert case.walkable.tobytes() == again.walkable.tobytes()
    assert case.queries == again.queries
    assert case.costs.tobytes() == again.costs.tobytes()
    assert case.walkable.shape == (size, size)
    assert len(case.queries) == 9
    assert all(math.isfinite(plain_cost(case, query, "uniform")) for query in case.queries[:3])
    assert ((case.costs > 0) == case.walkable).all()
    assert set(np.unique(case.costs).tolist()) <= set(range(10))


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("peer", peers.PEERS, ids=lambda peer: peer.tool or peer.name)
@pytest.mark.filterwarnings("ignore")
def test_peers(peer: peers.Peer, rule: peers.Rule) -> None:
    """Where it is installed, a peer of our rules gives a plain search's answers."""
    pytest.importorskip(peer.module)
    split = np.ones((6, 5), np.bool_)
    split[3] = False
    cases = [made(kind, 24, 6) for kind in KINDS]
    cases.append(GridCase("split", split, ((0, 0, 4, 5), (1, 1, 1, 1), (0, 0, 4, 2))))
    for case in cases:
        entrant = peer.entrant(case, rule)
        if entrant is None:
            assert rule not in peer.prepare
            return
        for number, query in enumerate(case.queries):
            found = entrant.figure(number, entrant.call(number))
            expected = plain_cost(case, query, rule)
            assert peer.rule or agree(found, expected)
            assert math.isfinite(found) or case.name == "split"


def test_what_ways_cost() -> None:
    """Steps count by the cells that they enter, or by the mean of both."""
    costs = np.array(((1, 4), (9, 2)), np.float32)
    way = [(0, 0), (0, 1), (1, 0)]
    root = math.sqrt(2)
    assert peers.walked(way, None, "uniform") == 1 + root
    assert peers.walked(way, costs, "entered") == pytest.approx(4 + 9 * root)
    assert peers.walked(way, costs, "mean") == pytest.approx(2.5 + 6.5 * root)
    assert peers.walked(way[:1], costs, "mean") == 0.0
    assert peers.walked([], costs, "mean") == math.inf


def test_absent_peers_are_named() -> None:
    """Peers are listed whether installed or not; unknown names are refused."""
    present, absent = peers.chosen(None)
    assert {peer.name for peer in present} | set(absent) == {peer.name for peer in peers.PEERS}
    assert peers.chosen([]) == ([], [])
    with pytest.raises(NavcoreError, match="no peer is named 'astarix'; there are semita, "):
        peers.chosen(["astarix"])


def test_levels_and_edits() -> None:
    """The same story each time, of the kinds that it promises."""
    level = strewn(256)
    assert World.build(level).grid.width == pytest.approx(256, abs=2)
    assert len(level.obstacles) == 62
    assert sum(area.door for area in level.areas.values()) == 24
    story = list(edits(level, 400))
    assert [edit.after for _, edit in story] == [edit.after for _, edit in edits(level, 400)]
    kinds = {"door": 0, "new or gone": 0, "changed": 0}
    before = level
    for after, edit in story:
        (old,), (new,) = edit.before.values(), edit.after.values()
        assert after == edit.apply(before)
        if old is None or new is None:
            kinds["new or gone"] += 1
        elif isinstance(new, Area) and new.door:
            kinds["door"] += 1
        else:
            assert isinstance(new, Polygon)
            kinds["changed"] += 1
        before = after
    shares = {kind: count / len(story) for kind, count in kinds.items()}
    assert shares == pytest.approx({"door": 0.1, "new or gone": 0.1, "changed": 0.8}, abs=0.05)


def test_baking() -> None:
    """Both ways of baking agree, as do updates and builds."""
    result = bake(96, rounds=1, budget=0.1)
    assert [standing.tool for standing in result.standings][-1] == "shapely"
    assert all(standing.wrong == 0 for standing in result.standings)
    result = update(64, 25, rounds=2, budget=0.2)
    assert [standing.wrong for standing in result.standings] == [0, 0]
    assert result.standings[0].calls == 25


def test_that_wrong_cells_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bake that lacks a cell is not timed."""
    build = World.build

    def lacking(level: Any, **options: Any) -> World:
        world = build(level, **options)
        cells = world.grid.walkable.copy()
        row, column = np.argwhere(cells)[len(cells)]
        cells[row, column] = 0
        grid = type(world.grid).from_array(cells)
        return World.from_grid(grid)

    monkeypatch.setattr(World, "build", staticmethod(lacking))
    result = bake(64, rounds=1, budget=0.1)
    assert [standing.wrong for standing in result.standings] == [1, 1, 0]
    assert result.standings[0].ratio is None


def test_loading() -> None:
    """The loaded result equals the saved one."""
    assert [one.wrong for one in load(30, rounds=1, budget=0.1).standings] == [0, 0]


def test_report() -> None:
    """Ratios are summarised by their geometric mean; rows without one give the reason."""
    ours, theirs = entrant("ours", [1.0]), entrant("theirs", [2.0])
    wrong = hold(contest(ours, theirs, calls=1), rounds=1, budget=1.0)
    other = entrant("other", [3.0], "cuts corners")
    right = hold(contest(ours, other, calls=1), rounds=1, budget=1.0)
    slower = [
        replace(right, standings=(right.standings[0], replace(right.standings[1], ratio=ratio)))
        for ratio in (2.0, 8.0)
    ]
    lines = {line.tool: line for line in report.summary([wrong, *slower])}
    assert lines["ours"].ratio == pytest.approx(1.0)
    assert (lines["theirs"].cases, lines["theirs"].wrong) == (0, 1)
    assert lines["other"][5:8] == pytest.approx((4.0, 2.0, 8.0))
    assert lines["other"].rule == "cuts corners"
    rows = report.summary_rows([wrong, right])
    assert rows[1] == ("query", "theirs", "0", "", "", "", "1 wrong")
    assert {len(row) for row in rows} == {len(report.SUMMARY_HEADERS)}
    assert {len(row) for row in report.rows([wrong, right])} == {len(report.HEADERS)}
    data = json.loads(json.dumps(report.as_data([wrong], ["semita"], 1), allow_nan=False))
    assert data["absent"] == ["semita"]
    assert data["results"][0]["tools"][1]["ratio"] is None
    assert data["summary"][1]["ratio"] is None


def hall(folder: Path, length: str) -> tuple[Path, Path]:
    """Write a map with a wall across it, and a scenario of three queries."""
    map_file, scen_file = folder / "hall.map", folder / "hall.map.scen"
    map_file.write_text("type octile\nheight 3\nwidth 4\nmap\n....\n.@@.\n....\n")
    scen_file.write_text(
        f"version 1\n0 hall.map 4 3 0 0 3 0 3\n0 hall.map 4 3 0 0 0 2 {length}\n"
        "0 hall.map 4 3 1 0 1 2 4\n"
    )
    return map_file, scen_file


def test_command(tmp_path: Path, capsys: Output) -> None:
    """Everything at a small size, in a table and as JSON."""
    out = tmp_path / "bench.json"
    small = ["--sizes=16", "--queries=3", "--rounds=1", "--edits=3", "--budget=.01", "--peers=none"]
    assert main(["bench", *small, "--json", str(out)]) == 0
    text = capsys.readouterr().out
    data = json.loads(out.read_text(encoding="utf-8"))
    assert data["format"] == "waywright-bench"
    works = [result["work"].partition(",")[0] for result in data["results"]]
    assert [*dict.fromkeys(works)] == list(WORKS)
    assert all(tool["wrong"] == 0 for result in data["results"] for tool in result["tools"])
    assert all(kind in text for kind in KINDS)
    assert "not installed" not in text


def test_command_with_files(tmp_path: Path, capsys: Output) -> None:
    """Published lengths are held; one that is not met is an answer of its own."""
    files = [str(file) for file in hall(tmp_path, "2")]
    quick = ["--rounds", "1", "--budget", "0.01", "--peers", "none"]
    assert main(["bench", *files, *quick]) == 0
    text = capsys.readouterr().out
    assert "hall" in text
    assert "bake" not in text
    hall(tmp_path, "2.5")
    assert main(["bench", *files, *quick]) == 1
    assert "1 wrong" in capsys.readouterr().out


def test_scenarios(tmp_path: Path) -> None:
    """A length of 0 between different cells says that there is no way."""
    case = from_files(*hall(tmp_path, "0"), 60)
    assert case.lengths == (3.0, math.inf, 4.0)
    assert from_files(*hall(tmp_path, "2"), 2).queries == ((0, 0, 3, 0), (1, 0, 1, 2))
    map_file, scen_file = hall(tmp_path, "2")
    scen_file.write_text("0 hall.map 4 3 1 1 3 0 3\n")
    with pytest.raises(NavcoreError, match="line 1: start and goal must be walkable"):
        from_files(map_file, scen_file, 60)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--work", "query,sleep"], "no work is named 'sleep'; there is query, "),
        (["--peers", "nobody"], "no peer is named 'nobody'"),
        (["a.scen", "a.map"], "a.scen: name its map before it"),
        (["a.map"], "a.map: name its queries after it, a .scen or a .csv"),
        (["a.map", "a.scen"], "a.map: can't be read: no such file"),
        (["--sizes", "16,0"], "'0' is not a whole number from 1"),
        (["--sizes", "9999"], "'9999' has a size over 4096"),
        (["--budget", "never"], "'never' is not a number of seconds over 0"),
    ],
)
def test_refusals(arguments: list[str], told: str, capsys: Output) -> None:
    """Errors for bad input name the allowed values."""
    assert main(["bench", *arguments]) == 2
    assert told in capsys.readouterr().err


def test_which_work_files_are_for() -> None:
    """Files are for the work that reads them; without any there is all work."""
    files = [Path(name) for name in ("a.map", "a.scen", "b.map", "b.csv")]
    scenario, lengths = paired(files)
    assert works_for(()) == list(WORKS)
    assert works_for([scenario])[0] == "query"
    assert "smooth" not in works_for([scenario])
    assert works_for([lengths]) == ["smooth"]
