"""Play a game of each with the installed llq, the first legal action every time."""

import llq

for game in (llq.love_letter, llq.dominion, llq.sueca, llq.literature):
    state = game.new_game(seed=1)
    while state.current_player >= 0:
        state.apply(state.legal_actions()[0])
    print(game.__name__, state.returns())
