/**
 * An application of Next.js that was built before, in a process of its own, as its pages are served
 * by code that Next has built and that nothing else should share. Says `{ port }` once it listens;
 * does as it is told by messages.
 */
import type { RequestListener } from "node:http"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import type { Telemark } from "telemark"
// By module: the suite itself runs within Vitest alone.
import type { Outside } from "../../src/host.js"
import { listen } from "../../src/listening.js"
import { openTelemark } from "../../src/telemark.js"

declare global {
  /** Where the application's `telemark.js` finds it: the one that was opened last. */
  var telemark: Promise<Telemark> | undefined
}

/**
 * What the process is told: to open a Telemark, or to close that one. Its answer has the same
 * number.
 */
export type Order =
  | { readonly open: number; readonly outside: Outside }
  | { readonly close: number }

interface NextServer {
  readonly prepare: () => Promise<void>
  readonly getRequestHandler: () => RequestListener
}

// Its own types would make NODE_ENV a must wherever this repository starts a process.
const next = createRequire(import.meta.url)("next") as (options: {
  readonly dev: boolean
  readonly dir: string
}) => NextServer

const tell = (message: object): void => {
  process.send?.(message)
}

const opened = new Map<number, Telemark>()

const follow = async (order: Order): Promise<void> => {
  if ("close" in order) {
    await opened.get(order.close)?.close()
    return tell({ order: order.close })
  }
  const { key, telemark } = await openTelemark(order.outside)
  opened.set(order.open, telemark)
  globalThis.telemark = Promise.resolve(telemark)
  tell({ order: order.open, key })
}

const app = next({ dev: false, dir: fileURLToPath(new URL("../../next", import.meta.url)) })
await app.prepare()
const { port } = await listen(app.getRequestHandler())
process.on("message", (order: Order) => void follow(order))
tell({ port })
