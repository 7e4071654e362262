import { foldAddress, toAsciiDomain } from "@telemark/contract"
import { type EmailFilter, emailQueries, indexMessages } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import {
  claim,
  deferral,
  hour,
  ids,
  listed,
  minute,
  noon,
  queued,
  record,
  seeded,
  settlement,
  times,
  together
} from "./fixtures.js"
import { suite } from "./suite.js"

const recipients = [
  "ada@example.com",
  "Bob@Example.org",
  "cy@bücher.example",
  '"E@example.org, \\"F"@example.com'
]
const campaigns = ["spring", "summer"]
const templates = [null, "welcome", "receipt"]
const subjects = ["Your order 1042", "your ORDER", "Übersicht", "100% off_", "Welcome"]
const senders = [
  "shop@example.com",
  "Shop@Mail.Example.COM",
  "laden@bücher.example",
  '"shop@example.org"@example.com'
]

const pick = <A>(random: (below: number) => number, among: ReadonlyArray<A>): A | undefined =>
  among[random(among.length)]

/**
 * Creates messages of two tenants that differ in everything a list filters by, many at one instant,
 * some sent or deferred.
 */
const fill = (seed: number) =>
  Effect.gen(function* () {
    const random = seeded(seed)
    const sends = times(150, () => ({
      tenant_id: random(8) === 0 ? "tn_b" : "tn_a",
      created_at: noon + random(6) * minute,
      to: recipients.filter(() => random(2) === 0).concat("dora@example.com"),
      template_id: pick(random, templates) ?? null,
      subject: pick(random, subjects) ?? "",
      sender: { name: null, address: pick(random, senders) ?? "" },
      tags:
        random(3) === 0
          ? {}
          : { campaign: pick(random, campaigns) ?? "", [`n${String(random(2))}`]: "1" }
    }))
    const made = yield* together(sends.map(queued))
    // Some are indexed, some are not.
    yield* indexMessages
    for (const limit of [100, 80]) {
      yield* record(
        "w",
        (yield* claim("w", limit, noon + hour)).map((message, index) =>
          index % 3 === 0
            ? deferral(message, noon + hour, noon + 2 * hour)
            : settlement(message, noon + hour)
        )
      )
    }
    return {
      random,
      sent: new Map(
        sends.flatMap((send, index) => (made[index] ?? []).map((id) => [id, send] as const))
      )
    }
  })

type Sent = Effect.Success<ReturnType<typeof fill>>["sent"]

const inSmallLetters = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

const domainIn = (address: string): string =>
  toAsciiDomain(address.slice(address.lastIndexOf("@") + 1)) ?? ""

const plainWords = (text: string): ReadonlyArray<string> =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)

const hasWords = (texts: ReadonlyArray<string | null>, q: string): boolean =>
  plainWords(q).every((start) => plainWords(texts.join(" ")).some((word) => word.startsWith(start)))

/** The ids that filtering the whole list here finds. */
const expected = (
  all: ReadonlyArray<{
    readonly id: string
    readonly recipient_email: string
    readonly sender_email: string
    readonly subject: string
    readonly status: string
  }>,
  sent: Sent,
  filter: EmailFilter
) =>
  all
    .filter(({ id, recipient_email, sender_email, status, subject }) => {
      const send = sent.get(id)
      assert.ok(send !== undefined)
      const { created_at, template_id } = send
      const tags: Readonly<Record<string, string>> = send.tags
      return (
        (filter.q === undefined ||
          hasWords(
            [recipient_email, subject, sender_email, template_id, ...Object.entries(tags).flat()],
            filter.q
          )) &&
        (filter.status === undefined || status === filter.status) &&
        (filter.recipient === undefined ||
          foldAddress(recipient_email) === foldAddress(filter.recipient)) &&
        (filter.recipient_domain === undefined ||
          domainIn(recipient_email) === toAsciiDomain(filter.recipient_domain)) &&
        (filter.sender_domain === undefined ||
          domainIn(sender_email) === toAsciiDomain(filter.sender_domain)) &&
        (filter.subject === undefined ||
          inSmallLetters(subject).startsWith(inSmallLetters(filter.subject))) &&
        (filter.template_id === undefined || template_id === filter.template_id) &&
        (filter.tag === undefined || tags[filter.tag.name] === filter.tag.value) &&
        created_at >= (filter.since ?? 0) &&
        created_at < (filter.until ?? Infinity)
      )
    })
    .map(({ id }) => id)

