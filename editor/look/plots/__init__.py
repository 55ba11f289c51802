"""Charts by pyqtgraph, which takes a third of a second to import: import this room when needed."""
