"""Choosing guesses from a matrix of scores; nothing here depends on letters."""
