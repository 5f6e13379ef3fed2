"""A made-up school year, to look at and to measure with: classrooms, pupils, answers and games.

Everything is as people would have made it, with the same tables written, only many rows at a time.
Some pupils know more than others, some animals are harder, everybody learns during the year, and
Asia is taken for Africa more often than for Australia.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from math import exp
from typing import TypeVar

from django.contrib.auth.models import User

from game import engine, names
from game.engine.cards import CONTINENTS
from game.models import Move, Player, Seat, Table
from quiz import kinds
from quiz.animals import animals
from quiz.classes import labels
from quiz.items import WHERE, Form, Item, Shows
from quiz.models import Attempt, Classroom, Enrolment, Pupil, Response

GIVEN = (
    "Alexia Ana Andrei Bianca Bogdan Cătălina Cosmin Crina Daria David Denisa Elena Eva Filip "
    "Gabriel Ilinca Ioana Iris Lavinia Luca Mara Maria Matei Mihai Nicolae Petru Radu Rareș Sara "
    "Sofia Ștefan Teodora Tudor Vlad Zoe"
)
SURNAMES = (
    "Albu Ardelean Ăstăloș Bălan Bucur Ciobanu Cozma Dănilă Dumitru Enache Florea Georgescu "
    "Ilie Ionescu Îndrei Lazăr Lungu Marin Munteanu Neagu Oprea Pop Popa Rusu Stan Șerban Tănase "
    "Țurcanu Ursu Vlad Zaharia"
)
QUESTIONS = 10
BATCH = 1_000
DIFFERENT_GAMES = 200
"""So many games are played; the others are these again, with other people."""
LIKELY_TAKEN_FOR = {
    "EU": ("AS", "AS", "AM", "AF"),
    "AS": ("AF", "AF", "AF", "EU", "AU"),
    "AF": ("AS", "AS", "AM"),
    "AM": ("AF", "AU", "EU"),
    "AU": ("AM", "AS", "AF"),
}

Say = Callable[[str], None]
T = TypeVar("T")


@dataclass
class Child:
    """One pupil: how much he or she knows, and when the year's work was done."""

    player: Player
    ability: float
    weak: str
    """The continent this child is least sure of."""

    def knows(self, code: str, hardness: float, share: float, rng: random.Random) -> bool:
        """Whether the child knows at this share of the year where the animal lives."""
        weak = 1.0 if code.startswith(self.weak) else 0.0
        return rng.random() < 1 / (1 + exp(hardness + weak - self.ability - 1.5 * share))


def seed(
    *,
    classrooms: int,
    pupils: int,
    responses: int,
    games: int,
    now: datetime,
    chance: int = 1,
    say: Say = print,
) -> None:
    """Writes a year that ends at `now`; the same `chance` makes the same year."""
    rng = random.Random(chance)  # noqa: S311
    hardness = {code: rng.gauss(0, 0.8) for code in animals()}
    children = _classes(classrooms, pupils, now, rng)
    say(f"{len(children)} pupils in {classrooms} classrooms")
    _answers(children, responses, now, hardness, rng, say)
    _games([children[n::classrooms] for n in range(classrooms)], games, now, hardness, rng)
    say(f"{games} games")


def _classes(classrooms: int, pupils: int, now: datetime, rng: random.Random) -> list[Child]:
    teacher, _made = User.objects.get_or_create(
        username="demo", defaults={"first_name": "Doamna Ene", "is_active": False}
    )
    begun = now - timedelta(days=300)
    rooms = Classroom.objects.bulk_create(
        Classroom(
            teacher=teacher,
            name=f"a {'V VI VII VIII'.split()[n % 4]}-a {chr(65 + n // 4 % 26)}",  # noqa: SIM905
            year=begun.year,
            code=names.new_code(),
            made_at=begun,
        )
        for n in range(classrooms)
    )
    people = [(rng.choice(GIVEN.split()), rng.choice(SURNAMES.split())) for _ in range(pupils)]
    called = [""] * pupils
    for n in range(classrooms):
        called[n::classrooms] = labels.labels(people[n::classrooms])
    players = Player.objects.bulk_create(
        [Player(name=label, last_seen=now, is_guest=False) for label in called], batch_size=BATCH
    )
    Pupil.objects.bulk_create(
        (
            Pupil(player=player, given=given, surname=surname)
            for player, (given, surname) in zip(players, people, strict=True)
        ),
        batch_size=BATCH,
    )
    Enrolment.objects.bulk_create(
        (
            Enrolment(classroom=rooms[n % classrooms], player=player, since=begun)
            for n, player in enumerate(players)
        ),
        batch_size=BATCH,
    )
    return [Child(one, rng.gauss(0.6, 0.9), rng.choice(CONTINENTS)) for one in players]


def _answers(
    children: Sequence[Child],
    responses: int,
    now: datetime,
    hardness: dict[str, float],
    rng: random.Random,
    say: Say,
) -> None:
    written = 0
    for attempts in _batches(_attempts(children, now, rng)):
        made = Attempt.objects.bulk_create([attempt for attempt, _child, _items in attempts])
        rows = [
            row
            for attempt, (_kept, child, items) in zip(made, attempts, strict=True)
            for row in _responses(attempt, child, items, now, hardness, rng)
        ]
        Response.objects.bulk_create(islice(rows, responses - written), batch_size=BATCH)
        written += len(rows)
        if written // 100_000 > (written - len(rows)) // 100_000:
            say(f"{written:,} responses")
        if written >= responses:
            return


