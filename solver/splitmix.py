"""Random numbers of `rng` in plain Python integers, for games played move by move.

A stream is its state, an integer; the numbers are the kernels' own, so a game of a seed has the
same deal here and in a match.
"""

_GAMMA, _WORD = 0x9E3779B97F4A7C15, (1 << 64) - 1
_FIRST_FACTOR, _LAST_FACTOR = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def stream(seed: int, number: int) -> int:
    """Return a game's stream, equal to that of `rng.streams`."""
    return _mix((_mix(seed & _WORD) + (number + 1) * _GAMMA) & _WORD)


def stream_counter(seed: int) -> int:
    """Return the stream that draws each game's stream in turn."""
    return _mix(seed & _WORD)


def next_bits(state: int) -> tuple[int, int]:
    """Return the stream after a draw, and the 64 random bits drawn.

    >>> next_bits(1234567)[1]
    6457827717110365317
    """
    state = (state + _GAMMA) & _WORD
    return state, _mix(state)


def scale(bits: int, n: int) -> int:
    """Return a number in 0 … n - 1 from 64 random bits."""
    return ((bits >> 32) * n) >> 32


def random_card(state: int, mask: int) -> tuple[int, int]:
    """Return the stream after a draw, and a set's random card, equal to `card_sets.random_card`."""
    state, bits = next_bits(state)
    for _ in range(scale(bits, mask.bit_count())):
        mask &= mask - 1
    return state, (mask & -mask).bit_length() - 1


def random_cards(state: int, mask: int, size: int) -> tuple[int, int]:
    """Return the stream after the draws, and ``size`` cards of a set, as `card_sets` draws."""
    left, cards = mask.bit_count(), 0
    while size:
        card = mask & -mask
        mask ^= card
        state, bits = next_bits(state)
        if scale(bits, left) < size:
            cards |= card
            size -= 1
        left -= 1
    return state, cards


def _mix(word: int) -> int:
    word = ((word ^ (word >> 30)) * _FIRST_FACTOR) & _WORD
    word = ((word ^ (word >> 27)) * _LAST_FACTOR) & _WORD
    return word ^ (word >> 31)
