"""Trees: a strategy written out, as a value and in files."""
