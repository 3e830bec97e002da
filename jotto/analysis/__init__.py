"""Many games: what a strategy is worth over every secret."""
