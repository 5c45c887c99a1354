"""What stands between strangers and the routes: small ASGI applications, one idea a file.

chain        how an application is put behind all of them
connections  a connection that says nothing, or does not read, is closed; and how many there are
refusals     how a request is refused: a problem of HTTP, for sockets, too
requests     every request has an id and a line in the log; errors are logged, never shown
answers      long answers are sent piece by piece
headers      what browsers are told to keep to, with every answer
hosts        which names this server answers to (against DNS rebinding)
origins      which other pages may call (CORS), and that no other can (CSRF)
token        who may call at all
media        JSON only, and not compressed
bodies       how long a body may be, how long it may take, and how much may be in it
shapes       how many values a body of JSON has

They stand in this order, from the outside, so what is refused is refused as early as possible. None
of them knows the routes, but that /health and /ready are open to whoever looks after the server.
"""
