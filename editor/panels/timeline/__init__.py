"""The play bar and the time line below it."""
