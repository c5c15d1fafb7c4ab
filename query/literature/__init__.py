"""Literature: games so far, advice, policies, match-ups and the article's numbers."""
