"""Sueca moves, with completed tricks."""

from llq.query.sueca.positions.card_names import Names
from llq.solver.sueca.game_state import SuecaState
from llq.solver.sueca.rules import HAND_SIZE, POINTS, RANK_SYMBOLS, SEATS, SUIT_SYMBOLS, Seat

_SIGNS = "♠♥♦♣"


def seat_name(seat: int) -> str:
    """Return a seat's name, such as ``West``."""
    return Seat(seat).name.capitalize()


def read_action(text: str) -> str:
    """Return a card's action name, from its name in English or Portuguese.

    >>> read_action("Manilha de copas")
    '7H'
    """
    return Names().cards(text)


def describe(before: SuecaState, action: int, after: SuecaState, *_: object) -> tuple[str, str]:
    """Return an action's words and the trick winner, both public.

    >>> import llq
    >>> after = llq.sueca.new_game(seed=1)
    >>> for _ in range(4):
    ...     before = after.copy()
    ...     after.apply(after.legal_actions()[0])
    >>> describe(before, after.moves[-1], after, 0, 0)
    ('2S', 'West takes 0 points')
    """
    result = ""
    if after.played and not after.trick:
        points = sum(POINTS[card % 10] for card in after.played[-4:])
        result = f"{seat_name(after.leader)} takes {points} point{'s' if points != 1 else ''}"
    return before.action_text(action), result


def board(state: SuecaState, seat: int) -> str:
    """Return the table from a seat's view: trick and hand, trumps first.

    >>> import llq
    >>> print(board(llq.sueca.new_game(seed=1), 0))
    Trick 1 of 10   trumps ♥   points 0 to 0
                 South
                   ·
          East            West
           ·               ·
               North, you
                   ·
    ♥ 3   ♠ 7 4 3   ♦ A 7 4 2   ♣ 4 3
    """
    leader = (seat - len(state.trick)) % SEATS if state.current_player == seat else state.leader
    cards = {
        (leader + place) % SEATS: RANK_SYMBOLS[card % 10] + _SIGNS[card // 10]
        for place, card in enumerate(state.trick)
    }
    left, across, right = ((seat + step) % SEATS for step in (3, 2, 1))

    names = [f"{seat_name(player):^16}" for player in range(SEATS)]
    played = [f"{cards.get(player, '·'):^16}" for player in range(SEATS)]
    own, other = state.observation(seat)["points"].tolist()
    groups = []
    for suit in sorted(range(len(SUIT_SYMBOLS)), key=lambda suit: suit != state.trump):
        suit_cards = state.hands[seat] >> HAND_SIZE * suit
        ranks = [RANK_SYMBOLS[rank] for rank in range(HAND_SIZE)[::-1] if suit_cards >> rank & 1]
        if ranks:
            groups.append(" ".join([_SIGNS[suit], *ranks]))
    lines = [
        f"Trick {len(state.played) // SEATS + 1} of {HAND_SIZE}   trumps {_SIGNS[state.trump]}   "
        f"points {own} to {other}",
        f"{names[across]:^32}",
        f"{played[across]:^32}",
        names[left] + names[right],
        played[left] + played[right],
        f"{seat_name(seat) + ', you':^32}",
        f"{played[seat]:^32}",
        "   ".join(groups),
    ]
    return "\n".join(line.rstrip() for line in lines)
