"""Learns two-player Bali as AlphaZero does, with DeepMind's mctx, in five minutes on a CPU.

    pip install . mctx optax
    python examples/alphazero_mctx.py --minutes 5

One network plays both seats. At each decision mctx tries a few moves, on our own compiled rules; the network learns to
decide as that search did, and to foresee how the games end. Prints how often the network alone beats an opponent that
it never met in training, and at the end also with a search at each decision.

Nobody looks into hands. A search begins in a world drawn anew, which the seat could not tell from the true one, and the
network sees only what the seat that acts there may see.
"""

import argparse
import json
from time import perf_counter
from typing import Any

import numpy as np

from pasar.kernel.rng import generator
from pasar.rl.extras import MissingExtra
from pasar.rl.vector import VectorEnv
from pasar.rl.worlds import Worlds

try:
    import jax
    import jax.numpy as jnp
    import mctx
    import optax
except ImportError as missing:
    raise MissingExtra(f"{missing.name} is not installed: pip install mctx optax") from None

GAME, PLAYERS = "bali", 2
GAMES, STEPS = 256, 32  # games side by side, and decisions in each before the network learns from them
SIMULATIONS = 16  # moves that a search tries before it decides
WIDTH = 128
EPOCHS, PARTS, RATE = 2, 16, 1e-3  # how often all decisions are learned from, and in how many parts
LOOKS, LOOKED = 10, 400  # how often the network is measured, and in how many games
CLOSED = -1e9  # the logit of a closed action: so low that mctx never tries it, at the root or further down

Array = Any  # NumPy's or JAX's
Params = list[tuple[Array, Array]]  # weights and offsets: two layers, then the policy, then the value

WORLDS = Worlds(GAME, PLAYERS)

# Computing in the background, JAX may wait for ever for a function of Python's that it calls (its issue 25861).
jax.config.update("jax_cpu_enable_async_dispatch", False)

OPTIMIZER = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(RATE))


# --- The network ------------------------------------------------------------------------------------------------------


def new_network(key: Array) -> Params:
    sizes = ((WORLDS.observation_size, WIDTH), (WIDTH, WIDTH), (WIDTH, WORLDS.num_actions), (WIDTH, 1))
    gains = (2.0, 2.0, 0.01, 0.01)  # the last two begin near 0: all actions alike, every game even
    keys = jax.random.split(key, len(sizes))
    return [
        (jax.random.normal(one, size) * (gain / size[0]) ** 0.5, jnp.zeros(size[1]))
        for one, size, gain in zip(keys, sizes, gains, strict=True)
    ]


def network(params: Params, seen: Array, mask: Array) -> tuple[Array, Array]:
    """Logits, and what the seat may expect: from -1, a loss, to 1. Counts are squeezed: 20 is not 20 times 1."""
    seen = seen.astype(jnp.float32)
    body = jnp.sign(seen) * jnp.log1p(jnp.abs(seen))
    for weights, offsets in params[:2]:
        body = jax.nn.relu(body @ weights + offsets)
    logits, value = (body @ weights + offsets for weights, offsets in params[2:])
    return jnp.where(mask, logits, CLOSED), jnp.tanh(value[:, 0])


# --- The search -------------------------------------------------------------------------------------------------------


def moved(state: Array, seat: Array, action: Array) -> tuple[Array, ...]:
    """One action in every imagined world, by our compiled rules. JAX knows no records, so `state` are their bytes."""
    state, seat, action = np.asarray(state), np.asarray(seat), np.asarray(action)
    after, rewards = WORLDS.step(state.view(WORLDS.dtype)[:, 0], action)
    acting, seen, mask = WORLDS.look(after)
    ended = acting < 0
    # What one seat wins the other loses, so a value changes its sign where the other seat is to move. After the end
    # nothing counts: a search may go on from there, but what it finds is multiplied by 0.
    discount = np.where(ended, 0, np.where(acting == seat, 1, -1)).astype(np.float32)
    reward = np.where(ended, 2 * rewards[np.arange(len(seat)), seat] - 1, 0).astype(np.float32)
    return after.view(np.uint8).reshape(state.shape), acting, seen, mask, reward, discount


