"""Days as chats and tables write them: 26.11.26, 11/26/2026, 2026-11-26, Nov 26, 2026."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import date, timedelta
from functools import lru_cache

from jotto.errors import GameError, quoted

EPOCH = date(1970, 1, 1)
FIRST, LAST = EPOCH, date(9998, 12, 31)  # days with weeks and practice around them
ORDERS = {"day": (2, 1, 0), "month": (2, 0, 1), "year": (0, 1, 2)}  # where year, month, day are
PART = r"[./\-\u5e74\u6708\ub144\uc6d4] ?"  # between numbers; year and month in Chinese and Korean
NUMBERS = rf"\d{{1,4}}{PART}\d{{1,2}}{PART}\d{{2,4}}(?!\d)[.\u65e5\uc77c]?"
MONTH, TH = r"[^\W\d_]{3,10}\.?", r"(?:\.|st|nd|rd|th)?"
NAMED = (
    r"(?:[^\W\d_]{2,12}[,.]? )?"
    rf"(?:\d{{1,2}}{TH}[ -](?:de |of )?{MONTH},?[ -](?:de )?\d{{2,4}}(?![\d:])"
    rf"|{MONTH} \d{{1,2}}{TH},? \d{{4}})"
)
DAY = f"(?:{NUMBERS}|{NAMED})"
IN_TEXT = re.compile(DAY)
SECONDS = re.compile(r"(\d{9,10})(?:\d{3})?(?:\.\d+)?")  # since 1970, or thousandths
# how months begin, in the languages of Western Europe
MONTHS = (
    "jan ene gen|feb f\xe9v|mar m\xe4r mrt maa|apr abr avr|may mai mag mei maj|jun juin giu|"
    "jul juil lug|aug ago ao\xfb|sep set|oct okt ott out|nov|dec dez dic d\xe9c"
)


def day_of(value: object) -> str:
    """Return the day in a cell or a field, as it is written; empty if it has none.

    Numbers are seconds since 1970, or thousandths of them, and give the day in UTC.

    >>> day_of("2026-11-26T21:14:05+00:00"), day_of(1795727645123), day_of("today at 21:14")
    ('2026-11-26', '2026-11-26', '')
    """
    text = str(value).strip()
    if found := SECONDS.fullmatch(text):
        return (EPOCH + timedelta(seconds=int(found[1]))).isoformat()
    if found := IN_TEXT.search(text):
        return found[0]
    return text if re.fullmatch(r"[\d./ -]+", text) else ""


@lru_cache(maxsize=4096)
def dated(text: str, order: str) -> date | None:
    """Return a date; None if it is none in this order.

    >>> dated("3/4/26", "month"), dated("26. Nov. 2026", "day"), dated("2026-13-26", "day")
    (datetime.date(2026, 3, 4), datetime.date(2026, 11, 26), None)
    """
    parts, named = re.findall(r"\d+", text), _month(text)
    if named and len(parts) == 2:
        parts.insert(1, str(named))
        order = "day"
    places = ORDERS["year" if parts and len(parts[0]) == 4 else order]
    with suppress(ValueError, IndexError, OverflowError):
        year, month, day = (int(parts[place]) for place in places)
        if len(parts[places[0]]) not in (2, 4) or (year < 100 and len(parts[places[0]]) == 4):
            return None
        found = date(year + 2000 * (year < 100), month, day)
        return found if FIRST <= found <= LAST else None
    return None


def _month(text: str) -> int:
    """Return the number of the month that a text names; 0 if it names none."""
    for word in reversed(re.findall(r"[^\W\d_]+", text.casefold())):
        for number, beginnings in enumerate(MONTHS.split("|"), 1):
            if word.startswith(tuple(beginnings.split())):
                return number
    return 0


def order_of(days: Sequence[str], dates: str | None) -> tuple[str, str]:
    """Return what comes first in dates with dots, and in others: day or month.

    The person says it, or the dates show it: only one order makes dates of all of them, or of
    more, or only one has them ascend, as in a chat. In dates with dots it is else the day. Raises
    GameError.
    """
    if dates is not None and dates not in ("day", "month"):
        raise GameError(f"dates {quoted(dates)}: write day or month").about("dates")
    dotted = _shown([day for day in days if "." in day], None) or "day"
    others = [day for day in days if "." not in day]
    found = _shown(others, dates)
    if found is None:
        wrong = quoted(next(day for day in others if _is_open(day)))
        wrong += ": say whether the day or the month comes first in dates"
        raise GameError(wrong).about("dates")
    return dotted, found


def in_order(text: str, orders: tuple[str, str]) -> date | None:
    """Return a date in the order of ``order_of``."""
    return dated(text, orders["." not in text])


def _is_open(day: str) -> bool:
    return dated(day, "day") != dated(day, "month")


def _shown(days: Sequence[str], told: str | None) -> str | None:
    """Return the order that dates show; None if they show none."""
    open_ones = [day for day in days if _is_open(day)]
    if told is not None or not open_ones:
        return told or "day"
    read = {order: [d for t in open_ones if (d := dated(t, order))] for order in ("day", "month")}
    most = max(map(len, read.values()))
    whole = {order: of for order, of in read.items() if len(of) == most}
    fits = [order for order, of in whole.items() if of == sorted(of)]
    fits = fits if len(fits) == 1 else list(whole)
    return fits[0] if len(fits) == 1 else None
