# The product as an image: `docker build -t vitrine .`
# One container with everything in it (page, back office, background work, SQLite in the volume):
#   docker run -p 3000:3000 -v vitrine:/data --read-only --tmpfs /tmp vitrine
# Several processes with Postgres and Redis: docker-compose.yml.

# Install scripts are left out throughout: every package that has native parts brings them built, and the development
# package `node` is not needed where the image has Node.js.

# What the browser loads, and the renderer of the page.
FROM node:24-bookworm-slim AS web
WORKDIR /vitrine
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY tsconfig.base.json ./
COPY contract contract
COPY web web
RUN node web/build.ts

# The packages the running product uses.
FROM node:24-bookworm-slim AS packages
WORKDIR /vitrine
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force

FROM node:24-bookworm-slim
WORKDIR /vitrine
# The files are root's and the process is not: it can change nothing of itself, also without --read-only.
# What it writes is in /data (SQLite and the generated secret; nothing with Postgres and APP_SECRET) and in /tmp.
RUN mkdir /data && chown node:node /data
COPY --from=packages /vitrine/node_modules node_modules
COPY package.json ./
COPY contract contract
COPY db db
COPY core core
COPY workers workers
COPY server server
COPY web/push web/push
COPY --from=web /vitrine/web/dist web/dist
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node.js itself gets the signals: SIGTERM finishes what is under way, within 10 seconds.
CMD ["node", "--import", "./core/process/fast-start.js", "--expose-gc", "--heap-growing-percent=40", "--v8-pool-size=1", "server/main.ts"]
