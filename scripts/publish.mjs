// Checks that a release can be published, builds and packs it, and has npm look at each tarball. With
// --really it publishes them:
//   node scripts/publish.mjs [--really]
// A package that the registry has in this version is left alone: after a publication that broke off,
// run it again. npm_config_registry names another registry than npm's.
import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { packed } from "./pack.mjs"
import { packages } from "./packages.mjs"
import { environment, root, run } from "./pnpm.mjs"
import {
  problemsOfPublishing,
  problemsOfRelease,
  publishArguments,
  tokenVariable
} from "./publishing.mjs"
import { tally } from "./tally.mjs"

const isReal = process.argv.includes("--really")
const published = packages.filter(({ manifest }) => manifest.private !== true)
const version = published[0].manifest.version

const output = (command, ...args) =>
  execFileSync(command, args, { cwd: root, encoding: "utf8" }).trim()

const lines = (text) => text.split("\n").filter((line) => line !== "")

const taggedCommit = () => {
  const found = spawnSync("git", ["rev-list", "--max-count=1", `v${version}`, "--"], {
    cwd: root,
    encoding: "utf8"
  })
  return found.status === 0 ? found.stdout.trim() : undefined
}

const changelog = join(root, "CHANGELOG.md")
const registry = output("npm", "config", "get", "registry")

const problems = [
  ...problemsOfRelease({
    changed: lines(output("git", "status", "--porcelain")).map((line) => line.slice(3)),
    changelog: existsSync(changelog) ? readFileSync(changelog, "utf8") : "",
    changesets: readdirSync(join(root, ".changeset")).filter((name) => name.endsWith(".md")),
    commit: output("git", "rev-parse", "HEAD"),
    tagged: taggedCommit(),
    versions: published.map(({ manifest }) => manifest.version)
  }),
  ...(isReal
    ? problemsOfPublishing({
        environment: process.env,
        manifests: published.map(({ manifest }) => manifest),
        registry
      })
    : [])
]

const isPublished = ({ manifest: { name } }) =>
  spawnSync("npm", ["view", `${name}@${version}`, "version", `--registry=${registry}`], {
    encoding: "utf8"
  }).stdout.trim() === version

const token = process.env.NPM_TOKEN
const env = { ...environment, ...(token ? { [tokenVariable(registry)]: token } : {}) }

/** Answers whether the registry has it, or would take it. */
const publish = ({ tarball, ...one }) => {
  if (isReal && isPublished(one)) {
    console.log(`ok: ${one.manifest.name} ${version} is published already`)
    return true
  }
  const args = publishArguments({ isReal, registry, tarball, version })
  const done = spawnSync("npm", args, { cwd: root, env, encoding: "utf8" })
  const isDone = done.status === 0
  console.log(
    `${isDone ? "ok" : `${done.stderr}FAILED`}: ${isReal ? "publish" : "try"} ${one.manifest.name} ${version}`
  )
  return isDone
}

for (const problem of problems) console.log(`FAILED: ${problem}`)
const isBuilt =
  problems.length === 0 &&
  run("npm", ["run", "build"]) === 0 &&
  run(process.execPath, ["scripts/check-packages.mjs"]) === 0
if (isBuilt) {
  // Each after those that it depends on; the first that fails ends it.
  const tarballs = packed()
  const done = tarballs.findIndex((one) => !publish(one))
  if (done < 0 && !isReal)
    console.log(`\nNothing was published. With --really, ${tarballs.length} packages are.`)
  tally(done < 0 ? tarballs.length : done, done < 0 ? 0 : 1)
} else tally(0, Math.max(problems.length, 1))
