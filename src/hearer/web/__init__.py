"""HTTP server and studio (`hearer serve`, `hearer studio`); the extra `hearer[web]` installs it."""
