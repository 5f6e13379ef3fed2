"""Whatever people, bots, teachers, clocks and restarts do in whatever order: the tables are sound.

A machine of hypothesis does what it likes with the services, on a real database, and after each
step everything that must hold is looked at. The long form does it far more often.
"""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from game import clock, engine, history, pages, selectors, services
from game.catalogue import CardFace
from game.live import View
from game.models import Player, Seat, Table
from game.refusals import Refused
from game.services import HUMAN, TIME_FACTORS, Sitter
from game.services.writing import due_at
from tests.conftest import guest
from tests.engine.games import honest_action, wild_action
from tests.game.rounds import NAMES, slug_of
from tests.game.secrecy import known_to, told_by
from tests.long import LONG, times

pytestmark = pytest.mark.django_db(transaction=True)

people = st.integers(0, len(NAMES) - 1)
indexes = st.integers(0, 5)
levels = st.sampled_from(Seat.Level)
seeds = st.integers(0, 2**16)


class Tables(RuleBasedStateMachine):
    """One table after another of the same people; the last of NAMES has no seat at first."""

    @initialize(
        humans=st.integers(1, 4),
        bots=st.lists(levels, min_size=2, max_size=2),
        referee=st.sampled_from(Table.Referee),
        limit=st.sampled_from([0, 30]),
        grace=st.sampled_from([0, 45]),
        hints=st.booleans(),
        at_once=st.sampled_from([True, True, False]),
        seed=seeds,
    )
    def open(self, humans: int, bots: list[str], at_once: bool, seed: int, **options: Any) -> None:
        """A table; `at_once` with everybody there, and begun."""
        # Deals are the same when the same is done again, as hypothesis wants it.
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(secrets, "randbits", random.Random(seed).getrandbits)
        self.people = [guest(name) for name in NAMES]
        self.pk = services.open_table(
            opener=self.people[0],
            plan=[HUMAN] * humans + bots,
            options=options,
            name=NAMES[0],
            avatar="zebra",
        ).pk
        self.last: dict[str, Any] | None = None
        self.seen = self.look()
        if at_once:
            for who in range(1, humans):
                self.take_seat(who)
            self.start(0)

    def teardown(self) -> None:
        self.patch.undo()
        Table.objects.all().delete()
        Player.objects.all().delete()
        history.forget()

    @property
    def table(self) -> Table:
        return Table.objects.get(pk=self.pk)

    @property
    def state(self) -> engine.State:
        return history.game_of(self.table).state

    def is_in_lobby(self) -> bool:
        return self.table.phase == Table.Phase.LOBBY

    def is_played(self) -> bool:
        return self.table.phase == Table.Phase.PLAYING

    def is_over(self) -> bool:
        return self.table.phase in (Table.Phase.OVER, Table.Phase.ENDED)

    def does(self, service: Callable[..., Any], **facts: Any) -> Any:
        """What the service returns; when it refuses, nothing has changed."""
        before = self.look()
        try:
            return service(**facts)
        except Refused:
            assert self.look() == before
            return None

    def look(self) -> tuple[Any, ...]:
        """The version, and what people see of the table beside its cards."""
        table = self.table
        return (
            table.version,
            (table.phase, table.opener_id, table.votes, table.following_id),
            (table.paused_at is None, table.moves.count(), table.happenings.count()),
            [
                (seat.player_id, seat.level, seat.name, seat.away_since is None, seat.bot_level)
                for seat in table.seats.all()
            ],
        )

    # What people do.

    @rule(who=people)
    def take_seat(self, who: int) -> None:
        name = NAMES[who]
        self.does(
            services.take_seat, table=self.table, player=self.people[who], name=name, avatar="leu"
        )

    @rule(who=people)
    def leave(self, who: int) -> None:
        self.does(services.leave, table=self.table, player=self.people[who])

    @precondition(is_in_lobby)
    @rule(who=people)
    def start(self, who: int) -> None:
        self.does(services.start, table=self.table, player=self.people[who])

    @precondition(is_in_lobby)
    @rule(who=people, index=indexes, factor=st.sampled_from(TIME_FACTORS))
    def give_time(self, who: int, index: int, factor: float) -> None:
        player = self.people[who]
        self.does(services.give_time, table=self.table, player=player, index=index, factor=factor)

    @precondition(is_played)
    @rule(who=people, card=st.sampled_from(engine.CARDS), late=st.integers(-1, 2))
    def meddle(self, who: int, card: str, late: int) -> None:
        """Lays any card, or says one has none, at any time, on a page that may be old."""
        known = {"version": max(0, self.table.version - late), "player": self.people[who]}
        if card == engine.OPENING_CARD:
            self.does(services.pass_turn, table=self.table, **known)
        else:
            row = engine.continent_of(card)
            self.does(services.place, table=self.table, card=card, row=row, **known)

    @precondition(is_played)
    @rule(moves=st.integers(1, 60), seed=seeds, wild=st.booleans())
    def play_on(self, moves: int, seed: int, wild: bool) -> None:
        """Whoever is to move does; bots are waited for."""
        rng = random.Random(seed)
        for _ in range(moves):
            state = self.state
            if state.to_move is None or not self.is_played():
                return
            seat = self.table.seats.get(index=state.to_move)
            if seat.bot_level or seat.player is None or self.table.paused_at:
                self.wait(3)
            else:
                self.lay(seat.player, (wild_action if wild else honest_action)(state, rng))

    def lay(self, player: Player, action: engine.Action) -> None:
        known: dict[str, Any] = {"player": player, "version": self.table.version}
        if isinstance(action, engine.Place):
            self.last = known | {"card": action.card, "row": action.row}
            assert services.place(table=self.table, **self.last)
        else:
            self.last = None
            assert services.pass_turn(table=self.table, **known)

    @precondition(lambda self: self.last)
    @rule()
    def send_again(self) -> None:
        """The last card, as a slow line sends it twice: nothing happens."""
        assert self.last is not None
        before = self.look()
        self.does(services.place, table=self.table, **self.last)
        assert self.look() == before

    @precondition(is_played)
    @rule(
        who=people,
        ask=st.tuples(st.sampled_from(["bot", "wait"]), indexes) | st.just(("end", None)),
    )
    def ask(self, who: int, ask: tuple[str, int | None]) -> None:
        what, about = ask
        player = self.people[who]
        self.does(services.ask, table=self.table, player=player, what=what, about=about)

    @rule(index=indexes, what=st.sampled_from(["go_away", "come_back", "still_here"]))
    def be_there_or_not(self, index: int, what: str) -> None:
        self.does(getattr(services, what), table_id=self.pk, index=index)

    @precondition(is_over)
    @rule(who=people)
    def again(self, who: int) -> None:
        table = self.does(services.play_again, table=self.table, player=self.people[who])
        if table is not None:
            self.pk, self.last = table.pk, None
            self.seen = self.look()

    # What teachers do.

    @rule(what=st.sampled_from(["pause", "go_on", "go_on"]))
    def stand_still(self, what: str) -> None:
        self.does(getattr(services, what), table=self.table)

    @precondition(is_played)
    @rule(index=indexes)
    def replace(self, index: int) -> None:
        self.does(services.replace_by_bot, table=self.table, index=index)

    @precondition(is_played)
    @rule(index=indexes, who=people)
    def sit_in(self, index: int, who: int) -> None:
        sitter = Sitter(self.people[who], NAMES[who], "leu")
        self.does(services.sit_in, table=self.table, index=index, sitter=sitter)

    @precondition(is_played)
    @rule(sure=st.integers(0, 5))
    def end(self, sure: int) -> None:
        if sure == 0:
            self.does(services.end, table=self.table)

    # What time does.

    @rule(seconds=st.sampled_from([1, 3, 30, 60, 600]))
    def wait(self, seconds: int) -> None:
        """So much time passes, as if all had begun so much earlier; then the clock looks.

        It does one thing at a table each time: six absences and a move may be due together.
        """
        by = timedelta(seconds=seconds)
        times = ("turn_at", "paused_at", "due_at", "changed_at", "opened_at")
        Table.objects.update(**{name: F(name) - by for name in times})
        Seat.objects.update(away_since=F("away_since") - by)
        for _ in range(7):
            clock.tick()
        assert not Table.objects.filter(due_at__lte=timezone.now() - by).exists()

    @rule()
    def restart(self) -> None:
        """The process ends and begins anew: nothing is remembered, and nobody is there yet."""
        history.forget()
        services.everybody_else_is_away(here=(), now=timezone.now())

    # What holds after each of these.

    @invariant()
    def what_is_seen_has_a_version(self) -> None:
        """It grows, and by as much as there is to see."""
        (before, *was), (now, *became) = self.seen, self.look()
        assert now > before or (now == before and became == was)
        table = self.table
        told = [
            *table.moves.values_list("version", flat=True),
            *table.happenings.values_list("version", flat=True),
        ]
        assert len(set(told)) == len(told)
        assert all(version < now for version in told)
        self.seen = (now, *became)

    @invariant()
    def seats_are_sound(self) -> None:
        table = self.table
        for seat in table.seats.all():
            assert not seat.stand_in or (seat.is_human and seat.away_since is not None)
            assert table.deal is None or not seat.is_free, "nobody plays there"
            assert bool(seat.name) == (not seat.is_free)

    @invariant()
    def the_game_is_sound(self) -> None:
        table = self.table
        if table.deal is None:
            assert not table.moves.exists()
            return
        state = history.game_of(table).state
        laid = [
            f"{row}{number}"
            for row, (low, high) in ((row, run) for row, run in state.rows.items() if run)
            for number in range(low, high + 1)
        ]
        held = [card for hand in state.hands for card in hand]
        assert sorted(laid + held) == sorted(engine.CARDS)
        done = {seat for seat, hand in enumerate(state.hands) if not hand}
        assert len(set(state.places)) == len(state.places)
        if state.over:
            assert sorted(state.places) == list(range(state.seats))
            assert state.to_move is None
        else:
            assert set(state.places) == done
            assert state.hands[state.to_move or 0]
        assert (table.phase == Table.Phase.OVER) == state.over

    @invariant()
    def the_record_tells_the_same_game(self) -> None:
        table = self.table
        if table.deal is not None:
            written = json.dumps(engine.dump_record(selectors.record_of(table)))
            assert engine.replay(engine.parse_record(written))[0] == history.game_of(table).state

    @invariant()
    def whatever_is_due_will_be_done(self) -> None:
        table, seats = self.table, list(self.table.seats.all())
        if table.phase != Table.Phase.PLAYING or table.paused_at is not None:
            assert table.due_at is None
            return
        state = self.state
        assert table.due_at == due_at(table, state, seats)
        if seats[state.to_move or 0].bot_level:
            assert table.due_at is not None

    @invariant()
    def nobody_sees_anothers_hand(self) -> None:
        table = self.table
        if table.deal is None:
            return
        state = self.state
        shown = set(table.moves.exclude(card="").values_list("card", flat=True))
        for seat in (None, *range(state.seats)):
            known = {slug_of(card) for card in known_to(state, seat, shown)}
            assert set(faces(pages.table_context(table, seat))) <= known
        view = View(None, "ro", "places" if self.is_over() else "watch", "http://x")
        if table.version % 2:
            seat = table.version % state.seats
            view = View(seat, "en", "end" if self.is_over() else "table", "http://x")
        known = known_to(state, view.seat, shown)
        page = "".join(pages.fragments(table, [view]).values()) + pages.fragment(table, view)
        assert told_by(page, set(engine.CARDS) - known, known, view.language) == set()


def faces(value: object) -> Iterator[str]:
    """The cards that are told of, by name or picture, somewhere in what a page is made of."""
    if isinstance(value, CardFace):
        yield value.slug
    elif is_dataclass(value):
        for field in fields(value):
            yield from faces(getattr(value, field.name))
    elif isinstance(value, dict):
        yield from faces(tuple(value.values()))
    elif isinstance(value, list | tuple):
        for one in value:
            yield from faces(one)


def test_whatever_is_done_in_whatever_order_the_tables_are_sound() -> None:
    run_state_machine_as_test(
        Tables,
        settings=settings(
            max_examples=times(30, 500),
            stateful_step_count=40,
            derandomize=not LONG,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
