-- Resolved pronouns by the form of their antecedent
-- $document = *
SELECT
    e.kind AS antecedent,
    count(*) AS pronouns,
    round(count(*) / sum(count(*)) OVER (), 3) AS share,
    round(avg(p.distance_utterances), 2) AS utterances_back,
    median(p.distance_words)::INTEGER AS words_back
FROM pronouns AS p
JOIN expressions AS e ON e.document = p.document AND e.expression = p.antecedent
WHERE p.document = $document OR p.document GLOB $document
GROUP BY e.kind
ORDER BY pronouns DESC, antecedent
