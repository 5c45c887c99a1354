-- Mentions of the most frequent characters in each twentieth of a document
-- $document = *
-- $most = 6
WITH persons AS (
    SELECT document, entity, coalesce(name, aliases[1]) AS name, expressions
    FROM entities
    WHERE is_person
        AND len(members) = 0
        AND lower(coalesce(name, aliases[1])) NOT IN ('you', 'we')
        AND (document = $document OR document GLOB $document)
    ORDER BY expressions DESC, document, entity
    LIMIT $most
),
parts AS (SELECT unnest(range(1, 21)) AS part),
heard AS (
    SELECT x.document, x.entity, 1 + (20 * (x.utterance - 1)) // d.utterances AS part, count(*) AS mentions
    FROM expressions AS x
    JOIN persons USING (document, entity)
    JOIN documents AS d USING (document)
    GROUP BY ALL
)
SELECT
    p.name,
    p.document,
    t.part::INTEGER AS part,
    coalesce(h.mentions, 0) AS mentions
FROM persons AS p
CROSS JOIN parts AS t
LEFT JOIN heard AS h ON h.document = p.document AND h.entity = p.entity AND h.part = t.part
ORDER BY p.expressions DESC, p.document, p.entity, t.part
