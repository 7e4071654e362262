# syntax=docker/dockerfile:1
# The server as an image: docs/docker.md. `node scripts/check-image.mjs` runs these steps without Docker.
ARG NODE=24-bookworm

# On the machine that builds, for whatever machine the image is: this makes JavaScript.
FROM --platform=$BUILDPLATFORM node:${NODE} AS build
WORKDIR /source
COPY . .
RUN npm run build -- --js
RUN find . -name node_modules -prune -exec rm -rf {} +

# What runs, in the versions of the lockfile, with binaries for the machine of the image.
FROM node:${NODE} AS install
WORKDIR /source
COPY --from=build /source .
RUN npx --yes "$(node -p 'require("./package.json").packageManager')" --filter @telemark/server --prod deploy --legacy /app
RUN find /app -type f \( -name '*.map' -o -name '*.ts' -o -name '*.cts' -o -name '*.mts' \) -delete
RUN ln -s telemark.js /app/bin/telemark
RUN mkdir /data && chown 1000:1000 /data

FROM node:${NODE}-slim
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Telemark" \
      org.opencontainers.image.description="Transactional email: HTTP API, dashboard, worker and command line" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
ENV NODE_ENV=production \
    PATH=/app/bin:$PATH \
    TELEMARK_DATABASE_URL=sqlite:/data/telemark.db \
    TELEMARK_HOST=0.0.0.0
COPY --from=install /app /app
COPY --from=install --chown=1000:1000 /data /data
USER 1000:1000
WORKDIR /data
VOLUME /data
EXPOSE 3025
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.TELEMARK_PORT || 3025}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["telemark"]
CMD ["serve"]
