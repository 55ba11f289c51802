# Reads the .grid.json of Waywright, Godot 4: x to the right, z up on the canvas, metres.
# Row 0 has the lowest z. A file is of one storey and one agent type; links lead to other storeys.
# Godot has z towards you: cost(position.x, -position.z). Add *.json to the export's filters.
class_name JsonGrid
extends RefCounted

var layer: String
var profile: String
var rows: Array
var costs: Array
var doors: Array
var links: Array
var min_x: float
var min_z: float
var cell: float
var _exits := {}


func _init(path: String) -> void:
	var data: Variant = JSON.parse_string(FileAccess.get_file_as_string(path))
	if not data is Dictionary or data["rows"].size() != int(data["gridDepth"]):
		push_error("%s: the grid is cut off" % path)
		return
	layer = data.get("layer", "ground")
	profile = data.get("profile", "")
	rows = data["rows"]
	costs = data.get("cost", [])
	doors = data.get("doors", [])
	links = data.get("links", [])
	min_x = float(data["minX"])
	min_z = float(data["minZ"])
	cell = float(data["cellSize"])
	for link: Dictionary in links:
		for pair: Array in link["cells"]:
			var from := Vector2i(int(pair[0]), int(pair[1]))
			var to := Vector2i(int(pair[2]), int(pair[3]))
			_add_exit(from, link, to)
			if not link["oneWay"] and not link.has("toLayer"):
				_add_exit(to, link, from)


func is_walkable(x: float, z: float) -> bool:
	return cost(x, z) > 0.0


# What a metre costs here: 1 on plain ground, 0 where one can't walk.
func cost(x: float, z: float) -> float:
	var column := (x - min_x) / cell
	var row := (z - min_z) / cell
	if not (row >= 0 and row < rows.size() and column >= 0):
		return 0.0
	var cells: String = rows[int(row)]
	if not column < cells.length() or cells[int(column)] != "1":
		return 0.0
	# Where a door was shut when the file was written its cells have no cost.
	var found := 1.0 if costs.is_empty() else float(costs[int(row)][int(column)])
	return found if found > 0.0 else 1.0


# Links from a cell (column, row): each {"link", "to"}, on the storey link["toLayer"] if it has one.
func exits(from: Vector2i) -> Array:
	return _exits.get(from, [])


func _add_exit(from: Vector2i, link: Dictionary, to: Vector2i) -> void:
	if not _exits.has(from):
		_exits[from] = []
	_exits[from].append({"link": link, "to": to})
