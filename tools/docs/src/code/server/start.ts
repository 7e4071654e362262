import { spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fromSources } from "../shell/index.js"

/** A server that was started for the blocks that call one. */
export interface Server extends AsyncDisposable {
  /** Where it is, without a path. */
  readonly origin: string
  readonly key: string
  /** A folder of its own, removed in the end. */
  readonly folder: string
}

interface Started {
  readonly url: string
  readonly first_start?: { readonly key: string }
}

/** Starts the server as somebody does who has just come: with no settings, in an empty folder. */
export const startServer = async (): Promise<Server> => {
  const folder = await mkdtemp(join(tmpdir(), "telemark-docs-"))
  const { HOME = "", PATH = "" } = process.env
  const child = spawn(
    process.execPath,
    [...fromSources("packages/server/src/cli/main.ts"), "serve", "--json"],
    {
      cwd: folder,
      env: { HOME, PATH, TELEMARK_PORT: "0" },
      stdio: ["ignore", "pipe", "ignore"]
    }
  )
  const ended = new Promise<void>((resolve) =>
    child.once("close", () => {
      resolve()
    })
  )
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM")
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  let printed = ""
  for await (const line of createInterface({ input: child.stdout })) {
    printed += line
    if (line === "}") break
  }
  try {
    const { first_start: first, url } = JSON.parse(printed) as Started
    return {
      origin: new URL(url).origin,
      key: first?.key ?? "",
      folder,
      [Symbol.asyncDispose]: stop
    }
  } catch (error) {
    await stop()
    throw error
  }
}
