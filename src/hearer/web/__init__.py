"""The server and the studio: `hearer serve`, `hearer studio`, with the extra `hearer[web]`.

How it is put together:

    settings      where it listens, its limits, what it allows
    app           all of it as one application: routes, guards, what begins and ends with it
    running       the application, served until somebody stops it
    services      what the routes share, and how they get it

What a request meets:

    guards        who and what is let in, one idea a file
    routes        what can be called, one family a file
    asking        what a request says: a document, and how to hear it
    calls         what single calls take besides
    answers       what is answered
    media_types   what answers and files are, as HTTP says it
    problems      what is answered when something is wrong
    working       work on threads, with a bounded queue and a time limit
    pieces        long work piece by piece, so that the slow hold no thread
    seats         a number of places, for what goes on for long
    exporting     files to be taken along
    hearing       documents as they were heard lately
    metrics       what is counted, for Prometheus
    stores        where sessions are kept

The studio itself is in `static/`: HTML, CSS and JavaScript as they are served; the texts that it
offers are in `texts/`.
"""
