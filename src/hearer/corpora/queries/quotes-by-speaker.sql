-- Quotations by speaker
-- $document = *
-- $least = 1
WITH spoken AS (
    SELECT
        q.document,
        q.quotation,
        q.text,
        q.words,
        e.entity IS NULL OR e.is_person OR e.sort IS NULL OR e.sort IN ('animal', 'organization')
            AS may_speak,
        CASE WHEN may_speak THEN q.speaker END AS entity,
        CASE WHEN may_speak THEN q.name END AS name
    FROM quotations AS q
    LEFT JOIN entities AS e ON e.document = q.document AND e.entity = q.speaker
    WHERE q.is_spoken
        AND (q.document = $document OR q.document GLOB $document)
)
SELECT
    coalesce(name, entity, '(unknown)') AS speaker,
    document,
    substr(arg_max(text, (words, -quotation)), 1, 200) AS longest,
    count(*) AS quotations,
    sum(words)::BIGINT AS words,
    round(avg(words), 1) AS words_each
FROM spoken
GROUP BY document, entity, name
HAVING count(*) >= $least
ORDER BY quotations DESC, document, speaker
