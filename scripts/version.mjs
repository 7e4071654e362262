// Makes the next version of what the changesets say: the version of each package, one changelog for
// all, and the version in the OpenAPI document. The changesets are removed.
//   node scripts/version.mjs
import getReleasePlan from "@changesets/get-release-plan"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { release, withRelease } from "./changelog.mjs"
import { install, root, run } from "./pnpm.mjs"

const file = join(root, "CHANGELOG.md")

const must = (command, ...args) => {
  const code = run(command, args)
  if (code !== 0) process.exit(code)
}

install()
const { changesets, releases } = await getReleasePlan(root)
// Private packages are listed, but keep their version.
const released = releases.filter(({ type }) => type !== "none")
const versions = [...new Set(released.map(({ newVersion }) => newVersion))]
if (versions.length === 0) {
  console.error("There are no changesets, so there is nothing to release.")
  process.exit(1)
}
if (versions.length > 1)
  throw new Error(`All packages have one version, and not ${versions.join(", ")}`)
const [version] = versions
const date = new Date().toISOString().slice(0, 10)
const earlier = existsSync(file) ? readFileSync(file, "utf8") : undefined
const changelog = withRelease(earlier, release({ changesets, date, version }))
must("changeset", "version")
writeFileSync(file, changelog)
must("vitest", "run", "--project", "unit", "packages/http/test/openApi.test.ts", "--update")
console.log(`\nThis is ${version} now. Read CHANGELOG.md, then run npm test and commit.`)
