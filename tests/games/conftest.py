"""A file of words or of weights, for tests of what is read from it."""

import pytest


@pytest.fixture
def write(tmp_path):
    """Write the one file, as bytes or in UTF-8; return its path."""

    def write(content: bytes | str):
        path = tmp_path / "list.txt"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write
