"""The icons of the page: what it names is served, in the size it says."""

import json
import re
import struct
from urllib.request import urlopen

PNG, SIGNATURE = "image/png", b"\x89PNG\r\n\x1a\n"


def test_every_icon_is_a_picture_of_its_size(server):
    def got(path: str) -> tuple[str, bytes]:
        with urlopen(server.address + path, timeout=60) as answer:
            return answer.headers["Content-Type"], answer.read()

    named = json.loads(got("/app.webmanifest")[1])["icons"]
    icons = [(icon["src"], icon["sizes"], icon["type"]) for icon in named]
    touched = re.findall(r'touch-icon" href="(.+?)" sizes="(.+?)"', got("/")[1].decode())
    icons += [(path, sizes, PNG) for path, sizes in touched]
    assert {sizes for _, sizes, kind in icons if kind == PNG} == {"180x180", "192x192", "512x512"}
    for path, sizes, kind in icons:
        found, drawn = got(path)
        assert found == kind
        if kind == PNG:
            width, height = struct.unpack(">II", drawn[16:24])  # of the first chunk
            assert (drawn[:8], f"{width}x{height}") == (SIGNATURE, sizes)
