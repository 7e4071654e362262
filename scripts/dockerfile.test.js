import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { ignoredBy, problemsOf } from "./dockerfile.mjs"
import { root } from "./pnpm.mjs"

const text = readFileSync(join(root, "Dockerfile"), "utf8")

it("nothing is wrong with the Dockerfile", () => {
  expect(problemsOf(text)).toEqual([])
})

it.each([
  ["USER 1000:1000", "USER root", "the user is no number other than 0"],
  ['CMD ["serve"]', "CMD serve", "CMD has no exec form: a shell would take the signals"],
  [
    'HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \\\n  CMD ["node"',
    'HEALTHCHECK CMD node ["',
    "HEALTHCHECK has no exec form: a shell would take the signals"
  ],
  ["COPY --from=install --chown", "COPY --from=other --chown", "there is no stage other"],
  ["FROM node:${NODE}-slim", "FROM node:${NODE}", "node:${NODE} isn't slim"],
  ["image.version=", "image.release=", "there is no label version"],
  ["VOLUME /data", "VOLUMES /data", "Unknown instruction: VOLUMES"]
])("%s is not %s", (before, after, problem) => {
  expect(text).toContain(before)
  expect(problemsOf(text.replace(before, after)).join("\n")).toContain(problem)
})

it("neither secrets nor what this machine has built come into the image", () => {
  const isIgnored = ignoredBy(readFileSync(join(root, ".dockerignore"), "utf8"))
  const left = [
    ".env",
    ".git/config",
    "packages/core/dist/index.js",
    "examples/next-app/.env.local"
  ]
  const taken = [".gitignore", "package.json", "packages/core/src/distance.ts", "environment.d.ts"]
  expect([...left, ...taken].filter(isIgnored)).toEqual(left)
})
