"""What a tree is to be best at: the texts of aims, read in one place."""

import re
from typing import NamedTuple

from jotto.errors import GameError, meant, quoted

MEAN = "mean"
AIMS = (MEAN, "worst", "mean,worst", "worst,mean", "within:K", "within:K,mean")
WITHIN = re.compile(r"within:0*([1-9][0-9]{0,8})(,mean)?")


class Aim(NamedTuple):
    """An aim: its text, as it is written in files, and for ``within:K`` the number K."""

    text: str
    within: int | None = None


def aim_after(text: str, made: int) -> str:
    """Return what is left of an aim after some guesses of a game: K counts down, then the mean.

    >>> aim_after("within:4,mean", 1), aim_after("within:4", 4), aim_after("worst", 4)
    ('within:3,mean', 'mean', 'worst')
    """
    aim = read_aim(text)
    if aim.within is None:
        return aim.text
    return aim.text.replace(str(aim.within), str(left)) if (left := aim.within - made) > 0 else MEAN


def read_aim(text: object) -> Aim:
    """Read an aim. Raises GameError.

    >>> read_aim("within:04,mean"), read_aim("worst,mean")
    (Aim(text='within:4,mean', within=4), Aim(text='worst', within=None))
    """
    text = str(text)
    if limited := WITHIN.fullmatch(text):
        number, then = limited.groups(default="")
        return Aim(f"within:{number}{then}", int(number))
    if text not in AIMS[:4]:
        kinds = f"{'; '.join(AIMS)}, where K is a number of guesses, 1 or more"
        near = meant(text, (*AIMS[:4], "within:4", "within:4,mean"))
        raise GameError(f"{quoted(text)} is not an aim; there are {kinds}{near}").about("aim")
    return Aim("worst" if text == "worst,mean" else text)
