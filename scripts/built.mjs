// Builds the JavaScript of those packages whose build is missing or older than what it is made from.
import { existsSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { packages } from "./packages.mjs"
import { root, run } from "./pnpm.mjs"

const newest = (path) =>
  statSync(path).isDirectory()
    ? Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
    : statSync(path).mtimeMs

const stale = ({ directory }) => {
  const built = join(directory, "dist/index.js")
  if (!existsSync(built)) return true
  const sources = ["src", "package.json", "tsup.config.ts"].map((name) => newest(join(directory, name)))
  return Math.max(...sources, newest(join(root, "tsup.base.ts"))) > statSync(built).mtimeMs
}

/** Resolves to the exit code of the build: 0 if there was nothing to do. */
export const buildStale = () => {
  const missing = packages.filter(stale).map(({ folder }) => folder)
  return missing.length === 0 ? 0 : run(process.execPath, ["scripts/build.mjs", "--js", ...missing], { stdio: ["ignore", 2, 2] })
}

/** What vitest runs before all tests: the programs that tests start are the built ones. */
export default () => {
  if (buildStale() !== 0) throw new Error("The packages could not be built: see above.")
}
