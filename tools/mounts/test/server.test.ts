import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { testHost } from "../src/index.js"

const main = fileURLToPath(new URL("../../../packages/server/src/main.ts", import.meta.url))

interface Started {
  readonly url: string
  readonly first_start: { readonly key: string }
}

/** The JSON document that it prints, once it is whole. */
const firstDocument = async (stdout: AsyncIterable<Buffer>): Promise<Started> => {
  let printed = ""
  for await (const chunk of stdout) {
    printed += chunk.toString()
    if (printed.endsWith("}\n")) break
  }
  return JSON.parse(printed) as Started
}

testHost("the standalone server", async ({ allowNetwork, dnsServer }) => {
  const folder = await mkdtemp(join(tmpdir(), "telemark-mounts-"))
  const child = spawn(process.execPath, ["--conditions=@telemark/source", "--import", "tsx", main, "serve", "--json"], {
    env: {
      PATH: process.env["PATH"],
      TELEMARK_PORT: "0",
      TELEMARK_DATABASE_URL: `sqlite:${join(folder, "mail.db")}`,
      TELEMARK_ALLOW_NETWORKS: allowNetwork,
      TELEMARK_DNS_SERVERS: dnsServer,
      TELEMARK_DEFAULT_RATE_LIMIT: "10000",
      TELEMARK_LOG_LEVEL: "None",
      TELEMARK_LOG_FORMAT: "json"
    },
    stdio: ["ignore", "pipe", "pipe"]
  })
  const log = text(child.stderr)
  const ended = once(child, "exit")
  const { first_start: { key }, url } = await Promise.race([
    firstDocument(child.stdout),
    ended.then(async (): Promise<never> => { throw new Error(`the server ended before it listened: ${await log}`) })
  ])
  const close = async (): Promise<void> => {
    child.kill("SIGTERM")
    await ended
  }
  return {
    key,
    url,
    port: Number(new URL(url).port),
    close,
    end: async () => {
      await close()
      await rm(folder, { recursive: true, force: true })
    }
  }
}, { onceClosed: "nobody" })
