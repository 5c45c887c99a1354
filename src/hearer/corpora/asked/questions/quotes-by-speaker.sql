/* Who speaks how much, and the longest of what they say. */
SELECT
    coalesce(name, speaker, '(unknown)') AS speaker,
    document,
    substr(arg_max(text, (words, -quotation)), 1, 200) AS longest,
    count(*) AS quotations,
    sum(words)::BIGINT AS words,
    round(avg(words), 1) AS words_each
FROM quotations
WHERE is_spoken
    AND (document = $document OR document GLOB $document)
GROUP BY document, quotations.speaker, name
HAVING count(*) >= $least
ORDER BY quotations DESC, document, speaker
