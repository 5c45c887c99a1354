-- Pronouns without an antecedent: where, and why
-- $document = *
SELECT
    p.document,
    p.line,
    p.line_column,
    lower(p.text) AS pronoun,
    p.label,
    p.reason,
    u.text AS utterance
FROM pronouns AS p
LEFT JOIN utterances AS u USING (document, utterance)
WHERE p.entity IS NULL
    AND (p.document = $document OR p.document GLOB $document)
ORDER BY p.document, p.utterance, p.word
