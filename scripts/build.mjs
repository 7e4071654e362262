// Builds every package, or those named:  node scripts/build.mjs [--js] [folder …]
// --js leaves the declarations out, which is most of the time.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { inParallel, listenTo } from "./inParallel.mjs"
import { environment } from "./pnpm.mjs"
import { rows } from "./packages.mjs"

const javascriptOnly = process.argv.includes("--js")
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("--"))
const env = { ...environment, ...(javascriptOnly ? { TELEMARK_BUILD: "js" } : {}) }

const run = async (directory, tool, ...args) => {
  // Standard output of the tools goes to standard error, as in pnpm.mjs.
  const options = { cwd: directory, env, stdio: ["ignore", 2, 2] }
  const code = await listenTo(tool, args, console.error, options)
  if (code !== 0) throw new Error(`${directory}: build failed`)
}

/**
 * Writes the declarations for `require` from those for `import`: they differ in the names of the
 * files beside them alone, and making them takes most of a build.
 */
const declareForCommonJs = (folder) => {
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".d.ts"))) {
    const text = readFileSync(join(folder, name), "utf8")
    const beside = text.replace(/(["'])(\.{1,2}\/[^"'\n]+)\.js\1/g, "$1$2.cjs$1")
    writeFileSync(join(folder, name.replace(/\.d\.ts$/, ".d.cts")), beside)
  }
}

/** Pages for browsers come first: whether a build is up to date is read off the index. */
const build = async ({ directory }) => {
  rmSync(join(directory, "dist"), { recursive: true, force: true })
  if (existsSync(join(directory, "vite.config.ts")))
    await run(directory, join(directory, "node_modules/.bin/vite"), "build")
  await run(directory, "tsup")
  declareForCommonJs(join(directory, "dist"))
}

/** Without declarations the order does not matter. */
const steps = javascriptOnly ? [rows().flat()] : rows()
try {
  for (const step of steps) {
    const chosen = step.filter(({ folder }) => wanted.length === 0 || wanted.includes(folder))
    await inParallel(chosen, build)
  }
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
