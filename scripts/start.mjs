// Installs and builds what is missing, then runs the server:  node scripts/start.mjs [arguments of `telemark serve`]
import { spawn } from "node:child_process"
import { existsSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { packages } from "./packages.mjs"
import { environment, install, root, run } from "./pnpm.mjs"

const newest = (path) =>
  statSync(path).isDirectory()
    ? Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
    : statSync(path).mtimeMs

const stale = ({ directory }) => {
  const built = join(directory, "dist/index.js")
  if (!existsSync(built)) return true
  const sources = ["src", "package.json", "tsup.config.ts"].map((name) => newest(join(directory, name)))
  return Math.max(...sources) > statSync(built).mtimeMs
}

install()
const missing = packages.filter(stale).map(({ folder }) => folder)
if (missing.length > 0) {
  const code = run(process.execPath, ["scripts/build.mjs", "--js", ...missing], { stdio: ["ignore", 2, 2] })
  if (code !== 0) process.exit(code)
}

const server = join(root, "packages/server/bin/telemark.js")
// CI was set for the installation only; the server sees what the caller gave.
const env = { ...environment, CI: process.env.CI }
if (env.CI === undefined) delete env.CI
const child = spawn(process.execPath, [server, "serve", ...process.argv.slice(2)], { stdio: "inherit", env })
// A terminal sends SIGINT to the whole group; the others reach only this process and are passed on.
for (const signal of ["SIGTERM", "SIGHUP", "SIGUSR2"]) process.on(signal, () => child.kill(signal))
process.on("SIGINT", () => { if (!process.stdin.isTTY) child.kill("SIGINT") })
child.on("exit", (code, signal) => {
  if (signal === null) process.exit(code ?? 1)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
})
