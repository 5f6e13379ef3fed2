"""How strong the bots are, and how long they think.

    python -m tests.bench.bots [--games N]

One bot sits against a whole table of another kind, at each seat in turn; it wins when it finishes
first. "Classic" is a bot that people wrote for this game before; it plays here only.
"""

import argparse
import random
import statistics
import sys
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


def main() -> int:
    parser = argparse.ArgumentParser(description="Strength and think time of the bots.")
    parser.add_argument("--games", type=int, default=20_000, help="games of a match with a bar")
    options = parser.parse_args()
    think: dict[Bot, list[float]] = {bot: [] for bot in BOTS.values()}
    reached = True
    print("share of the games won, ± one standard error")
    for match in MATCHES:
        # The others are for comparison only.
        games = options.games if match.bar else max(1, options.games // 4)
        share = won_share(match, games, think)
        error = (share * (1 - share) / games) ** 0.5
        reached = reached and share >= match.bar
        bar = f"bar {match.bar:.0%}" if match.bar else ""
        print(
            f"{match.bot:8} against {match.seats - 1} × {match.others:8} "
            f"{share:6.1%} ± {error:.1%}  (even {1 / match.seats:.1%}; {games:,} games) {bar}",
            flush=True,
        )
    print("think time, median of the turns with a choice")
    for name, bot in BOTS.items():
        median = statistics.median(think[bot])
        reached = reached and median <= THINK_BARS.get(name, median)
        bar = f"bar {THINK_BARS[name]} ms" if name in THINK_BARS else ""
        print(f"{name:8} {median:.3f} ms {bar}")
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
