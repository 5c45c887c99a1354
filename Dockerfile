# The server in a container: docs/server.md says how it is run, docs/proxy.md what to put before it.
#
#   docker build -t hearer .
#   docker run -p 127.0.0.1:8000:8000 -e HEARER_TOKEN=secret hearer --studio
#
# Nothing is written but what --store names, so --read-only is no hindrance.

FROM python:3.12-slim AS build
WORKDIR /build
COPY pyproject.toml README.md LICENSE requirements.lock ./
COPY src src
COPY examples examples
# The versions that were tested, without their hashes: the package itself has none.
RUN sed -n '/^[a-z]/s/ [\]$//p' requirements.lock > constraints.txt \
    && python -m venv /opt/hearer \
    && /opt/hearer/bin/pip install --no-cache-dir --constraint constraints.txt '.[web]'

FROM python:3.12-slim
COPY --from=build /opt/hearer /opt/hearer
# The folder belongs to whoever runs it, and is what a volume for --store is mounted at.
RUN useradd --system --no-create-home --uid 10001 hearer \
    && install --directory --owner hearer /var/lib/hearer
ENV PATH=/opt/hearer/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
USER 10001
WORKDIR /var/lib/hearer
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/ready', timeout=4)"]
# With 0.0.0.0 it does not start without a token: HEARER_TOKEN, or --token-file /run/secrets/…
ENTRYPOINT ["hearer", "serve", "--host", "0.0.0.0"]
CMD []
