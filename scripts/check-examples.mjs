// Runs every example as a user would: copied out of the repository, on packed packages, with npm. Needs a full build.
// One whose package.json says `"telemark": {"needs": "postgres"}` finds an empty database in
// TELEMARK_EXAMPLE_DATABASE_URL: on TELEMARK_TEST_POSTGRES_URL, or on a server started for it.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { pack } from "./pack.mjs"
import { root, run } from "./pnpm.mjs"
import { tally } from "./tally.mjs"

const folder = join(root, "examples")
const examples = existsSync(folder)
  ? readdirSync(folder).filter((name) => existsSync(join(folder, name, "package.json")))
  : []

/** Our packages come from the tarballs, also where one of them asks for another. */
const onTarballs = (manifest, tarballs) => {
  const replaced = (dependencies = {}) =>
    Object.fromEntries(Object.entries(dependencies).map(([name, range]) => [name, tarballs[name] ?? range]))
  return {
    ...manifest,
    dependencies: replaced(manifest.dependencies),
    devDependencies: replaced(manifest.devDependencies),
    overrides: { ...manifest.overrides, ...tarballs }
  }
}

const within = 10 * 60_000
const start = (cwd, command, ...args) =>
  run(command, args, { cwd, env: { ...process.env, CI: "true" }, timeout: within }) === 0

/** How a command is run that needs it. */
const needs = {
  postgres: [
    process.execPath, "--conditions=@telemark/source", "--import", import.meta.resolve("tsx"),
    join(root, "tools/postgres/src/withDatabase.ts"), "TELEMARK_EXAMPLE_DATABASE_URL", "--"
  ]
}

const around = ({ telemark }) => {
  if (telemark?.needs === undefined) return []
  const found = needs[telemark.needs]
  if (found === undefined) throw new Error(`an example can't be given ${telemark.needs}, which it needs`)
  return found
}

const runs = (name, tarballs) => {
  const copy = mkdtempSync(join(tmpdir(), `telemark-${name}-`))
  try {
    cpSync(join(folder, name), copy, {
      recursive: true,
      filter: (file) => !["node_modules", "dist"].includes(basename(file))
    })
    const file = join(copy, "package.json")
    const manifest = JSON.parse(readFileSync(file, "utf8"))
    writeFileSync(file, JSON.stringify(onTarballs(manifest, tarballs), null, 2))
    return start(copy, "npm", "install", "--no-audit", "--no-fund") && start(copy, ...around(manifest), "npm", "test")
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

if (examples.length === 0) {
  console.log("no examples yet")
  tally(0, 0)
} else {
  const tarballs = Object.fromEntries(pack().map(({ manifest, tarball }) => [manifest.name, `file:${tarball}`]))
  const results = examples.map((name) => {
    const ok = runs(name, tarballs)
    console.log(`${ok ? "ok" : "FAILED"}: example ${name}`)
    return ok
  })
  tally(results.filter((ok) => ok).length, results.filter((ok) => !ok).length)
}
