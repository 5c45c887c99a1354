-- Resolved pronouns by confidence
-- $document = *
SELECT
    least(floor(confidence * 10), 9)::INTEGER / 10 AS at_least,
    count(*) AS pronouns,
    round(count(*) / sum(count(*)) OVER (), 3) AS share
FROM pronouns
WHERE entity IS NOT NULL
    AND confidence IS NOT NULL
    AND (document = $document OR document GLOB $document)
GROUP BY at_least
ORDER BY at_least