def expand(params: Params, key: Array, action: Array, node: dict[str, Array]) -> tuple[Any, dict[str, Array]]:
    """What mctx asks of a model: where an action leads, what it pays, and what the network thinks of the new place."""
    rows, like = len(action), jax.ShapeDtypeStruct
    shapes = (
        like(node["state"].shape, jnp.uint8),
        like((rows,), jnp.int8),
        like((rows, WORLDS.observation_size), jnp.int16),
        like((rows, WORLDS.num_actions), jnp.bool_),
        like((rows,), jnp.float32),
        like((rows,), jnp.float32),
    )
    state, seat, seen, mask, reward, discount = jax.pure_callback(moved, shapes, node["state"], node["seat"], action)
    logits, value = network(params, seen, mask)
    step = mctx.RecurrentFnOutput(reward=reward, discount=discount, prior_logits=logits, value=value)
    return step, {"state": state, "seat": seat}


@jax.jit
def search(params: Params, key: Array, node: dict[str, Array], seen: Array, mask: Array, noise: float) -> Any:
    """For every game an action, how the network should have weighed all of them, and what its seat may expect."""
    logits, value = network(params, seen, mask)
    root = mctx.RootFnOutput(prior_logits=logits, value=value, embedding=node)
    found = mctx.gumbel_muzero_policy(params, key, root, expand, SIMULATIONS, invalid_actions=~mask, gumbel_scale=noise)
    return found.action, found.action_weights, found.search_tree.summary().value


def thought(env: VectorEnv, params: Params, key: Array, source: Array, noise: float = 1.0) -> Any:
    """A search for every game, in a world that the seat to move could be in. The true one is never searched."""
    seats = env.infos["seat"].copy()
    states = WORLDS.imagined(env.states, seats, source)
    node = {"state": states.view(np.uint8).reshape(len(states), -1), "seat": seats}
    return search(params, key, node, *looked(env), noise)


def looked(env: VectorEnv) -> tuple[np.ndarray, np.ndarray]:
    """Copies: the environment's own arrays change at the next step, and JAX takes arrays for unchangeable."""
    return env.observations.copy(), env.infos["action_mask"].copy()


# --- Playing and learning ---------------------------------------------------------------------------------------------


class Rollout:
    """What happened in STEPS decisions of every game."""

    def __init__(self, env: VectorEnv) -> None:
        shape = (STEPS, GAMES)
        self.seen = np.zeros((*shape, env.observation_size), dtype=np.int16)
        self.masks = np.zeros((*shape, env.num_actions), dtype=np.bool_)
        self.weights = np.zeros((*shape, env.num_actions), dtype=np.float32)
        self.results = np.zeros(shape, dtype=np.float32)
        self.seats = np.zeros(shape, dtype=np.int8)
        self.ended = np.zeros(shape, dtype=np.bool_)
        self.won = np.zeros(shape, dtype=np.float32)  # by seat 0: from -1 to 1

    def play(self, env: VectorEnv, params: Params, key: Array, source: Array) -> None:
        keys = jax.random.split(key, STEPS + 1)
        for step in range(STEPS):
            self.seen[step], self.masks[step] = looked(env)
            self.seats[step] = env.infos["seat"]
            actions, self.weights[step], _ = thought(env, params, keys[step], source)
            _, _, self.ended[step], _, infos = env.step(np.asarray(actions))
            self.won[step] = 2 * infos["rewards"][:, 0] - 1
        self.settle(by_seat_0(env.infos["seat"], thought(env, params, keys[STEPS], source)[2]))

    def settle(self, result: np.ndarray) -> None:
        """Every decision gets the result of its game; of games that go on, what a search expects of them now."""
        for step in reversed(range(STEPS)):
            result = np.where(self.ended[step], self.won[step], result)
            self.results[step] = by_seat_0(self.seats[step], result)


