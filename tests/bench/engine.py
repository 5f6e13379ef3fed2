"""How fast whole random games go here, beside two well-known game libraries.

    python -m tests.bench.engine [--games N] [--rounds N]

It wants rlcard 1.2.0 and open-spiel 2.0.2, which the project itself does not need: install them in
an environment of their own (`pip install rlcard==1.2.0 open-spiel==2.0.2`) and run it there. A move
is one decision; the deal, the choice and the events are in the time, which is processor time.
All three play in turn, round by round, so that a busy machine slows them alike.
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable
from importlib import import_module, metadata

from game.engine import Action, Event, Pass, apply, deal, legal, new_game

SEATS = 4
RIVALS = {"rlcard": "1.2.0", "open-spiel": "2.0.2"}
# How many times the moves per second of each rival the engine must reach.
BARS = {"rlcard uno": 5.0, "open-spiel crazy_eights": 0.7}
OURS = "game.engine"

PlayOne = Callable[[], int]  # plays one whole game and returns its moves


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


def missing() -> list[str]:
    """The rivals that are not installed in the right version, as pip names them."""
    found = {
        each.metadata["Name"].lower().replace("_", "-"): each.version
        for each in metadata.distributions()
    }
    return [f"{name}=={version}" for name, version in RIVALS.items() if found.get(name) != version]


def main() -> int:
    parser = argparse.ArgumentParser(description="Moves per second of whole random games.")
    parser.add_argument("--games", type=int, default=1000, help="games a round, of each library")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    if absent := missing():
        print("This bench needs, in an environment of its own: pip install", *absent)
        return 2
    players = {
        OURS: engine_game(),
        "rlcard uno": rlcard_game(),
        "open-spiel crazy_eights": open_spiel_game(),
    }
    for play in players.values():
        moves_per_second(play, 20)  # warm up
    rounds = [
        {name: moves_per_second(play, options.games) for name, play in players.items()}
        for _ in range(options.rounds)
    ]
    for name in players:
        speed = statistics.median(each[name] for each in rounds)
        print(f"{name:24} {speed:10,.0f} moves/s (median of {options.rounds} rounds)")
    reached = True
    for name, bar in BARS.items():
        ratio = statistics.median(each[OURS] / each[name] for each in rounds)
        reached = reached and ratio >= bar
        print(f"{ratio:6.2f} × {name} (bar: {bar} ×)")
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
