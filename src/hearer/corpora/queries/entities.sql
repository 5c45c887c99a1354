-- The most frequent entities
-- $document = *
-- $least = 2
SELECT
    coalesce(name, aliases[1]) AS name,
    array_to_string(list_filter(aliases, lambda alias: alias <> coalesce(name, aliases[1])), '; ') AS aliases,
    coalesce(sort, CASE WHEN is_person THEN 'person' END) AS sort,
    document,
    expressions AS mentions,
    names,
    pronouns
FROM entities
WHERE lower(coalesce(name, aliases[1])) NOT IN ('you', 'we')
    AND len(members) = 0
    AND expressions >= $least
    AND (document = $document OR document GLOB $document)
ORDER BY mentions DESC, document, first_utterance, entity
