-- Centering transitions
-- $document = *
SELECT
    transition,
    count(*) AS utterances,
    round(count(*) / sum(count(*)) OVER (), 3) AS share,
    count(*) FILTER (violates_rule_1) AS violate_rule_1,
    round(avg(len(cf)), 2) AS entities_each
FROM utterances
WHERE document = $document OR document GLOB $document
GROUP BY transition
ORDER BY utterances DESC, transition
