import { access, constants, mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { startProgram } from "../src/child.js"

export interface RunningRedis {
  readonly port: number
  readonly pid: number
  /** Stops it and removes its data. */
  readonly remove: () => Promise<void>
}

const program = "redis-server"

/** Whether the program is on the PATH. */
const isInstalled = async (): Promise<boolean> => {
  const folders = (process.env["PATH"] ?? "").split(delimiter)
  const found = await Promise.all(folders.map((folder) => access(join(folder, program), constants.X_OK).then(() => true, () => false)))
  return found.includes(true)
}

/** Says what is missing before anything is measured. */
export const requireRedis = async (): Promise<void> => {
  if (await isInstalled()) return
  throw new Error(
    `There is no ${program} on the PATH, which the variants with BullMQ need. Install it, as with \`apt-get install redis-server\`; it needn't run as a service. ` +
      "Or leave these variants out: --variants=sqlite,postgres"
  )
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      server.close(() => { resolve(port) })
    })
  })

/** Starts a Redis of our own. What it answered is on disk within a second: `appendfsync everysec`, as Redis recommends. */
export const startRedis = async (): Promise<RunningRedis> => {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), "telemark-redis-"))
  const child = await startProgram(program, [
    program, "--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "yes", "--appendfsync", "everysec"
  ])
  for (let line = child.firstLine; !line.includes("Ready to accept connections");) line = await child.nextLine()
  return {
    port,
    pid: child.pid,
    remove: async () => {
      await child.stop()
      await rm(folder, { recursive: true, force: true })
    }
  }
}
