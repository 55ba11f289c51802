"""What is typed for a number or a place: units, sums, both decimal signs."""
