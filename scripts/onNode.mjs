// Runs a script on another version of Node, which comes from npm the first time:
//   node scripts/onNode.mjs 24 script.mjs [argument …]
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { root, run } from "./pnpm.mjs"

/** The newest Node of that version; it is kept. */
export const nodeOf = (version) => {
  const folder = join(root, ".cache/nodes", version)
  const binary = join(folder, "node_modules/node/bin/node")
  if (existsSync(binary)) return binary
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }))
  // A script of the package fetches the one for this system.
  const args = ["install", "--no-audit", "--no-fund", "--ignore-scripts=false", `node@${version}`]
  const code = run("npm", args, { cwd: folder, stdio: ["ignore", "ignore", 2] })
  if (code !== 0 || !existsSync(binary)) throw new Error(`Node ${version} could not be installed`)
  return binary
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [version, ...args] = process.argv.slice(2)
  process.exitCode = run(nodeOf(version), args)
}
