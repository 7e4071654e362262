import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { setTimeout as pause } from "node:timers/promises"
import { fileURLToPath } from "node:url"

const command = join(fileURLToPath(new URL("..", import.meta.url)), "node_modules/.bin/telemark")
let folder, server, ended
let output = ""
let log = ""

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "telemark-example-"))
  server = spawn(command, ["serve", "--json"], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TELEMARK_PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 300_000,
    killSignal: "SIGKILL"
  })
  ended = once(server, "close")
  server.stdout.on("data", (chunk) => {
    output += chunk
  })
  server.stderr.on("data", (chunk) => {
    log += chunk
  })
})

after(async () => {
  server.kill("SIGKILL")
  await ended
  await rm(folder, { recursive: true, force: true })
})

const eventually = async (look) => {
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    assert.ok(server.exitCode === null && server.signalCode === null, `nothing came of it:\n${log}`)
    await pause(50)
  }
}

test("the first start makes a key, and a mail that is sent with it stands in the inbox", async () => {
  const {
    first_start: { key },
    url
  } = await eventually(() => (output.endsWith("}\n") ? JSON.parse(output) : undefined))
  const sent = await fetch(`${url}/emails/send`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({
      to: "ada@example.com",
      subject: "Welcome to Fjord",
      text: "Good to have you here."
    })
  })
  assert.equal(sent.status, 201)
  const inbox = () => fetch(`${url}/inbox`, { headers: { authorization: `Bearer ${key}` } })
  await eventually(async () =>
    (await (await inbox()).text()).includes("Welcome to Fjord") ? true : undefined
  )
  server.kill("SIGTERM")
  assert.deepEqual(await ended, [0, null], log)
})
