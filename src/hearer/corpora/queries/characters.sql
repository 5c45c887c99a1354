-- Characters: their names, how often they are mentioned, and how much they speak
-- $document = *
-- $least = 2
WITH forms AS (
    SELECT document, entity, lower(text) AS text, count(*) AS times
    FROM pronouns
    WHERE entity IS NOT NULL
    GROUP BY document, entity, lower(text)
),
usual AS (
    SELECT document, entity, arg_max(text, (times, text)) AS pronoun
    FROM forms
    GROUP BY document, entity
)
SELECT
    coalesce(e.name, e.aliases[1]) AS name,
    array_to_string(list_filter(e.aliases, lambda alias: alias <> coalesce(e.name, e.aliases[1])), '; ')
        AS aliases,
    u.pronoun,
    e.document,
    e.expressions AS mentions,
    e.names,
    e.nouns,
    e.pronouns,
    e.speaker_pronouns,
    e.quotations,
    e.quoted_words
FROM entities AS e
LEFT JOIN usual AS u USING (document, entity)
WHERE e.is_person
    AND len(e.members) = 0
    AND lower(coalesce(e.name, e.aliases[1])) NOT IN ('you', 'we')
    AND e.expressions >= $least
    AND (e.document = $document OR e.document GLOB $document)
ORDER BY mentions DESC, e.document, e.first_utterance, e.entity
