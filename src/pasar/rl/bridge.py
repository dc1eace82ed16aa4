"""A vector environment's arrays as tensors of PyTorch or JAX, over the same memory (DLPack): nothing is copied.

>>> seen = shared(env, "torch")
>>> env.step(policy(seen["observations"], seen["action_mask"]).numpy())  # `seen` now shows the next observations

The tensors stay those of the last step, so they are asked for once. JAX takes its arrays for unchangeable and computes
behind one's back: wait for a result (`block_until_ready`) before the next step, or copy.
"""

from typing import Any

from pasar.errors import BadRules
from pasar.rl.extras import MissingExtra, needed
from pasar.rl.vector import VectorEnv

LIBRARIES = {"torch": "torch", "jax": "jax.numpy"}  # where each has its `from_dlpack`


def shared(env: VectorEnv, library: str) -> dict[str, Any]:
    """Observations, masks, rewards and the rest by name, as tensors of `library`."""
    if library not in LIBRARIES:
        raise BadRules(f"there is no bridge to {library!r:.40} (there are: {', '.join(LIBRARIES)})")
    try:
        from_dlpack = needed(LIBRARIES[library], "train").from_dlpack
    except MissingExtra:
        raise MissingExtra(f"{library} is not installed: pip install {library}") from None
    return {name: from_dlpack(array) for name, array in env.arrays.items()}
