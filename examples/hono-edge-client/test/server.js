import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const command = join(fileURLToPath(new URL("..", import.meta.url)), "node_modules/.bin/telemark")

/**
 * Starts a Telemark server on an empty folder. Its webhooks may go to this machine, which is closed
 * to them otherwise.
 */
export const startServer = async () => {
  const folder = await mkdtemp(join(tmpdir(), "telemark-example-"))
  const server = spawn(command, ["serve", "--json"], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TELEMARK_PORT: "0",
      TELEMARK_ALLOW_NETWORKS: "127.0.0.1/32"
    },
    stdio: ["ignore", "pipe", "inherit"],
    timeout: 300_000,
    killSignal: "SIGKILL"
  })
  const ended = once(server, "close")
  const close = async () => {
    server.kill("SIGTERM")
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  let output = ""
  for await (const chunk of server.stdout) {
    output += chunk
    if (!output.endsWith("}\n")) continue
    const {
      first_start: { key },
      url
    } = JSON.parse(output)
    return { url, key, close }
  }
  await close()
  throw new Error("the server ended before it listened")
}
