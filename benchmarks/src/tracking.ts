/**
 * What tracking costs: processor time of `telemark serve` on a mail, from the request until its
 * outcome is recorded, with links of its own and without.
 */
import { cpuOf, hasProc, mailOf, median } from "@telemark-tools/load"
import { countingSink } from "@telemark-tools/sink"
import { signedDomain } from "../e2e/mails.js"
import { signingSettings, verifyDomain } from "../e2e/signing.js"
import { setTimeout as sleep } from "node:timers/promises"
import { startChild } from "./child.js"
import { freshDatabase } from "./databases.js"
import { benchmark } from "./lifetime.js"
import { inTurn, line, table } from "./report.js"
import { makeKeys, serve } from "./telemark.js"

const rounds = Number(process.env["ROUNDS"] ?? 10)
const mails = Number(process.env["MAILS"] ?? 2000)
const links = 10
/** Requests at once. */
const connections = 20

/** Every second link is the order's own; the others are the same in all mails. */
const withLinks = (html: string, order: number): string => {
  const added = Array.from({ length: links }, (_, index) => {
    const path =
      index % 2 === 0 ? `orders/${String(100_000 + order)}/items` : "help/with/orders/items"
    return `<p><a href="https://shop.example/${path}/${String(index)}?from=mail" style="color:#0b6b5d">Item ${String(index)}</a></p>\n`
  })
  // As long as without them.
  const shortened = html.slice(0, html.lastIndexOf("<tr>", html.length - added.join("").length))
  return `${shortened}</table>${added.join("")}</body></html>`
}

const contentOf = (order: number) => ({ ...mailOf(1), html: withLinks(mailOf(1).html, order) })

const candidates = [
  { name: "untracked", recipients: 1, signed: false, track: false },
  { name: "tracked", recipients: 1, signed: false, track: true },
  { name: "untracked, signed", recipients: 1, signed: true, track: false },
  { name: "tracked, signed", recipients: 1, signed: true, track: true },
  { name: "untracked, 50 to a send, signed", recipients: 50, signed: true, track: false },
  { name: "tracked, 50 to a send, signed", recipients: 50, signed: true, track: true }
] as const

await benchmark(30, async () => {
  if (!(await hasProc())) throw new Error("There is no /proc here, where processor times are read.")
  const sink = await startChild(countingSink.href)
  const database = await freshDatabase("sqlite")
  const served = await serve({
    database: database.url,
    smtpPort: Number(sink.firstLine),
    env: { ...(await signingSettings()), TELEMARK_PUBLIC_URL: "https://mail.example.com" }
  })
  const key = served.key ?? ""
  const keys = await makeKeys(served, Math.ceil((mails * rounds * candidates.length) / 5000))
  const call = async (path: string, body?: object, by = key): Promise<unknown> => {
    const response = await fetch(`${served.url}${path}`, {
      headers: { authorization: `Bearer ${by}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) })
    })
    if (!response.ok) throw new Error(`${path} was answered ${String(response.status)}`)
    return response.json()
  }
  await verifyDomain(call)
  const sent = async (): Promise<number> =>
    (
      (await call("/analytics/summary?period=24h")) as {
        readonly statuses: { readonly sent: number }
      }
    ).statuses.sent

  let next = 0
  const measure = async ({
    recipients,
    signed,
    track
  }: (typeof candidates)[number]): Promise<number> => {
    const [before, from] = [await sent(), await cpuOf(served.pid)]
    const sender = signed ? { from: `Shop <shop@${signedDomain}>` } : {}
    let left = Math.ceil(mails / recipients)
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (left-- > 0) {
          const send = next++
          const to = Array.from(
            { length: recipients },
            (_, index) => `customer-${String(send)}-${String(index)}@example.com`
          )
          await call(
            "/emails/send",
            {
              ...contentOf(send),
              ...sender,
              to,
              ...(track ? { track: { opens: true, clicks: true } } : {})
            },
            keys[send % keys.length]
          )
        }
      })
    )
    const all = Math.ceil(mails / recipients) * recipients
    while ((await sent()) < before + all) await sleep(100)
    return (((await cpuOf(served.pid)) - from) * 1000) / all
  }

  // Until everything is compiled.
  for (const candidate of candidates) await measure(candidate)
  const results = await inTurn(rounds, candidates, measure)
  const micros = (name: string): number =>
    median(
      results.get(candidates.find((candidate) => candidate.name === name) ?? candidates[0]) ?? []
    )
  line(
    `\ntracking: ${(contentOf(0).html.length / 1000).toFixed(1)} kB of html with ${String(links)} links, ${String(mails)} mails a round, ${String(rounds)} rounds; processor time of the server on a mail, from request to record`
  )
  table([
    ["", "untracked", "tracked", "more", "more, round by round"],
    ...["", ", signed", ", 50 to a send, signed"].map((kind) => {
      const [off, on] = [`untracked${kind}`, `tracked${kind}`]
      const valuesOf = (name: string) =>
        [...results].find(([candidate]) => candidate.name === name)?.[1] ?? []
      const pairs = valuesOf(on).map(
        (value, index) => 100 * (value / (valuesOf(off)[index] ?? NaN) - 1)
      )
      return [
        kind === "" ? "one to a send" : kind.slice(2),
        `${micros(off).toFixed(0)} µs`,
        `${micros(on).toFixed(0)} µs`,
        `${(100 * (micros(on) / micros(off) - 1)).toFixed(1)} %`,
        `${median(pairs).toFixed(1)} %`
      ]
    })
  ])
  await served.stop()
  await database.drop()
})
