import { type ChildProcess, execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { describe, expect, it, onTestFinished } from "vitest"
import { eventually, temporaryFolder } from "./harness.js"

const root = fileURLToPath(new URL("../../..", import.meta.url))

const environmentIn = (folder: string): NodeJS.ProcessEnv => ({
  PATH: process.env["PATH"],
  HOME: process.env["HOME"],
  TELEMARK_PORT: "0",
  TELEMARK_DATABASE_URL: `sqlite:${join(folder, "mail.db")}`
})

/**
 * Starts a command and waits until the server that it starts accepts requests; resolves to where
 * its health is read.
 */
const started = async (child: ChildProcess): Promise<string> => {
  onTestFinished(() => {
    child.kill("SIGTERM")
  })
  let printed = ""
  child.stdout?.setEncoding("utf8").on("data", (part: string) => {
    printed += part
  })
  await eventually(() => {
    expect(printed).toMatch(/Database /)
  })
  return (/API +(\S+)\/v1/.exec(printed)?.[1] ?? "") + "/health"
}

const isServing = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false
  )

const run = (command: string, args: ReadonlyArray<string>, env: NodeJS.ProcessEnv) =>
  spawn(command, args, { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] })

describe("npm start", () => {
  it.each<[what: string, command: string, args: ReadonlyArray<string>, signal: NodeJS.Signals]>([
    ["SIGTERM to npm", "npm", ["start"], "SIGTERM"],
    ["SIGTERM to its script", process.execPath, ["scripts/start.mjs"], "SIGTERM"],
    ["SIGKILL to its script", process.execPath, ["scripts/start.mjs"], "SIGKILL"]
  ])("ends the server at %s", async (_, command, args, signal) => {
    const child = run(command, args, environmentIn(await temporaryFolder()))
    const health = await started(child)
    expect(await isServing(health)).toBe(true)
    child.kill(signal)
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit")
    await eventually(async () => {
      expect(await isServing(health)).toBe(false)
    })
  })

  it("is followed by commands on the same database: a lost key is replaced", async () => {
    const env = environmentIn(await temporaryFolder())
    const health = await started(run("npm", ["start"], env))
    const telemark = ["run", "--silent", "telemark", "--"]
    const made = await promisify(execFile)(
      "npm",
      [...telemark, "keys", "create", "--tenant", "default", "--all-scopes", "--json"],
      { cwd: root, env }
    )
    const { key } = JSON.parse(made.stdout) as { readonly key: string }
    const listed = await fetch(health.replace("/health", "/v1/api-keys"), {
      headers: { authorization: `Bearer ${key}` }
    })
    expect(listed.status).toBe(200)
    const doctor = await promisify(execFile)("npm", [...telemark, "doctor", "--json"], {
      cwd: root,
      env
    })
    expect(() => JSON.parse(doctor.stdout) as unknown).not.toThrow()
  })
})
