"""The real program serving its page, one for the tests of a file."""

import pytest
from serving import served


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with served(tmp_path_factory.mktemp("serve")) as one:
        yield one
