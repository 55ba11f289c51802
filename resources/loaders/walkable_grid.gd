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
	for line in FileAccess.get_file_as_string(path).replace("\r", "").split("\n"):
		var words: PackedStringArray = line.replace("\t", " ").split(" ", false)
		if words.size() > 1:
			header[words[0]] = words[1]
		elif words.size() == 1 and words[0][0] in "01":
			rows.append(words[0])
	min_x = float(header["minX"])
	min_z = float(header["minZ"])
	cell = float(header["cellSize"])
	if rows.size() != int(header["gridDepth"]):
		push_error("%s: the grid is cut off" % path)


func is_walkable(x: float, z: float) -> bool:
	var column := (x - min_x) / cell
	var row := (z - min_z) / cell
	if not (row >= 0 and row < rows.size() and column >= 0):
		return false
	var cells := rows[int(row)]
	return column < cells.length() and cells[int(column)] == "1"
