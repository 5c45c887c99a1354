-- Who is mentioned with whom: pairs of persons, and in how many paragraphs both are.
WITH persons AS (
    SELECT document, entity, coalesce(name, aliases[1]) AS name
    FROM entities
    WHERE is_person
        AND len(members) = 0
        AND coalesce(name, aliases[1]) IS NOT NULL
        AND expressions >= $least
        AND (document = $document OR document GLOB $document)
),
present AS (
    SELECT DISTINCT x.document, u.paragraph, x.entity, p.name
    FROM expressions AS x
    JOIN persons AS p USING (document, entity)
    JOIN utterances AS u USING (document, utterance)
)
SELECT
    a.name AS one,
    b.name AS another,
    a.document,
    count(*) AS paragraphs
FROM present AS a
JOIN present AS b
    ON a.document = b.document AND a.paragraph = b.paragraph
    AND (a.name, a.entity) < (b.name, b.entity)
GROUP BY a.document, a.entity, b.entity, a.name, b.name
ORDER BY paragraphs DESC, a.document, one, another, a.entity, b.entity
