"""``jotto serve`` and ``jotto page``: the assistant as a page, for a browser or a phone."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import jotto
from jotto import assistant, files, games
from jotto.cli import options as opt
from jotto.cli.options import Asked, game_options, option
from jotto.cli.render import say
from jotto.cli.review import finished_games, saved_games
from jotto.errors import GameError, JottoError, to_install
from jotto.question.fields import WORDS
from jotto.question.filling import filled
from jotto.question.forms import check_strategy, named_plainly
from jotto.question.making import saved_options
from jotto.question.texts import FORM_GAMES

PAGE_FILE = opt.output_file("Where to write it.", "-o", "--output", show_default=True)


@game_options(*opt.ADVISER, house=True)
def serve(
    table: Asked,
    port: Annotated[int, option("N", "The port to listen on.", min=1, max=65535)] = 8765,
    lan: Annotated[bool, "Let in phones on this network that open the printed link."] = False,
    new_link: Annotated[bool, "Make a new link; the old one stops working."] = False,
    certificate: Annotated[opt.File, "The TLS certificate, to serve https."] = None,
    key: Annotated[opt.File, "The private key of the certificate."] = None,
    url: Annotated[
        str | None, "URL", "The public address, if a proxy is in front, https://NAME."
    ] = None,
    workers: Annotated[int, option("N", "How many processes to run (needs --url).", min=1)] = 1,
    lists: Annotated[
        list[str] | None, "FILE", "A word list that players can choose. Repeat it for more."
    ] = None,
    api: Annotated[bool, "Also answer requests from programs, at /api."] = False,
    embed: Annotated[
        list[str] | None, "SITE", "A site that may show the page in a frame. Repeat it for more."
    ] = None,
) -> None:
    """Serve the assistant as a page, for a browser or a phone.

    It listens on this machine only, unless --lan is given. With --url it runs behind a reverse
    proxy, and anyone who has the address can play. Ctrl-C stops it. Every game is saved at every
    change, and jotto play --resume can continue it.

    Example: jotto serve --lan

    Example: jotto serve --url https://jotto.example.org --workers 2
    """
    if not all(map(find_spec, ("starlette", "uvicorn", "segno"))):  # the extra jotto[web]
        raise GameError(f"the page needs more packages: {to_install('web')}")
    from jotto.web import server

    assistant.sentences.catalogue()  # what is wrong is said now, not to each visitor
    assistant.page_file.core()
    try:
        check_strategy(str(table.strategy))
    except GameError as error:
        if not api:  # programs are advised by it
            raise
        opt.note(error)
    private = lan or url is not None
    further = dict(map(named_list, lists or ()))
    made = partial(application, table, further, private, workers if api else 0)
    folder, tls = files.user_folder("state"), (certificate, key)
    ready = partial(server.run, made, folder=folder, new_token=new_link, tls=tls, api=api)
    ready(port=port, lan=lan, url=url, workers=workers, embed=embed or ())


@game_options("strategy", "book", "boards", without=("plain",), house=True)
def page(
    table: Asked,
    screen: opt.OutputOptions,
    output: Annotated[Path, PAGE_FILE] = Path("jotto.html"),
) -> None:
    """Write the assistant as one HTML file, with four games.

    They are Jotto, Wordle, Quordle and Mastermind. With options it has the game, the lists and the
    advice of these options, and the same list with colours, on one board and on four. A browser
    opens it from the phone's storage or from any web space. It needs no network, and the games stay
    in that browser. Matches need jotto serve.

    Example: jotto page -o jotto.html

    Example: jotto page --game quordle -o quordle.html
    """
    game, chosen, further = _of_file(table)
    others = map(_of_file, beside_of(table))
    beside = [assistant.page_file.data_of(*other[:2], **other[2]) for other in others]
    offers = assistant.page_file.offers_of(
        saved_options(table), noisy=game.noisy, words=table.game == WORDS and game.rule.number >= 0
    )
    text = assistant.page_file.page(game, chosen, offers=offers, beside=beside, **further)
    files.save("page", output, [text])
    if not screen.shows(file=str(output), bytes=len(text.encode())):
        say(f"{output}: {len(text.encode()) / 1000:,.0f} kB")


def _of_file(table: Asked) -> tuple[jotto.Game[Any], jotto.Strategy, dict[str, Any]]:
    """Return a game, who advises, and what else a page needs of them."""
    game = table.make_game()
    chosen = table.adviser(game, live=True)
    name, about = named_plainly(table, game)
    of_day = assistant.daily.places(table, game, chosen.avoid)
    usual = about == f"{len(game):,} English words"  # then the page says how it is played
    facts = {"title": f"{name}, {about}", "name": name, "about": "" if usual else about}
    return game, chosen, {**facts, "of": str(table.game), "daily": of_day, "boards": table.boards}


def beside_of(table: Asked) -> list[Asked]:
    """Return the further games of a file: colours on one board and on four; Mastermind as well.

    The last is there if no other game, list or rule was asked for. What does not go with an option
    is left out, as four boards do where answers may be false.
    """
    if table.game != WORDS or table.lies or table.make_game().noisy:
        return []
    made = []
    for layer in ({"rule": "colours", "boards": 1}, {"rule": "colours", "boards": 4}):
        with suppress(JottoError):
            other = filled("page", *table.layers, layer, house=table.house, kind=Asked)
            game = other.make_game()
            jotto.Session(game, other.adviser(game, live=True), boards=other.boards)
            made.append(other)
    same = [(other.rule, other.boards) for other in made]
    if (table.rule, table.boards) in same:
        del made[same.index((table.rule, table.boards))]
    said = {n for layer in table.layers for n, value in layer.items() if value is not None}
    if said <= {"order"}:
        made.append(filled("page", {"game": "mastermind"}, house=table.house, kind=Asked))
    return made


def named_list(file: str) -> tuple[str, str]:
    """Return the name and the path of a word list that can be chosen. Raises FileError."""
    path = Path(file)
    words = games.words.read_words(path)
    return f"{path.stem}: {len(words):,} words of {len(words[0])} letters", str(path.absolute())


def application(asked: Asked, lists: Mapping[str, str], private: bool, processes: int) -> Any:
    """Return what serve serves, with stores of its own; programs ask so many such processes."""
    from jotto.web import api, app, games as kept

    options = saved_options(asked)
    if not any("prior" in layer for layer in (asked.house, *asked.layers)):
        del options["prior"]  # that of each game is the usual one of its rule
    games.registry.typed.add(str(options["game"]))  # by who began the server, in another process

    store, matches = saved_games(synced=False), saved_games("match", synced=False)
    shelf = finished_games(synced=False)
    shelves = kept.Games(store, private=private), kept.Matches(matches)
    programs = api.made(asked, {str(options["game"]), *FORM_GAMES}, processes)
    return app.Server(*shelves, shelf, options, lists, programs).app()
