// Installs and builds what is missing, then runs the server: node scripts/start.mjs [arguments of
// `telemark serve`]
// or another command of it: node scripts/start.mjs --command [arguments of `telemark`]
import { spawn } from "node:child_process"
import { commandLine, ensureBuilt } from "./built.mjs"

const [first, ...others] = process.argv.slice(2)
const args = first === "--command" ? others : ["serve", ...process.argv.slice(2)]

ensureBuilt()
const { env, file } = commandLine()
const followParent = new URL("followParent.mjs", import.meta.url).href
const child = spawn(process.execPath, ["--import", followParent, file, ...args], {
  stdio: "inherit",
  env
})
// npm and its shell live as long as this does. Another parent may leave this running on purpose, as
// `nohup` does.
if (process.env.npm_lifecycle_event !== undefined) await import(followParent)
// A terminal sends SIGINT to the whole group; the others reach only this process and are passed on.
for (const signal of ["SIGTERM", "SIGHUP", "SIGUSR2"]) process.on(signal, () => child.kill(signal))
process.on("SIGINT", () => {
  if (!process.stdin.isTTY) child.kill("SIGINT")
})
child.on("exit", (code, signal) => {
  if (signal === null) process.exit(code ?? 1)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
})
