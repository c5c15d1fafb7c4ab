-- A session in SQL:  llq sql < examples/session.sql
-- `llq sql --schema` lists the views, and `llq sql --schema NAME` the columns of one.

-- Love Letter: how often each action is best at the start of a round, and how it then ends.
SELECT action,
       round(sum(deal_prob), 3) AS share,
       round(sum(deal_prob * win_prob) / sum(deal_prob), 3) AS win_prob
FROM love_letter_classic_opening
GROUP BY action
ORDER BY share DESC;

-- Dominion: the best expected score in games of some lengths, played alone.
SELECT turns, round(expected_score, 2) AS points
FROM dominion_optimal
WHERE turns IN (10, 20, 31);

-- Literature: each player of the league against all others.
SELECT player, round(score, 3) AS score, round(score_error, 3) AS error
FROM literature_league
ORDER BY score DESC;

-- Where these numbers come from: the table, and how exact it is.
SELECT name, accuracy
FROM source
WHERE name IN ('love_letter_classic_opening', 'dominion_optimal', 'literature_league');
