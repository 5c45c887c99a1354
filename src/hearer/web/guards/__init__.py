"""Who and what is let in: ASGI middleware, one idea a file.

    chain       what a guard is, and how an application is put behind several
    failures    what nobody has named: an answer without a trace of our code, and a line in the log
    kinds       only JSON is read

A guard is a callable from an application and the settings to an application. `GUARDS` of
`hearer.web.app` has them all, the outermost first.
"""
