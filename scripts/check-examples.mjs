// Runs every example as a user would, or those named: copied out of the repository, on packed
// packages, with npm. Lints them too, which takes the declarations of the build:
//   node scripts/check-examples.mjs [--packed] [example …]
// Needs a full build. With --packed, the packages are those that were packed the last time.
// One whose package.json says `"telemark": {"needs": "postgres"}` finds an empty database in
// TELEMARK_EXAMPLE_DATABASE_URL: on TELEMARK_TEST_POSTGRES_URL, or on a server started for it.
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { inParallel, listenTo } from "./inParallel.mjs"
import { pack, packed } from "./pack.mjs"
import { root } from "./pnpm.mjs"
import { prebuilt } from "./prebuilt.mjs"
import { tally } from "./tally.mjs"

const folder = join(root, "examples")
const examples = existsSync(folder)
  ? readdirSync(folder).filter((name) => existsSync(join(folder, name, "package.json")))
  : []

const named = process.argv.slice(2).filter((argument) => !argument.startsWith("--"))
const unknown = named.filter((name) => !examples.includes(name))
if (unknown.length > 0)
  throw new Error(`no such example: ${unknown.join(", ")}; there are ${examples.join(", ")}`)
const chosen = named.length === 0 ? examples : named

/** Our packages come from the tarballs, also where one of them asks for another. */
const onTarballs = (manifest, tarballs) => {
  const replaced = (dependencies = {}) =>
    Object.fromEntries(
      Object.entries(dependencies).map(([name, range]) => [name, tarballs[name] ?? range])
    )
  return {
    ...manifest,
    dependencies: replaced(manifest.dependencies),
    devDependencies: replaced(manifest.devDependencies),
    overrides: { ...manifest.overrides, ...tarballs }
  }
}

const env = { ...process.env, ...prebuilt(), CI: "true", NEXT_TELEMETRY_DISABLED: "1" }

/** How a command is run that needs it. */
const needs = {
  postgres: [
    process.execPath,
    "--conditions=@telemark/source",
    "--import",
    import.meta.resolve("tsx"),
    join(root, "tools/postgres/src/withDatabase.ts"),
    "TELEMARK_EXAMPLE_DATABASE_URL",
    "--"
  ]
}

const around = ({ telemark }) => {
  if (telemark?.needs === undefined) return []
  const found = needs[telemark.needs]
  if (found === undefined)
    throw new Error(`an example can't be given ${telemark.needs}, which it needs`)
  return found
}

const runs = async (name, tarballs, onText) => {
  const copy = mkdtempSync(join(tmpdir(), `telemark-${name}-`))
  const isDone = async (command, ...args) =>
    (await listenTo(command, args, onText, { cwd: copy, env })) === 0
  try {
    cpSync(join(folder, name), copy, {
      recursive: true,
      filter: (file) => ![".next", "data", "dist", "node_modules"].includes(basename(file))
    })
    const file = join(copy, "package.json")
    const manifest = JSON.parse(readFileSync(file, "utf8"))
    writeFileSync(file, JSON.stringify(onTarballs(manifest, tarballs), null, 2))
    return (
      (await isDone("npm", "install", "--no-audit", "--no-fund")) &&
      (await isDone(...around(manifest), "npm", "test"))
    )
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

const made = process.argv.includes("--packed") ? packed() : pack()
const tarballs = Object.fromEntries(
  made.map(({ manifest, tarball }) => [manifest.name, `file:${tarball}`])
)
const results = await inParallel(chosen, async (name) => {
  const began = performance.now()
  let said = ""
  const ok = await runs(name, tarballs, (text) => (said += text))
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`${ok ? "ok" : `${said}FAILED`}: example ${name}, ${seconds} s`)
  return ok
})
const folders = chosen.map((name) => join("examples", name))
const isClean = (await listenTo("oxlint", folders, (text) => process.stdout.write(text))) === 0
console.log(`${isClean ? "ok" : "FAILED"}: lint`)
results.push(isClean)
const passed = results.filter((ok) => ok).length
tally(passed, results.length - passed)
