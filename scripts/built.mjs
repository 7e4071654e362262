// Installs and builds what is missing or older than its sources, so that the command line can be
// run from a clone.
import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { generate, newest } from "./generated.mjs"
import { packages } from "./packages.mjs"
import { environment, install, pnpm, root, run } from "./pnpm.mjs"

const sourcesOf = ({ directory }) =>
  ["src", "app", "package.json", "tsup.config.ts", "vite.config.ts"]
    .map((name) => join(directory, name))
    .filter(existsSync)

/** What a program has in it: everything that it depends on, however indirectly. */
const bundledIn = ({ manifest }, found = new Set()) => {
  const names = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })
  for (const one of packages.filter(({ manifest: { name } }) => names.includes(name))) {
    if (found.has(one)) continue
    found.add(one)
    bundledIn(one, found)
  }
  return found
}

const stale = (one) => {
  const isProgram = one.manifest.bin !== undefined
  const built = ["index.js", ...(isProgram ? ["main.js", "help.txt"] : [])].map((name) =>
    join(one.directory, "dist", name)
  )
  if (!built.every(existsSync)) return true
  const sources = [
    join(root, "tsup.base.ts"),
    ...sourcesOf(one),
    ...(isProgram
      ? [
          join(root, "tsup.program.ts"),
          join(root, "pnpm-lock.yaml"),
          // Those that `telemark bench` has in it.
          ...["load", "sink"].map((tool) => join(root, "tools", tool, "src")),
          ...[...bundledIn(one)].flatMap(sourcesOf)
        ]
      : [])
  ].map(newest)
  return Math.max(...sources) > Math.min(...built.map(newest))
}

const openSqlite = () => {
  const Database = createRequire(join(root, "packages/telemark/package.json"))("better-sqlite3")
  new Database(":memory:").close()
}

/**
 * Whether the binary of better-sqlite3 was made for another Node. One that isn't there is left to
 * who opens a file: on Postgres it isn't needed.
 */
export const isForAnotherNode = (open = openSqlite) => {
  try {
    open()
    return false
  } catch (error) {
    return error.code === "ERR_DLOPEN_FAILED"
  }
}

const rebuildBinary = () => {
  console.error(
    `better-sqlite3 was built for another Node than ${process.version}: building it again…`
  )
  if (pnpm(["rebuild", "--recursive", "better-sqlite3"]) === 0 && !isForAnotherNode()) return
  console.error(
    "It can't be built here. Remove the folder node_modules and run this again; that takes Python, make and a C++ compiler where there is no ready-made binary."
  )
}

/**
 * Builds the JavaScript of those packages whose build is missing or older than what it is made
 * from. Answers with the exit code of the build.
 */
const buildStale = () => {
  const missing = packages.filter(stale).map(({ folder }) => folder)
  return missing.length === 0
    ? 0
    : run(process.execPath, ["scripts/build.mjs", "--js", ...missing], { stdio: ["ignore", 2, 2] })
}

/**
 * Afterwards every package can be run as JavaScript; what is said meanwhile goes to standard error.
 * Ends the process if that can't be done.
 */
export const ensureBuilt = () => {
  install()
  if (isForAnotherNode()) rebuildBinary()
  const code = buildStale()
  if (code !== 0) process.exit(code)
}

/** What vitest runs before all tests: the programs that tests start are the built ones. */
export default () => {
  if ((generate() || buildStale()) !== 0)
    throw new Error("The packages could not be built: see above.")
}

/** The command line, and what it sees of the environment: CI was set for the installation only. */
export const commandLine = () => {
  const env = { ...environment, CI: process.env.CI }
  if (env.CI === undefined) delete env.CI
  return { file: join(root, "packages/server/bin/telemark.js"), env }
}
