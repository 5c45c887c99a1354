-- Pronouns: how often each occurs, how often it is resolved, with what confidence
-- $document = *
-- $least = 1
SELECT
    lower(text) AS pronoun,
    count(*) AS heard,
    count(entity) AS resolved,
    count(*) - count(entity) AS unresolved,
    round(count(entity) / count(*), 3) AS share_resolved,
    round(avg(confidence) FILTER (entity IS NOT NULL), 3) AS confidence,
    round(avg(distance_utterances), 2) AS utterances_back,
    median(distance_words)::INTEGER AS words_back
FROM pronouns
WHERE document = $document OR document GLOB $document
GROUP BY lower(text)
HAVING count(*) >= $least
ORDER BY heard DESC, pronoun
