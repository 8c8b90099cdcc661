"""Recorded cases: their format, the facets they ask for, how answers are compared with what was recorded."""
