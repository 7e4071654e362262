import { spawn } from "node:child_process"
import { once } from "node:events"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"

const command = createRequire(import.meta.url).resolve("next/dist/bin/next")

/** Starts the application that was built before, on a free port. */
export const startNext = async (database) => {
  const server = spawn(
    process.execPath,
    [command, "start", "--hostname", "127.0.0.1", "--port", "0"],
    {
      cwd: fileURLToPath(new URL("..", import.meta.url)),
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_ENV: "production",
        NEXT_TELEMETRY_DISABLED: "1",
        DATABASE: database,
        STAFF_PASSWORD: "fjord"
      },
      stdio: ["ignore", "pipe", "inherit"],
      timeout: 300_000,
      killSignal: "SIGKILL"
    }
  )
  const ended = once(server, "close")
  const close = async () => {
    server.kill("SIGTERM")
    await ended
  }
  let output = ""
  for await (const chunk of server.stdout) {
    output += chunk
    const [, url] = /(http:\/\/127\.0\.0\.1:\d+)\s/.exec(output) ?? []
    if (url === undefined || !output.includes("Ready")) continue
    server.stdout.resume()
    return { url, close }
  }
  await close()
  throw new Error(`the application ended before it was ready:\n${output}`)
}
