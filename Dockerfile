# The site's container image: `docker compose up -d`, or with another MongoDB (MONGODB_URI).
FROM oven/bun:1.4.5 AS build
WORKDIR /site
COPY package.json bun.lock bunfig.toml ./
COPY patches patches
RUN bun install --frozen-lockfile
COPY . .
RUN bun scripts/build.ts

FROM oven/bun:1.4.5 AS packages
WORKDIR /site
COPY package.json bun.lock bunfig.toml ./
COPY patches patches
RUN bun install --frozen-lockfile --production

FROM oven/bun:1.4.5-slim
WORKDIR /site
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3001 DATA_DIR=/data
COPY --from=packages /site/node_modules node_modules
COPY --from=build /site/dist dist
COPY --from=build /site/api api
COPY --from=build /site/web/content web/content
COPY --from=build /site/package.json /site/tsconfig.json ./
# The site writes its data here, so the root file system can be read-only.
RUN mkdir /data && chown bun:bun /data
VOLUME /data
USER bun
EXPOSE 3001
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["bun", "-e", "const { ok } = await fetch(`http://localhost:${process.env.PORT}/api/health`); process.exit(ok ? 0 : 1)"]
CMD ["bun", "api/main.ts"]
