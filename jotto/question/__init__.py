"""What is asked: one table of fields, how what was not said is filled in, and the game it makes."""
