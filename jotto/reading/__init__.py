"""Text from outside: words, weights, dates, results, turns; each line used, reported or refused."""
