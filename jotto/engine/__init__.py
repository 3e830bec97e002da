"""The reasoning: a score matrix in, a decision out. It knows no letters."""
