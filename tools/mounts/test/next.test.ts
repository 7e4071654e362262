import { type ChildProcess, execFile, fork } from "node:child_process"
import { once } from "node:events"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { afterAll } from "vitest"
import { type StartHost, testHost } from "../src/index.js"
import type { Order } from "./support/nextServer.js"

const folder = fileURLToPath(new URL("..", import.meta.url))
const command = createRequire(import.meta.url).resolve("next/dist/bin/next")
const environment = {
  PATH: process.env["PATH"],
  NODE_ENV: "production",
  NEXT_TELEMETRY_DISABLED: "1"
} as const

const run = promisify(execFile)

interface Server {
  readonly port: number
  /** Has an order followed; resolves with what was made of it. */
  readonly tell: (order: Order) => Promise<{ readonly key?: string }>
  readonly end: () => Promise<void>
}

const answerTo = (child: ChildProcess, number: number): Promise<{ readonly key?: string }> =>
  new Promise((resolve) => {
    const onMessage = (message: { readonly order?: number; readonly key?: string }): void => {
      if (message.order !== number) return
      child.off("message", onMessage)
      resolve(message)
    }
    child.on("message", onMessage)
  })

/** Builds the application, and starts it. */
const startServer = async (): Promise<Server> => {
  await run(process.execPath, [command, "build", "next"], { cwd: folder, env: environment })
  const child = fork(fileURLToPath(new URL("support/nextServer.ts", import.meta.url)), {
    execArgv: ["--import", "tsx"],
    env: environment
  })
  const ended = once(child, "exit")
  const [{ port }] = await Promise.race([
    once(child, "message") as Promise<[{ readonly port: number }]>,
    ended.then((): never => {
      throw new Error("the server ended before it listened")
    })
  ])
  return {
    port,
    tell: (order) => {
      const answer = answerTo(child, "open" in order ? order.open : order.close)
      child.send(order)
      return answer
    },
    end: async () => {
      child.kill()
      await ended
    }
  }
}

// One for all: the build takes 15 seconds of the processor, and each start of the process 5 more.
let server: Promise<Server> | undefined
let opened = 0

const start =
  (path: string): StartHost =>
  async (outside) => {
    const { port, tell } = await (server ??= startServer())
    const number = ++opened
    const { key = "" } = await tell({ open: number, outside })
    return {
      key,
      port,
      url: `http://127.0.0.1:${String(port)}${path}`,
      close: async () => {
        await tell({ close: number })
      },
      end: () => Promise.resolve()
    }
  }

testHost("Next.js route handlers", start("/v1"))

testHost("Next.js route handlers below another path", start("/mail/v1"), { only: "bodies" })

afterAll(async () => {
  await (await server)?.end()
})
