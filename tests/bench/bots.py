"""How strong the bots are, and how long they think.

One bot sits against a whole table of another kind, at each seat in turn; it wins when it finishes
first. "Classic" is a bot that people wrote for this game before; it plays here only.
"""

import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from game.engine import (
    CARDS,
    Action,
    Pass,
    Place,
    SeatView,
    apply,
    choose,
    continent_of,
    deal,
    new_game,
    number_of,
    seat_view,
)
from tests.bench.figures import Figure, shuffled

Bot = Callable[[SeatView, random.Random], Action]


def classic(view: SeatView, rng: random.Random) -> Action:
    """Lays the playable card with the highest score; it never declines a bonus."""
    if not view.playable:
        return Pass()
    best = max(view.playable, key=lambda card: (classic_score(card, view.hand), rng.random()))
    return Place(best, continent_of(best))


def classic_score(card: str, hand: tuple[str, ...]) -> float:
    number, index = number_of(card), CARDS.index(card)
    score = 3.0 if number == 12 else 0.0
    sides = []
    if 1 < number <= 6:
        sides.append(CARDS[index - number + 1 : index][::-1])
    if 6 <= number < 12:
        sides.append(CARDS[index + 1 : index - number + 13])
    for side in sides:
        own = [step for step, beyond in enumerate(side, 1) if beyond in hand]
        score += len(own) - 0.3 * (len(side) - len(own))
        score += 1 if side[0] in hand else -1
        score += 0.3 * max(own, default=0)
    return score if sides else score + 0.5


BOTS: dict[str, Bot] = {
    "beginner": partial(choose, level="beginner"),
    "medium": partial(choose, level="medium"),
    "good": partial(choose, level="good"),
    "classic": classic,
}


class Match(NamedTuple):
    bot: str
    others: str
    seats: int
    bar: float = 0  # the share of games the bot must win


MATCHES = [
    Match("medium", "beginner", 4, bar=0.40),
    Match("good", "beginner", 4, bar=0.53),
    Match("good", "classic", 4, bar=0.27),
    Match("classic", "beginner", 4),
    Match("medium", "classic", 4),
    *(Match(bot, "beginner", seats) for seats in (3, 5, 6) for bot in ("medium", "good")),
    *(Match("good", "classic", seats) for seats in (3, 5, 6)),
]
THINK_BARS = {"medium": 1.0, "good": 5.0}  # milliseconds, the median


def winner(bots: list[Bot], rng: random.Random, think: dict[Bot, list[float]]) -> int:
    """The seat that finishes first; the time of each decision that was one goes to `think`."""
    state = new_game(deal(rng, len(bots)))
    while not state.places:
        assert state.to_move is not None
        view = seat_view(state, state.to_move)
        bot = bots[state.to_move]
        start = time.perf_counter()
        action = bot(view, rng)
        if len(view.playable) > 1:
            think[bot].append((time.perf_counter() - start) * 1000)
        state, _ = apply(state, state.to_move, action)
    return state.places[0]


def won_share(match: Match, games: int, think: dict[Bot, list[float]]) -> float:
    rng = random.Random(f"{match}")
    won = 0
    for game in range(games):
        seat = game % match.seats
        bots = [BOTS[match.others]] * match.seats
        bots[seat] = BOTS[match.bot]
        won += winner(bots, rng, think) == seat
    return won / games


def figures(short: bool) -> list[Figure]:
    """The shares of the games won, and the medians of the turns with a choice."""
    think: dict[Bot, list[float]] = {bot: [] for bot in BOTS.values()}
    told = []
    for match in [match for match in MATCHES if match.bar or not short]:
        # Those without a bar are for comparison only.
        games = 100 if short else 20_000 if match.bar else 5_000
        share = 100 * won_share(match, games, think)
        what = f"{match.bot} against {match.seats - 1} × {match.others}, games won"
        bar = 100 * match.bar or None
        told.append(Figure(what, share, "%", 100 / match.seats, bar=bar, more=True))
    floor = statistics.median(shuffled() for _ in range(100))
    for name, bar in THINK_BARS.items():
        took = statistics.median(think[BOTS[name]])
        told.append(Figure(f"{name}, thinks", took, "ms", floor, bar=bar))
    return told
