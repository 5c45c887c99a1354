-- Pronouns by label
-- $document = *
SELECT
    label,
    count(*) AS pronouns,
    round(count(*) / sum(count(*)) OVER (), 3) AS share,
    round(avg(confidence), 3) AS confidence,
    round(avg(candidates), 2) AS candidates
FROM pronouns
WHERE document = $document OR document GLOB $document
GROUP BY label
ORDER BY pronouns DESC, label
