"""The icons of the page: what it names is served, in the size it says."""

import json
import re
import struct

from serving import Visitor

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def test_every_icon_is_a_picture_of_its_size(server):
    visitor = Visitor(server.port)
    manifest = json.loads(visitor.ask("/app.webmanifest")[2])
    icons = [(icon["src"], icon["sizes"], icon["type"]) for icon in manifest["icons"]]
    page = visitor.ask("/")[2]
    touched = re.findall(r'touch-icon" href="(.+?)" sizes="(.+?)"', page)
    icons += [(path, sizes, "image/png") for path, sizes in touched]
    drawn_sizes = {sizes for _, sizes, kind in icons if kind == "image/png"}
    assert drawn_sizes == {"180x180", "192x192", "512x512"}
    for path, sizes, kind in icons:
        connection = visitor.connect()
        connection.request("GET", path, headers={"Cookie": visitor.cookie})
        response = connection.getresponse()
        drawn = response.read()
        assert (response.status, response.headers["Content-Type"]) == (200, kind)
        if kind == "image/png":
            width, height = struct.unpack(">II", drawn[16:24])  # of the first chunk
            assert (drawn[:8], f"{width}x{height}") == (SIGNATURE, sizes)
        connection.close()
