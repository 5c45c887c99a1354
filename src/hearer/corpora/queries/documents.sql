-- Documents: status and counts
-- $document = *
SELECT
    document,
    status,
    words,
    utterances,
    entities,
    quotations,
    problems,
    pronouns,
    resolved,
    pronouns - resolved AS unresolved,
    round(1000 * pronouns / nullif(words, 0), 1) AS pronouns_per_1000
FROM documents
WHERE document = $document OR document GLOB $document
ORDER BY document