def by_seat_0(seats: np.ndarray, values: Array) -> np.ndarray:
    """What these seats expect as seat 0 sees it, or the other way round."""
    return np.where(seats == 0, values, -np.asarray(values))


@jax.jit
def improve(params: Params, memory: Any, seen: Array, mask: Array, weights: Array, result: Array) -> tuple[Any, Any]:
    """A step towards deciding as the search did, and foreseeing how the game ended."""

    def loss(params: Params) -> Array:
        logits, value = network(params, seen, mask)
        return optax.softmax_cross_entropy(logits, weights).mean() + jnp.square(value - result).mean()

    updates, memory = OPTIMIZER.update(jax.grad(loss)(params), memory)
    return optax.apply_updates(params, updates), memory


def learn(params: Params, memory: Any, rollout: Rollout, chance: np.random.Generator) -> tuple[Params, Any]:
    arrays = rollout.seen, rollout.masks, rollout.weights, rollout.results
    rows = [array.reshape(STEPS * GAMES, *array.shape[2:]) for array in arrays]
    for _ in range(EPOCHS):
        for part in np.split(chance.permutation(STEPS * GAMES), PARTS):
            params, memory = improve(params, memory, *(array[part] for array in rows))
    return params, memory


# --- Measuring --------------------------------------------------------------------------------------------------------


@jax.jit
def likeliest(params: Params, seen: Array, mask: Array) -> Array:
    return network(params, seen, mask)[0].argmax(axis=1)


def share_won(params: Params, opponent: str, games: int, seed: int, searching: bool = False) -> float:
    """The share of victories of the network's likeliest actions, or of a search's, from both seats alike."""
    won, key, source = 0.0, jax.random.key(seed), generator(seed)
    for seat in range(PLAYERS):
        env = VectorEnv(GAME, games // PLAYERS, PLAYERS, learners=(seat,), opponent=opponent)
        env.reset(seed=seed)
        is_open = np.ones(env.num_envs, dtype=np.bool_)  # only the first game of a row: short games would count twice
        while is_open.any():
            if searching:
                actions = thought(env, params, key, source, noise=0.0)[0]
            else:
                actions = likeliest(params, *looked(env))
            _, rewards, ended, _, _ = env.step(np.asarray(actions))
            won += float(rewards[ended & is_open].sum())
            is_open &= ~ended
    return won / (games // PLAYERS * PLAYERS)


def train(minutes: float, opponent: str, seed: int) -> tuple[Params, list[float]]:
    """A network, and the share of games that it won from time to time."""
    env = VectorEnv(GAME, GAMES, PLAYERS)
    env.reset(seed=seed)
    key, source, chance = jax.random.key(seed), generator(seed), np.random.default_rng(seed)
    params = new_network(key)
    memory, rollout, curve, decisions, due = OPTIMIZER.init(params), Rollout(env), [], 0, 0.0
    thought(env, params, key, source)  # the first use compiles, which is no part of the time given
    share_won(params, opponent, LOOKED, seed)
    began = perf_counter()
    while (passed := (perf_counter() - began) / 60) < minutes:
        if passed >= due:
            due = passed + minutes / LOOKS
            curve.append(share_won(params, opponent, LOOKED, seed))
            print(json.dumps({"decisions": decisions, "won": round(curve[-1], 3)}), flush=True)
        key, own = jax.random.split(key)
        rollout.play(env, params, own, source)
        params, memory = learn(params, memory, rollout, chance)
        decisions += STEPS * GAMES
    return params, curve


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn two-player Bali with the search of mctx.")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument(
        "--opponent", default="random", choices=("random", "easy", "greedy"), help="to be measured against"
    )
    parser.add_argument("--games", type=int, default=1000, help="for the last measurement")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    params, _ = train(options.minutes, options.opponent, options.seed)
    measured = {"opponent": options.opponent, "games": options.games}
    for name, searching in (("won", False), ("won_searching", True)):
        measured[name] = share_won(params, options.opponent, options.games, options.seed + 1, searching)
    print(json.dumps(measured))


if __name__ == "__main__":
    main()