const aFilter = (random: (below: number) => number): EmailFilter => ({
  ...(random(3) === 0
    ? { status: pick(random, ["queued", "sent", "deferred", "failed"] as const) }
    : {}),
  ...(random(3) === 0
    ? {
        recipient: pick(random, [
          "ADA@example.com",
          "bob@example.org",
          "DORA@EXAMPLE.COM",
          '"e@example.org\\, \\"f"@example.com',
          "nobody@example.com"
        ])
      }
    : {}),
  ...(random(4) === 0
    ? { q: pick(random, ["ada", "ORDER example", "bucher", "Ü", "dora spring", "receipt", "none"]) }
    : {}),
  ...(random(3) === 0 ? { template_id: pick(random, ["welcome", "receipt", "unknown"]) } : {}),
  ...(random(4) === 0
    ? {
        subject: pick(random, [
          "YOUR order",
          "your order 1",
          "Ü",
          "ü",
          "100%",
          "100_",
          "w",
          "nothing"
        ])
      }
    : {}),
  ...(random(4) === 0
    ? {
        recipient_domain: pick(random, [
          "example.com",
          "EXAMPLE.org",
          "bücher.example",
          "xn--bcher-kva.example",
          "ample.com"
        ])
      }
    : {}),
  ...(random(4) === 0
    ? { sender_domain: pick(random, ["example.com", "mail.EXAMPLE.com", "bücher.example"]) }
    : {}),
  ...(random(3) === 0
    ? {
        tag: {
          name: pick(random, ["campaign", "n0"]) ?? "",
          value: pick(random, ["spring", "1"]) ?? ""
        }
      }
    : {}),
  ...(random(3) === 0 ? { since: noon + random(7) * minute - random(2) } : {}),
  ...(random(3) === 0 ? { until: noon + random(7) * minute + random(2) } : {})
})

export const filtering = suite("A list of emails with filters", (test) => {
  test("finds what a walk through the whole list finds, with any filters, at any offset and after any message", () =>
    Effect.gen(function* () {
      const { random, sent } = yield* fill(1)
      for (const tenant of ["tn_a", "tn_b"]) {
        const all = yield* listed({}, {}, tenant)
        for (const filter of [{}, ...times(60, () => aFilter(random))]) {
          const wanted = expected(all, sent, filter)
          assert.deepEqual(ids(yield* listed(filter, {}, tenant)), wanted, JSON.stringify(filter))
          const offset = random(wanted.length + 2)
          assert.deepEqual(
            ids(yield* listed(filter, { limit: 7, offset }, tenant)),
            wanted.slice(offset, offset + 7)
          )
          // Even after a message that the filter excludes.
          const at = random(all.length)
          const behind = new Set(ids(all.slice(at + 1)))
          assert.deepEqual(
            ids(yield* listed(filter, { limit: 7, after: all[at]?.id }, tenant)),
            wanted.filter((id) => behind.has(id)).slice(0, 7),
            JSON.stringify(filter)
          )
        }
      }
    }))

  test("pages through a list after the last message, each message once, while new ones arrive", () =>
    Effect.gen(function* () {
      const made = (yield* together(
        times(10, (index) => queued({ to: recipients, created_at: noon - (index % 3) }))
      )).flat()
      const seen: Array<string> = []
      for (let after: string | undefined; ;) {
        const page: ReadonlyArray<string> = ids(yield* listed({}, { limit: 4, after }))
        seen.push(...page)
        yield* queued({ created_at: noon + minute })
        if (page.length < 4) break
        after = page.at(-1)
      }
      assert.equal(new Set(seen).size, seen.length)
      assert.deepEqual([...seen].sort(), [...made].sort())
    }))

  test("returns no page after a message that doesn't exist or belongs to another tenant", () =>
    Effect.gen(function* () {
      const { list } = yield* emailQueries
      const [theirs = ""] = yield* queued({ tenant_id: "tn_b" })
      yield* queued()
      for (const after of ["em_unknown", theirs]) {
        assert.equal(yield* list("tn_a", { limit: 10, offset: 0, after }, {}), undefined)
      }
      assert.deepEqual(
        yield* list("tn_b", { limit: 10, offset: 0, after: theirs }, { status: "sent" }),
        { emails: [], next: null }
      )
    }))

  test("compares recipients without regard to case, quotes, composed letters or the spelling of their domain", () =>
    Effect.gen(function* () {
      const [ada = "", jose = ""] = yield* queued({
        to: ["Ada.Lovelace@Example.com", "JOSE\u0301@Bücher.example"]
      })
      for (const recipient of ["ada.lovelace@example.com", "ADA.LOVELACE@EXAMPLE.COM"])
        assert.deepEqual(ids(yield* listed({ recipient })), [ada])
      for (const recipient of [
        "josé@bücher.example",
        "JosÉ@BÜCHER.EXAMPLE",
        "josé@xn--bcher-kva.example",
        "jose\u0301@bücher.example",
        '"josé"@bücher.example'
      ]) {
        assert.deepEqual(ids(yield* listed({ recipient })), [jose])
      }
      assert.deepEqual(yield* listed({ recipient: "ada.lovelace" }), [])
    }))

  test("distinguishes tags by name and value, and by case", () =>
    Effect.gen(function* () {
      const [first = ""] = yield* queued({ tags: { a: "b", order: "7" } })
      const [second = ""] = yield* queued({ tags: { b: "a", order: "7" }, created_at: noon + 1 })
      const tagged = (name: string, value: string) =>
        Effect.map(listed({ tag: { name, value } }), ids)
      assert.deepEqual(yield* tagged("order", "7"), [second, first])
      assert.deepEqual(yield* tagged("a", "b"), [first])
      assert.deepEqual(yield* tagged("b", "a"), [second])
      assert.deepEqual(yield* tagged("a", "B"), [])
      assert.deepEqual(yield* tagged("A", "b"), [])
    }))
})
