"""Results of the tests of a level, and which of them an edit may change."""
