// Installs and builds what is missing, then runs the server:  node scripts/start.mjs [arguments of `telemark serve`]
import { spawn } from "node:child_process"
import { join } from "node:path"
import { buildStale } from "./built.mjs"
import { environment, install, root } from "./pnpm.mjs"

install()
const code = buildStale()
if (code !== 0) process.exit(code)

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
