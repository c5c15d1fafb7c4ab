"""Tables of three to six: matches, rounds in words, advice, engines."""
