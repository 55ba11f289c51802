# Reads the .grid.txt of Waywright, Godot 4: x to the right, z up on the canvas, metres.
# The first row of the file is the lowest z, the bottom of the picture.
# Godot has z towards you: is_walkable(position.x, -position.z). Add *.txt to the export's filters.
class_name WalkableGrid
extends RefCounted

var header := {}
var rows := PackedStringArray()
var min_x: float
var min_z: float
var cell: float


func _init(path: String) -> void:
	for line in FileAccess.get_file_as_string(path).split("\n"):
		var words := line.replace("\t", " ").strip_edges().split(" ", false)
		if words.size() > 1:
			header[words[0]] = words[1].strip_edges()
		elif words.size() == 1:
			rows.append(words[0])
	min_x = float(header["minX"])
	min_z = float(header["minZ"])
	cell = float(header["cellSize"])


func is_walkable(x: float, z: float) -> bool:
	var column := floori((x - min_x) / cell)
	var row := floori((z - min_z) / cell)
	if row < 0 or row >= rows.size() or column < 0 or column >= rows[row].length():
		return false
	return rows[row][column] == "1"
