-- Pairs of characters, and the number of utterances that mention both
-- $document = *
-- $least = 2
WITH persons AS (
    SELECT document, entity, coalesce(name, aliases[1]) AS name
    FROM entities
    WHERE is_person
        AND len(members) = 0
        AND lower(coalesce(name, aliases[1])) NOT IN ('you', 'we')
        AND expressions >= $least
        AND (document = $document OR document GLOB $document)
),
present AS (
    SELECT DISTINCT x.document, x.utterance, x.entity, p.name
    FROM expressions AS x
    JOIN persons AS p USING (document, entity)
)
SELECT
    a.name AS one,
    b.name AS another,
    a.document,
    count(*) AS utterances
FROM present AS a
JOIN present AS b
    ON a.document = b.document AND a.utterance = b.utterance
    AND (a.name, a.entity) < (b.name, b.entity)
GROUP BY a.document, a.entity, b.entity, a.name, b.name
ORDER BY utterances DESC, a.document, one, another, a.entity, b.entity
