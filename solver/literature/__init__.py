"""Literature: rules, engine, knowledge, posteriors, players and learners."""
