// Builds every package, or those named:  node scripts/build.mjs [--js] [folder …]
// --js leaves the declarations out.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { inParallel, listenTo } from "./inParallel.mjs"
import { packages } from "./packages.mjs"
import { environment, root } from "./pnpm.mjs"

const javascriptOnly = process.argv.includes("--js")
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("--"))

const run = async (directory, tool, ...args) => {
  // Standard output of the tools goes to standard error, as in pnpm.mjs.
  const options = { cwd: directory, env: environment, stdio: ["ignore", 2, 2] }
  const code = await listenTo(tool, args, console.error, options)
  if (code !== 0) throw new Error(`${directory}: build failed`)
}

const declarations = join(root, ".cache/declarations")

/**
 * Writes a package's declarations, a file for each source. By itself: in one program with those
 * that depend on it, its types get names from there.
 */
const declare = async ({ folder }) => {
  mkdirSync(declarations, { recursive: true })
  const project = join(declarations, `${folder}.json`)
  const include = [join(root, "packages", folder, "src/**/*.ts")]
  writeFileSync(project, JSON.stringify({ extends: "../../tsconfig.build.json", include }))
  const tsc = join(root, "tools/types/node_modules/.bin/tsc")
  await run(root, tsc, "-p", project, "--outDir", join(declarations, folder))
}

/**
 * Declarations for `require` differ from those for `import` in the names of the files beside them
 * alone.
 */
const forCommonJs = (text) => text.replace(/(["'])(\.{1,2}\/[^"'\n]+)\.js\1/g, "$1$2.cjs$1")

const copyDeclarations = ({ directory, folder }) => {
  const from = join(declarations, folder, folder, "src")
  for (const name of readdirSync(from, { recursive: true })) {
    if (!name.endsWith(".d.ts")) continue
    const text = readFileSync(join(from, name), "utf8")
    const to = join(directory, "dist", name)
    mkdirSync(dirname(to), { recursive: true })
    writeFileSync(to, text)
    writeFileSync(to.replace(/\.ts$/, ".cts"), forCommonJs(text))
  }
}

/** Pages for browsers come first: whether a build is up to date is read off the index. */
const build = async ({ directory }) => {
  rmSync(join(directory, "dist"), { recursive: true, force: true })
  if (existsSync(join(directory, "vite.config.ts")))
    await run(directory, join(directory, "node_modules/.bin/vite"), "build")
  await run(directory, "tsup")
}

const buildWhole = async (one) => {
  await build(one)
  await declare(one)
  copyDeclarations(one)
}

const chosen = packages.filter(({ folder }) => wanted.length === 0 || wanted.includes(folder))
try {
  rmSync(declarations, { recursive: true, force: true })
  console.error(`Building ${chosen.length} packages: up to a minute…`)
  await inParallel(chosen, javascriptOnly ? build : buildWhole)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
