# A warm llq: kernels are compiled while the image is built, and once more, into the volume, on a
# machine whose processor differs. It runs as a user without rights, on a read-only file system:
#   docker build -t llq .
#   docker run --read-only --tmpfs /tmp -v llq-cache:/var/cache/llq -p 127.0.0.1:8000:8000 llq
FROM python:3.12-slim AS build
COPY . /src
RUN python -m venv /opt/llq && /opt/llq/bin/pip install --no-cache-dir '/src[mcp]'

FROM python:3.12-slim
COPY --from=build /opt/llq /opt/llq
RUN useradd --uid 10001 --create-home llq && install --directory --owner=llq /var/cache/llq
ENV PATH=/opt/llq/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    NUMBA_CACHE_DIR=/var/cache/llq/numba \
    XDG_CACHE_HOME=/var/cache/llq \
    XDG_DATA_HOME=/var/cache/llq/data
USER 10001
RUN llq warm-up && llq sql "SELECT count(*) FROM love_letter_classic_opening"
VOLUME /var/cache/llq
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/api/v1/love-letter/lookup?hand=1,8', timeout=4)"]
ENTRYPOINT ["llq"]
CMD ["serve", "--host", "0.0.0.0"]
