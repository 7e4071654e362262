import { performance } from "node:perf_hooks"
import { describe, expect, it } from "vitest"
import type { Client } from "./client.js"
import { sqliteUrl } from "./databases.js"
import { startMailingServer } from "./templateServer.js"

const names = ["a", "b", "c", "d", "e"]
const list = Array.from({ length: 60 }, () => 1)
const nested = (open: (name: string) => string, close: (name: string) => string): string =>
  `${names.map(open).join("")}x${[...names].reverse().map(close).join("")}`
const mjml = (inside: string): string => `<mjml><mj-body>${inside}</mj-body></mjml>`
const inside = Object.fromEntries(names.map((name) => [name, list]))
const sections = (count: number): string =>
  mjml("<mj-section><mj-column><mj-text>x</mj-text></mj-column></mj-section>".repeat(count))

const attributes = (count: number): string =>
  `<mjml><mj-head><mj-attributes><mj-text font-family="${"a".repeat(200_000)}"/></mj-attributes></mj-head>${sections(count).slice("<mjml>".length)}`

/** Sources that are refused when they are saved. */
const sources: ReadonlyArray<readonly [name: string, source: object]> = [
  ["3,000 sections of MJML", { mjml_source: sections(3000) }],
  ["2,000 sections left open", { mjml_source: mjml("<mj-section>".repeat(2000)) }],
  ["3,000 nested parentheses", { html: `{{if ${"(if ".repeat(3000)}a${")".repeat(3000)}}}` }],
  [
    "an inline partial that calls itself",
    { html: '{{#*inline "p"}}{{> p}}{{> p}}{{/inline}}{{> p}}' }
  ],
  ["50,000 tags", { html: "{{a}}".repeat(50_000) }],
  ["50,000 blocks left open", { html: "{{#a}}".repeat(40_000) }],
  ["a long attribute on many elements", { mjml_source: attributes(300) }],
  ["a subject of nested blocks", { html: "<p>", subject_template: "{{#if a}}".repeat(100) }]
]

/** Sources that are kept, and data with which they would never end. */
const renderings: ReadonlyArray<readonly [name: string, html: string, data: object]> = [
  [
    "nested each",
    nested(
      (name) => `{{#each @root.${name}}}`,
      () => "{{/each}}"
    ),
    inside
  ],
  [
    "implicit blocks",
    nested(
      (name) => `{{#@root.${name}}}`,
      (name) => `{{/@root.${name}}}`
    ),
    inside
  ],
  [
    "output without end",
    `{{#each a}}{{@root.text}}{{/each}}`,
    { a: Array.from({ length: 1000 }, () => 1), text: "x".repeat(100_000) }
  ],
  ["one value written often", "{{{text}}}{{text}}".repeat(900), { text: "<".repeat(2_000_000) }],
  ["lists written as text", "{{{a}}}".repeat(1900), { a: Array.from({ length: 90_000 }, () => 1) }],
  [
    "empty blocks over long lists",
    "{{#each a}}{{/each}}".repeat(900),
    { a: Array.from({ length: 90_000 }, () => 1) }
  ]
]

/** Bodies that are refused before anybody looks at them member by member. */
const bodies: ReadonlyArray<readonly [name: string, body: object]> = [
  [
    "a million blocks",
    { design_json: { schema_version: 1, blocks: Array.from({ length: 1_000_000 }, () => 1) } }
  ],
  [
    "forty thousand blocks",
    {
      design_json: {
        schema_version: 1,
        blocks: Array.from({ length: 40_000 }, (_, index) => ({
          id: `b${String(index)}`,
          type: "divider"
        }))
      }
    }
  ],
  [
    "forty thousand languages",
    {
      locales: Object.fromEntries(
        Array.from({ length: 40_000 }, (_, index) => [`aa-x-${String(index)}`, null])
      )
    }
  ],
  [
    "ninety thousand variables",
    {
      variables: Object.fromEntries(
        Array.from({ length: 90_000 }, (_, index) => [`v${String(index)}`, ""])
      )
    }
  ]
]

/**
 * Asks for the list of mails, one request after the other, until it is told to stop; how long each
 * took, in ms.
 */
