# The service, its worker and its commands. docs/operating.md, "Containers", tells how to run it.
#
#     docker build -t campaigns .
#     docker run -p 4000:4000 -e DATABASE_URL=… -e APP_SECRET=… -e PUBLIC_URL=… campaigns
#     docker run … campaigns src/main/worker.ts
#     docker run … campaigns src/main/cli.ts migrate
ARG BUILD_IMAGE=node:26-trixie-slim
ARG BASE_IMAGE=gcr.io/distroless/cc-debian13

FROM ${BUILD_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
# Without install scripts, the package "node" has no program: the image has its own. The other files are used only to develop.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -rf node_modules/node node_modules/typescript node_modules/@typescript node_modules/@gql.tada/cli-utils \
      node_modules/typeorm/browser node_modules/better-sqlite3/deps node_modules/zod/src \
      node_modules/@graphql-yoga/render-graphiql/cjs \
 && find node_modules/better-sqlite3/prebuilds ! -name "linux-$(node -p process.arch).node" -type f -delete \
 && find node_modules -type f '(' -name '*.map' -o -name '*.d.ts' -o -name '*.d.?ts' -o -name '*.md' ')' -delete
COPY . .
# Starts the service once, so that .cache/compiled contains the compiled code of a start.
RUN DATA_DIR=/tmp/data DEMO=off NODE_COMPILE_CACHE=/app/.cache/compiled timeout 20 node src/main/server.ts; \
    test $? -eq 124 && rm -rf /tmp/data && mkdir /data /libraries && cp /usr/lib/*-linux-gnu/libatomic.so.1 /libraries

FROM ${BASE_IMAGE}
WORKDIR /app
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /libraries /usr/local/lib/node
COPY --from=build --chown=65532:65532 /data /data
COPY --from=build /app /app
ENV NODE_ENV=production NODE_COMPILE_CACHE=/app/.cache/compiled LD_LIBRARY_PATH=/usr/local/lib/node
# The file system may be read-only except for /data.
ENV HOST=0.0.0.0 DATA_DIR=/data TMPDIR=/data
USER 65532:65532
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node"]
CMD ["src/main/server.ts"]
