"""What is scored: rules, word lists, ready-made games."""
