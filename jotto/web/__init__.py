"""The page: the assistant in a browser, on a phone at the table."""
