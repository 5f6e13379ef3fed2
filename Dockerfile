# syntax=docker/dockerfile:1
# The site for a host; compose.yaml puts a database and a proxy beside it (docs/hosting.md).
# .ci/hosting runs these very steps where there is no Docker.

FROM python:3.11-slim AS build
WORKDIR /srv/carti
COPY pyproject.toml constraints.txt README.md LICENSE ./
RUN python -m venv --without-pip /srv/venv
RUN python -m pip --python /srv/venv install --no-cache-dir -q -c constraints.txt '.[postgres,metrics]' && rm -rf build *.egg-info
COPY . .
RUN CARTI_DATA=/tmp/build CARTI_STATIC=/srv/static /srv/venv/bin/python manage.py collectstatic --no-input
RUN /srv/venv/bin/python -m compileall -q .

FROM python:3.11-slim
RUN useradd --system --no-create-home carti && install -d -o carti -g carti /data
COPY --from=build /srv /srv
WORKDIR /srv/carti
ENV PATH=/srv/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
ENV CARTI_DATA=/data CARTI_STATIC=/srv/static CARTI_LOG=json
USER carti
VOLUME /data
EXPOSE 8000
HEALTHCHECK --start-period=20s --interval=10s --timeout=5s \
  CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["python", "manage.py", "serve", "--prepared"]
