// Installs what the lockfile says with the pinned pnpm and generates what the repository leaves
// out, if that is not done yet, then runs the given command:
//   node scripts/pnpm.mjs [command …]
// Needs nothing but Node and npm, and never asks a question.
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync, statSync, utimesSync } from "node:fs"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { generate } from "./generated.mjs"

export const root = fileURLToPath(new URL("..", import.meta.url))
export const environment = {
  ...process.env,
  CI: process.env.CI ?? "true",
  PATH: join(root, "node_modules", ".bin") + delimiter + process.env.PATH
}

/** Runs a command at the root (or in `options.cwd`) and hands back its exit code. */
export const run = (command, args, options = {}) => {
  const done = spawnSync(command, args, {
    cwd: root,
    env: environment,
    stdio: "inherit",
    ...options
  })
  if (done.error) console.error(`${command}: ${done.error.message}`)
  return done.status ?? 1
}

/**
 * Runs a command of the pinned pnpm; what it says goes to standard error, so that a program started
 * afterwards has standard output for itself.
 */
export const pnpm = (args, stdio = ["ignore", 2, 2]) => {
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  return run("npx", ["--yes", packageManager, ...args], { stdio })
}

const modified = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0)

const installPackages = () => {
  const installed = join(root, "node_modules/.modules.yaml")
  if (modified(installed) >= modified(join(root, "pnpm-lock.yaml"))) return 0
  const code = pnpm(["install", "--frozen-lockfile"])
  if (code === 0) utimesSync(installed, new Date(), new Date())
  return code
}

/** Afterwards the sources are complete. Ends the process if that can't be done. */
export const install = () => {
  const code = installPackages() || generate()
  if (code !== 0) process.exit(code)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  install()
  const [command, ...args] = process.argv.slice(2)
  if (command !== undefined) process.exitCode = run(command, args)
}
