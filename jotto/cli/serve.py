"""``jotto serve``: the assistant as a page in a browser, on a phone at the table."""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from typing import Annotated

from jotto import assistant
from jotto.cli import history as past, render
from jotto.cli.help import File, number, option, switch
from jotto.cli.options import (
    DEFAULT_STRATEGY,
    Booked,
    Seed,
    StrategyName,
    Table,
    game_options,
    kept_options,
)
from jotto.errors import GameError

NEEDED = ("starlette", "uvicorn", "segno")  # the extra jotto[web]
PORT = 8765


@game_options(house=True)
def serve(
    table: Table,
    strategy: StrategyName = DEFAULT_STRATEGY,
    seed: Seed = 0,
    book: Booked = True,
    port: Annotated[int, number("The port to listen on.")] = PORT,
    lan: Annotated[
        bool, switch("Let phones on this network in, by a link that is shown.", "--lan")
    ] = False,
    new_link: Annotated[
        bool, switch("Make a new link: who came by the old one is out.", "--new-link")
    ] = False,
    certificate: Annotated[File, option("FILE", "A certificate, for https.")] = None,
    key: Annotated[File, option("FILE", "The key of the certificate.")] = None,
) -> None:
    """Serve the assistant as a page, for a browser or a phone.

    It listens on this machine only, unless --lan is given. Ctrl-C ends it; every game is saved at
    every change, and jotto play --resume continues it as well.

    Example: jotto serve --lan
    """
    if missing := " ".join(name for name in NEEDED if not find_spec(name)):
        raise GameError(f"the page needs more packages: pip install {missing}")
    from jotto.web import running
    from jotto.web.app import Server
    from jotto.web.games import Games
    from jotto.web.matches import Matches

    folder = render.state_folder()
    options = kept_options(table, strategy=strategy, seed=seed, book=book)
    record = partial(assistant.history.append, past.place())
    server = Server(Games(folder, private=lan), Matches(folder), options, record)
    running.run(
        server.app,
        folder=folder,
        port=port,
        lan=lan,
        new_token=new_link,
        certfile=certificate,
        keyfile=key,
    )
