"""Random trials of jotto, a module each: ``python scripts/trials`` plays them; see runner.py."""
