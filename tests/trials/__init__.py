"""Random trials of jotto: one module each, all played by ``python tests/trials``; see runner.py."""
