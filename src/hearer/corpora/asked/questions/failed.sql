/* Which documents have no result, and why. */
SELECT document, path, code, reason
FROM documents
WHERE status = 'failed'
ORDER BY document
