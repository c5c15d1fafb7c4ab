"""A learner that needs no games: each block adds draws of its seed to the weights."""

import json

import numpy as np

from llq.solver.literature.policies.policy import Policy, pack_arrays, unpack_arrays


class FakeTraining:
    """A training of the interface that both learners have."""

    learner = "article"

    def __init__(self, *, games=1000, seed=1, **place):
        self.recipe = {"games": games, "seed": seed, "rate": 0.5, **place}
        self.total = games
        self.games = 0
        self.weights = np.zeros(50, dtype=np.float32)
        self.curve = []

    def run(self, games):
        """Learn from so many games, each from what is known before it."""
        for game in range(self.games, min(self.games + games, self.total)):
            random = np.random.default_rng([self.recipe["seed"], game])
            self.weights += np.float32(0.1) * (random.random(50, dtype=np.float32) - self.weights)
            if game % 50 == 49:
                self.curve.append([game + 1, float(self.weights.sum()), game / 3])
        self.games = min(self.games + games, self.total)

    def pack(self):
        """Return the whole state."""
        state = json.dumps([self.recipe, self.games, self.curve]).encode()
        return pack_arrays({"said": np.frombuffer(state, np.uint8), "weights": self.weights})

    @classmethod
    def unpack(cls, packed):
        """Return the training of a packed state."""
        arrays = unpack_arrays(packed)
        recipe, games, curve = json.loads(arrays["said"].tobytes())
        training = cls(**{name: recipe[name] for name in recipe if name != "rate"})
        training.games, training.curve, training.weights = games, curve, arrays["weights"]
        return training

    def policy(self):
        """Return what has been learnt so far."""
        games, *columns = np.array(self.curve).reshape(-1, 3).T
        curve = dict(zip(("games", "length", "loss"), (games, *columns), strict=True))
        return Policy(self.learner, self.learner, self.recipe, self.weights.copy(), curve)


class OtherTraining(FakeTraining):
    """Another learner's."""

    learner = "strong"


def untrained(seed):
    """Return a network as it begins."""
    weights = np.full(7, seed, dtype=np.float32)
    return Policy("any", "article", {"seed": seed}, weights, {})


def use(patch):
    """Put these in place of the real learners."""
    from llq.query.literature import built_in_players
    from llq.query.literature.policies import training

    classes = {"article": FakeTraining, "strong": OtherTraining}
    patch.setattr(training, "training_class", classes.__getitem__)
    patch.setattr(training, "default_games", lambda: 1000)
    patch.setattr("llq.solver.literature.policies.article.untrained", untrained)
    patch.setattr(built_in_players, "WEIGHT_COUNTS", {})
