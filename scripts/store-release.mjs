// Stores what this release writes to a database, on SQLite and on Postgres, for tests of later ones
// to read:
//   node scripts/store-release.mjs [version]
// The version is that of the packages, unless another is given. It writes to
// packages/server/scenarios/releases, and then runs the test that reads it.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { install, root, run } from "./pnpm.mjs"

const test = "packages/server/scenarios/releases.test.ts"
const manifest = join(root, "packages/server/package.json")
const version = process.argv[2] ?? JSON.parse(readFileSync(manifest, "utf8")).version

install()
const runTest = (env) =>
  run("vitest", ["run", "--project", "slow", test], {
    env: { ...process.env, PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}`, ...env }
  })
process.exitCode = runTest({ TELEMARK_STORE_RELEASE: version }) || runTest({})
