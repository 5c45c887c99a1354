-- Documents without a result
SELECT document, path, code, reason
FROM documents
WHERE status = 'failed'
ORDER BY document