def _attempts(
    children: Sequence[Child], now: datetime, rng: random.Random
) -> Iterator[tuple[Attempt, Child, list[Item]]]:
    deck = animals()
    while True:
        child = rng.choice(children)
        begun = now - timedelta(minutes=rng.randrange(300 * 24 * 60))
        items = kinds.asked(kinds.quick(deck, rng, QUESTIONS), deck, rng, Shows.ALL)
        attempt = Attempt(
            player=child.player,
            kind=Attempt.Kind.QUICK,
            shows=Shows.ALL,
            items=[item.to_json() for item in items],
            position=len(items),
            started_at=begun,
            finished_at=begun + timedelta(minutes=4),
        )
        yield attempt, child, items


def _responses(
    attempt: Attempt,
    child: Child,
    items: Sequence[Item],
    now: datetime,
    hardness: dict[str, float],
    rng: random.Random,
) -> Iterator[Response]:
    share = 1 - (now - attempt.started_at) / timedelta(days=300)
    for position, item in enumerate(items):
        answer = _answer(item, child, share, hardness, rng)
        rights, named = item.judge(answer), item.named(answer, animals())
        for n, (code, said) in enumerate(zip(item.cards, item.kept(answer), strict=True)):
            yield Response(
                attempt=attempt,
                position=position,
                card=code,
                form=item.form,
                answer=said,
                named=named[n],
                right=rights[n],
                at=attempt.started_at + timedelta(seconds=20 * position),
            )


def _answer(
    item: Item, child: Child, share: float, hardness: dict[str, float], rng: random.Random
) -> tuple[str, ...]:
    knows = [child.knows(code, hardness[code], share, rng) for code in item.cards]
    if item.form == Form.SORT:
        return tuple(
            key if known else rng.choice(LIKELY_TAKEN_FOR[key])
            for key, known in zip(item.key, knows, strict=True)
        )
    if knows[0]:
        return item.key
    if item.form == Form.ORDER:
        return tuple(rng.sample(item.options, len(item.options)))
    if item.form in WHERE and item.key[0] in LIKELY_TAKEN_FOR:
        return (rng.choice(LIKELY_TAKEN_FOR[item.key[0]]),)
    return (rng.choice(item.options),)


def _games(
    classes: Sequence[Sequence[Child]],
    games: int,
    now: datetime,
    hardness: dict[str, float],
    rng: random.Random,
) -> None:
    played = [_played(rng, hardness) for _ in range(min(games, DIFFERENT_GAMES))]
    codes: set[str] = set()  # ten thousand may well hold one twice
    while len(codes) < games:
        codes.add(names.new_code())
    for some in _batches(codes):
        tables = []
        for n, code in enumerate(some):
            deal, moves = played[n % len(played)]
            at = now - timedelta(minutes=rng.randrange(300 * 24 * 60))
            tables.append(
                Table(
                    code=code, phase=Table.Phase.OVER, deal=deal, version=len(moves) + 1, seed=n,
                    opened_at=at, changed_at=at + timedelta(minutes=10),
                )
            )  # fmt: skip
        made = Table.objects.bulk_create(tables)
        seats, rows = [], []
        for n, table in enumerate(made):
            sitting = rng.sample(rng.choice(classes), 4)
            seats += [
                Seat(table=table, index=i, player=one.player, name=one.player.name)
                for i, one in enumerate(sitting)
            ]
            for version, (seat, fields) in enumerate(played[n % len(played)][1], 1):
                at = table.opened_at + timedelta(seconds=6 * version)
                rows.append(
                    Move(
                        table=table, version=version, seat=seat, at=at, by=Move.By.PLAYER, **fields
                    )
                )
        Seat.objects.bulk_create(seats, batch_size=BATCH)
        Move.objects.bulk_create(rows, batch_size=BATCH)


def _played(
    rng: random.Random, hardness: dict[str, float]
) -> tuple[tuple[tuple[str, ...], ...], list[tuple[int, dict[str, str]]]]:
    """The deal and the moves of a game of four, some cards laid in a wrong row on the way."""

    def risk(code: str) -> float:
        return max(0.02, 0.12 + 0.1 * hardness[code])

    deal = engine.deal(rng, 4)
    state = engine.new_game(deal)
    moves: list[tuple[int, dict[str, str]]] = []
    while state.to_move is not None:
        seat = state.to_move
        action = engine.choose(engine.seat_view(state, seat), rng, "medium")
        if moves and isinstance(action, engine.Place) and rng.random() < risk(action.card):
            action = engine.Place(action.card, rng.choice(LIKELY_TAKEN_FOR[action.row]))
        state, _events = engine.apply(state, seat, action)
        fields = {"kind": Move.Kind.PASS.value}
        if isinstance(action, engine.Place):
            fields = {"kind": Move.Kind.PLACE.value, "card": action.card, "row": action.row}
        moves.append((seat, fields))
    return deal, moves


def _batches(many: Iterable[T]) -> Iterator[list[T]]:
    """BATCH at a time."""
    rest = iter(many)
    while some := list(islice(rest, BATCH)):
        yield some
