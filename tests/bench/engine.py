"""How fast whole random games go here, beside two well-known game libraries.

Those are rlcard 1.2.0 and open-spiel 2.0.2, which the project itself does not need; where they are
installed (`pip install rlcard==1.2.0 open-spiel==2.0.2`, in an environment of its own) they play
too. The floor everywhere is to shuffle the deck. A move is one decision; the deal, the choice and
the events are in the time, which is processor time. All play in turn, round by round, so that a
busy machine slows them alike.
"""

import random
import time
from collections.abc import Callable
from importlib import import_module, metadata

from game.engine import Action, Event, Pass, apply, deal, legal, new_game
from tests.bench.figures import Figure, beside, shuffled

SEATS = 4
RIVALS = {"rlcard": "1.2.0", "open-spiel": "2.0.2"}
# How many times the moves per second of each rival the engine must reach.
BARS = {"rlcard uno": 5.0, "open-spiel crazy_eights": 0.7}
OURS, SHUFFLE = "game.engine", "shuffles of the deck"

PlayOne = Callable[[], int]  # plays one whole game and returns its moves


def shuffles() -> int:
    """The floor, in place of a game."""
    shuffled()
    return 100


def engine_game() -> PlayOne:
    rng = random.Random(1)

    def play() -> int:
        state = new_game(deal(rng, SEATS))
        told: list[Event] = []
        moves = 0
        while state.to_move is not None:
            choices: tuple[Action, ...] = legal(state)
            if state.bonus or not choices:
                choices = (*choices, Pass())
            state, events = apply(state, state.to_move, rng.choice(choices))
            told += events
            moves += 1
        return moves

    return play


def rlcard_game() -> PlayOne:
    env = import_module("rlcard").make("uno")
    agent = import_module("rlcard.agents").RandomAgent(num_actions=env.num_actions)
    env.set_agents([agent] * env.num_players)

    def play() -> int:
        trajectories, _ = env.run(is_training=False)
        # Each player's is state, action, state, action, …, last state.
        return sum(len(trajectory) // 2 for trajectory in trajectories)

    return play


def open_spiel_game() -> PlayOne:
    game = import_module("pyspiel").load_game("crazy_eights")

    def play() -> int:
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
                moves += 1
        return moves

    return play


def moves_per_second(play: PlayOne, games: int) -> float:
    start = time.process_time()
    moves = sum(play() for _ in range(games))
    return moves / (time.process_time() - start)


def installed(rival: str) -> bool:
    """Whether it is here, in the version it is known in."""
    try:
        return metadata.version(rival) == RIVALS[rival]
    except metadata.PackageNotFoundError:
        return False


def figures(short: bool) -> list[Figure]:
    """Moves per second, beside shuffles per second and beside the rivals that are installed."""
    players = {OURS: engine_game(), SHUFFLE: shuffles}
    if installed("rlcard"):
        players["rlcard uno"] = rlcard_game()
    if installed("open-spiel"):
        players["open-spiel crazy_eights"] = open_spiel_game()
    for play in players.values():
        moves_per_second(play, 20)  # warm up
    games, rounds = (200, 5) if short else (1000, 7)
    speeds = [
        {name: moves_per_second(play, games) for name, play in players.items()}
        for _ in range(rounds)
    ]
    told = []
    for name in list(players)[1:]:
        value, floor, ratio = beside((each[OURS], each[name]) for each in speeds)
        bar = BARS.get(name)
        what = f"moves of random games, beside {name}"
        told.append(Figure(what, value, "/s", floor, ratio, bar, of_ratio=True, more=True))
    return told
