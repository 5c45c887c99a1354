-- Quotations in the order of the text, with their speakers
-- $document = *
-- $speaker = *
SELECT
    document,
    quotation,
    coalesce(name, quotations.speaker) AS speaker,
    how,
    cue,
    text,
    words
FROM quotations
WHERE is_spoken
    AND (document = $document OR document GLOB $document)
    AND ($speaker = '*' OR name = $speaker OR name GLOB $speaker)
ORDER BY document, quotation
