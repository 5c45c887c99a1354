-- Resolved pronouns by the distance of their antecedents, in utterances
-- $document = *
-- $most = 10
WITH resolved AS (
    SELECT
        distance_utterances AS far,
        confidence,
        CASE
            WHEN lower(text) IN ('he', 'him', 'his', 'himself') THEN 'he'
            WHEN lower(text) IN ('she', 'her', 'hers', 'herself') THEN 'she'
            WHEN lower(text) IN ('it', 'its', 'itself') THEN 'it'
            WHEN lower(text) IN ('they', 'them', 'their', 'theirs', 'themselves', 'themself') THEN 'they'
            ELSE 'others'
        END AS form
    FROM pronouns
    WHERE distance_utterances IS NOT NULL
        AND (document = $document OR document GLOB $document)
)
SELECT
    CASE WHEN far < $most THEN far::VARCHAR ELSE $most || '+' END AS distance,
    count(*) AS pronouns,
    round(count(*) / sum(count(*)) OVER (), 3) AS share,
    count(*) FILTER (form = 'he') AS he,
    count(*) FILTER (form = 'she') AS she,
    count(*) FILTER (form = 'it') AS it,
    count(*) FILTER (form = 'they') AS they,
    count(*) FILTER (form = 'others') AS others,
    round(avg(confidence), 3) AS confidence
FROM resolved
GROUP BY distance
ORDER BY min(far)
