import {
  bodies,
  renderings,
  sections,
  sources
} from "../../packages/server/scenarios/templateBombs.js"
import { freshDatabase } from "../src/databases.js"
import { atEnd } from "../src/lifetime.js"
import { serve } from "../src/telemark.js"
import type { Check } from "./Check.js"

/** How long the slowest but one of a hundred requests takes, in milliseconds, while `body` is at work. */
const whileBusy = async (ask: () => Promise<unknown>, body: () => Promise<void>) => {
  const stopping = new AbortController()
  const took: Array<number> = []
  const asking = (async () => {
    while (!stopping.signal.aborted) {
      const begun = performance.now()
      await ask()
      took.push(performance.now() - begun)
    }
  })()
  await body()
  stopping.abort()
  await asking
  return took.sort((one, other) => one - other)[Math.floor(took.length * 0.99)] ?? 0
}

export const templateBombs: Check = {
  name: "template bombs",
  compares: "p99 of another caller's requests against that beside harmless templates",
  bound: 15,
  start: async () => {
    const database = await freshDatabase("sqlite")
    const server = await serve({ database: database.url, smtpPort: 9 }, "--no-worker")
    atEnd(server.stop)
    const headers = {
      authorization: `Bearer ${server.key ?? ""}`,
      "content-type": "application/json"
    }
    const preview = async (body: object) => {
      const response = await fetch(`${server.url}/templates/preview`, {
        method: "POST",
        headers,
        body: JSON.stringify(body)
      })
      await response.arrayBuffer()
    }
    const ask = async () => {
      const response = await fetch(`${server.url}/emails`, { headers })
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`answered ${String(response.status)}`)
    }
    await preview({ mjml_source: sections(1) })
    const measure = async () => ({
      baseline: await whileBusy(ask, async () => {
        for (let count = 0; count < 100; count++) {
          await preview({ mjml_source: sections(20) })
          await preview({ html: "<p>Hello {{name}}</p>", data: { name: "Ada" } })
        }
      }),
      millis: await whileBusy(ask, async () => {
        for (const [, source] of sources) await preview(source)
        for (const [, html, data] of renderings) await preview({ html, data })
        for (const [, body] of bodies) await preview(body)
      })
    })
    return [{ name: "GET /emails", measure }]
  }
}
