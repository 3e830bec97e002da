"""What pages of another site can do with ours, in a real browser: they can link to it."""

import json
import re
import time

import pytest
from phone import Phone
from serving import files_served, served

from jotto.web.server import lan_addresses

PAGE = "<!doctype html><title>elsewhere</title><link rel=icon href=data:,><p>"  # scripts fill it


def lines_of(server, text, number=1):
    """The lines of the log that hold a text, as soon as there are so many."""
    until = time.monotonic() + 20
    while True:
        found = [line for line in server.log.splitlines() if text in line]
        if len(found) >= number or time.monotonic() > until:
            return found
        time.sleep(0.03)


@pytest.mark.parametrize("where", ["on this computer", "in the network"])
def test_another_site_can_link_here_and_nothing_else(browser, tmp_path, where):
    """Browsers send Sec-Fetch-Site to this computer, but without https not to others."""
    here = where == "on this computer"
    if not (here or lan_addresses()):
        pytest.skip("needs a network")
    address = "127.0.0.1" if here else lan_addresses()[0]
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "index.html").write_text(PAGE)
    with served(tmp_path, "--lan") as server, files_served(tmp_path / "pages") as port:
        other = f"http://localhost:{port}/"  # the name of the host differs, not only the port
        token = re.search(r"token=(\S+)", lines_of(server, "token=")[0])[1]
        ours = f"http://{address}:{server.port}"
        phone = Phone(browser, ours)
        browser.tell("Network.clearBrowserCookies")

        def go(what):
            """Go to the other site, and run a script there."""
            browser.visit(other)
            browser.run(what)

        def follow(link):
            go(f"document.body.innerHTML = '<a href=\"{link}\">our page</a>'")
            browser.one("a").click()

        follow(f"{ours}/")
        assert phone.wait("document.querySelector('h1').textContent === 'Not admitted'")
        follow(f"{ours}/?token={token}")
        assert phone.wait(f"location.href === '{ours}/' && document.querySelector('header')")
        cookie = browser.driver.get_cookie("jotto")
        assert (cookie["sameSite"], cookie["httpOnly"]) == ("Lax", True)

        phone.begin()
        phone.score("1,1")
        game = browser.run("return location.pathname")
        for link in (game, f"/?token={token}", "/"):
            follow(f"{ours}{link}")
            phone.see(".turn .score" if link == game else f'a[href="{game}"]')
            assert browser.driver.get_cookie("jotto") == cookie
        path = game.replace("/game/", "/data/saved/")
        kept = f"JSON.parse(localStorage.getItem('jotto game {game[6:]}'))"
        assert phone.wait(f"{kept}.sent === {kept}.version")
        version = str(phone.run(f"return {kept}.server"))
        move = json.dumps({"version": version, "game": "{}", "gone": "yes"})

        data = ours + path
        form = f"<form method=post action={data} enctype=text/plain><input name=at></form>"
        go(f"document.body.innerHTML = '{form}'; document.forms[0].submit()")
        assert len(lines_of(server, "sent from elsewhere")) == 1
        go(
            f"document.body.innerHTML = '<img src={data}><iframe src={data}></iframe>';"
            f"for (const method of ['GET', 'POST']) fetch('{data}',"
            " {method, mode: 'no-cors', credentials: 'include', body: method === 'POST' ?"
            f" '{move}' : null}})"
        )
        refused = lines_of(server, f"'GET' '{path}'", 3)
        why = "asked for by another site: 'cross-site'" if here else "no device that was admitted"
        assert [line.rpartition(": 403 ")[2] for line in refused] == [why] * 3
        assert len(lines_of(server, "sent from elsewhere", 2)) == 2
        follow(f"{ours}{game}")
        phone.see(".turn .score")
        browser.complaints()  # taken from the log: they tell of what was refused
        assert all(url.startswith((ours, other, "data:", "chrome")) for url in browser.fetched())