const otherCaller = (client: Client) => {
  const took: Array<number> = []
  const stopping = new AbortController()
  const asking = (async () => {
    while (!stopping.signal.aborted) {
      const start = performance.now()
      const { status } = await client.get("/emails")
      if (status !== 200) throw new Error(`the other caller was answered ${String(status)}`)
      took.push(performance.now() - start)
    }
  })()
  // It is looked at once it is over; until then a failure has nobody to wait for it.
  asking.catch(() => undefined)
  return async (): Promise<{
    readonly count: number
    readonly p99: number
    readonly maxLength: number
  }> => {
    stopping.abort()
    await asking
    const sorted = [...took].sort((one, other) => one - other)
    return {
      count: took.length,
      p99: sorted[Math.floor(took.length * 0.99)] ?? 0,
      maxLength: sorted.at(-1) ?? 0
    }
  }
}

describe("templates that would never end", () => {
  it("are reported so within 6 s, without affecting another caller", async () => {
    const { client } = await startMailingServer(await sqliteUrl())
    for (const [name, html] of renderings) {
      const { status } = await client.post("/templates", {
        id: name.replaceAll(" ", "-"),
        name,
        subject_template: "S",
        html
      })
      expect([name, status]).toEqual([name, 201])
    }
    // Once there is a process that compiles: how long it takes to start is no matter of the
    // template's.
    await client.post("/templates/preview", { mjml_source: sections(1) })
    const stop = otherCaller(client)
    const timed = async (
      call: () => Promise<{ readonly status: number; readonly body: unknown }>
    ) => {
      const start = performance.now()
      const answer = await call()
      return { ...answer, took: performance.now() - start }
    }
    for (const [name, source] of sources) {
      const saved = await timed(() =>
        client.post("/templates", { id: "bomb", name, subject_template: "S", ...source })
      )
      expect([name, saved.status]).toEqual([name, 400])
      expect([name, saved.took < 6000]).toEqual([name, true])
      const previewed = await timed(() => client.post("/templates/preview", source))
      expect([
        name,
        previewed.status,
        (previewed.body as { readonly errors: ReadonlyArray<string> }).errors.length > 0
      ]).toEqual([name, 200, true])
      expect([name, previewed.took < 6000]).toEqual([name, true])
    }
    for (const [name, html, data] of renderings) {
      const sent = await timed(() =>
        client.post("/emails/send", {
          to: "ada@example.com",
          template_id: name.replaceAll(" ", "-"),
          data
        })
      )
      expect([name, sent.status]).toEqual([name, 400])
      const previewed = await timed(() => client.post("/templates/preview", { html, data }))
      expect([
        name,
        (previewed.body as { readonly errors: ReadonlyArray<string> }).errors.length > 0
      ]).toEqual([name, true])
      expect([name, sent.took < 6000 && previewed.took < 6000]).toEqual([name, true])
    }
    for (const [name, body] of bodies) {
      const saved = await timed(() =>
        client.post("/templates", {
          id: "bomb",
          name,
          subject_template: "S",
          html: "<p>",
          ...body,
          ...("design_json" in body ? { html: undefined } : {})
        })
      )
      const previewed = await timed(() => client.post("/templates/preview", body))
      expect([
        name,
        saved.status,
        previewed.status,
        saved.took < 6000 && previewed.took < 6000
      ]).toEqual([name, 400, 400, true])
    }
    const { count, maxLength, p99 } = await stop()
    process.stderr.write(
      `bombs: the other caller was answered ${String(count)} times, p99 ${p99.toFixed(1)} ms, longest ${maxLength.toFixed(1)} ms\n`
    )
    expect(p99).toBeLessThan(1000)
    const { body, status } = await client.post("/templates/preview", {
      html: "Hello {{name}}",
      data: { name: "Ada" }
    })
    expect([status, (body as { readonly html: string }).html]).toEqual([200, "Hello Ada"])
  })
})

const beyondTheData = [
  "{{constructor.name}}",
  "{{__proto__}}",
  '{{lookup this "constructor"}}',
  "{{name.constructor}}",
  "{{toString}}",
  '{{#with (lookup name "constructor")}}{{this}}{{/with}}',
  "{{name.__proto__.length}}"
]

describe("what reaches beyond the data", () => {
  it("is empty", async () => {
    const { client } = await startMailingServer(await sqliteUrl())
    for (const html of beyondTheData) {
      const { body, status } = await client.post("/templates/preview", {
        html,
        data: { name: "Ada" }
      })
      expect([html, status, (body as { readonly html: string }).html]).toEqual([html, 200, ""])
    }
  })
})
