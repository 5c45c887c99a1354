-- Problems in the inputs, by code
-- $document = *
SELECT
    code,
    arg_min(message, (document, line, line_column)) AS for_example,
    arg_min(path || ':' || line, (document, line, line_column)) AS place,
    count(*) AS problems,
    count(DISTINCT document) AS documents
FROM problems
WHERE document = $document OR document GLOB $document
GROUP BY code
ORDER BY problems DESC, code
