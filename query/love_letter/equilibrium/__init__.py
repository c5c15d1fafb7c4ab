"""Equilibria of small decks: questions, histories and answers."""
