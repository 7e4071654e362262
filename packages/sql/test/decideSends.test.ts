import { describe, expect, it } from "@effect/vitest"
import type { PreparedSend } from "@telemark/core"
import type { FoundSenders } from "../src/Domains/index.js"
import { askedSenders, type Decision, decideSends, type FirstUse, type Found } from "../src/Emails/decideSends.js"
import { additions } from "../src/Emails/usage.js"

const now = Date.UTC(2026, 5, 15)
const day = 24 * 60 * 60 * 1000

interface Overrides {
  readonly tenant?: string
  readonly to?: ReadonlyArray<string>
  readonly key?: string
  readonly limit?: number
  readonly from?: string
  readonly policy?: PreparedSend["sender_policy"]
  readonly at?: number
  readonly unsigned?: string
}

const send = ({ at = now, from = "shop@example.com", key, limit, policy = "any", tenant = "t", to = ["a"], unsigned }: Overrides = {}): PreparedSend => ({
  tenant_id: tenant,
  created_at: at,
  sender: { name: null, address: from },
  sender_policy: policy,
  subject: "",
  template_id: null,
  template_version: null,
  body: { id: "body", html: null, text: "", headers: [], shown: null, attachments: [] },
  attachments: [],
  tags: {},
  scheduled_at: null,
  metadata: null,
  recipients: to.map((name) => ({ id: `em_${name}`, address: name.toUpperCase(), name: null, folded: name })),
  warnings: [],
  unsigned_warning: unsigned ?? null,
  idempotency: key === undefined ? null : { key, body_digest: "digest" },
  monthly_limit: limit ?? null
})

const sendersOf = (senders: Partial<FoundSenders> = {}): FoundSenders => ({ owners: new Map(), signed: new Set(), ownServers: new Set(), ...senders })

const found = (overrides: Partial<Found> = {}): Found => ({
  firstUses: new Map(), senders: sendersOf(), suppressed: new Set(), used: new Map(), ...overrides
})

const firstUse = (created_at: number): FirstUse => ({
  created_at, body_digest: "first", result: { queued: [], suppressed: ["FIRST"], idempotent_replay: false }
})

const tags = (decisions: ReadonlyArray<Decision>) => decisions.map(({ outcome }) => outcome._tag)
const queued = (decisions: ReadonlyArray<Decision>) => decisions.map((decision) => decision.queued.map(({ folded }) => folded))

describe("decideSends", () => {
  it.each<[title: string, sends: ReadonlyArray<Overrides>, found: Partial<Found>, tags: ReadonlyArray<string>]>([
    ["accepts what nothing speaks against", [{}], {}, ["Accepted"]],
    ["replays a key within 24 h", [{ key: "k" }], { firstUses: new Map([["t k", firstUse(now - day + 1)]]) }, ["Replayed"]],
    ["accepts a key after 24 h", [{ key: "k" }], { firstUses: new Map([["t k", firstUse(now - day)]]) }, ["Accepted"]],
    ["takes another tenant's key for another", [{ key: "k" }], { firstUses: new Map([["u k", firstUse(now)]]) }, ["Accepted"]],
    ["replays the second of two equal keys", [{ key: "k" }, { key: "k" }], {}, ["Accepted", "Replayed"]],
    ["fills a month to the limit", [{ limit: 3, to: ["a", "b"] }], { used: new Map([["t 2026-06", 1]]) }, ["Accepted"]],
    ["refuses what exceeds it by one", [{ limit: 3, to: ["a", "b"] }], { used: new Map([["t 2026-06", 2]]) }, ["QuotaExceeded"]],
    [
      "takes a small one after refusing a large one",
      [{ limit: 2, to: ["a", "b", "c"] }, { limit: 2 }], {}, ["QuotaExceeded", "Accepted"]
    ],
    [
      "counts those before it in the batch",
      [{ limit: 2 }, { limit: 2 }, { limit: 2 }], {}, ["Accepted", "Accepted", "QuotaExceeded"]
    ],
    ["leaves the key of a refused send unused", [{ key: "k", limit: 0 }, { key: "k" }], {}, ["QuotaExceeded", "Accepted"]],
    ["counts the month of each send", [{ limit: 1 }, { limit: 1, at: Date.UTC(2026, 6, 1) }], {}, ["Accepted", "Accepted"]],
    [
      "accepts a send that is suppressed whole although the month is used up",
      [{ limit: 1 }], { suppressed: new Set(["t a"]), used: new Map([["t 2026-06", 1]]) }, ["Accepted"]
    ],
    [
      "replays although the month is used up",
      [{ key: "k", limit: 1 }], { firstUses: new Map([["t k", firstUse(now)]]), used: new Map([["t 2026-06", 1]]) }, ["Replayed"]
    ]
  ])("%s", (_, sends, given, expected) => {
    expect(tags(decideSends(sends.map(send), found(given)))).toEqual(expected)
  })

  const theirs = sendersOf({ owners: new Map([["example.com", "u"], ["mine.example", "t"]]) })

  it.each<[title: string, send: Overrides, expected: string]>([
    ["accepts from a domain that nobody owns", { from: "a@free.example" }, "Accepted"],
    ["accepts from the tenant's own domain", { from: "a@mine.example" }, "Accepted"],
    ["refuses another's domain", {}, "owned_by_another"],
    ["refuses another's domain however it is spelled", { from: "A@Example.COM" }, "owned_by_another"],
    ["accepts from below another's domain", { from: "a@sub.example.com" }, "Accepted"],
    ["accepts from the tenant's own domain where it must be verified", { policy: "verified", from: "a@MINE.example" }, "Accepted"],
    ["refuses an unverified domain where it must be verified", { policy: "verified", from: "a@free.example" }, "not_verified"],
    ["refuses another's domain where it must be verified", { policy: "verified" }, "owned_by_another"],
    ["trusts whom the operator chose", { policy: "trusted" }, "Accepted"],
    ["refuses another's domain before it looks at the month", { limit: 0 }, "owned_by_another"]
  ])("%s", (_, one, expected) => {
    const [decision] = decideSends([send(one)], found({ senders: theirs }))
    const outcome = decision!.outcome
    expect(outcome._tag === "SenderRefused" ? outcome.reason : outcome._tag).toBe(expected)
    expect(decision!.queued.length).toBe(expected === "Accepted" ? 1 : 0)
  })

  it("replays a key although the sender would be refused by now", () => {
    const decisions = decideSends([send({ key: "k" })], found({ senders: theirs, firstUses: new Map([["t k", firstUse(now)]]) }))
    expect(tags(decisions)).toEqual(["Replayed"])
  })

  it("leaves key and month of a send whose sender is refused unused", () => {
    const free = { from: "a@free.example", key: "k", limit: 1 }
    expect(tags(decideSends([send({ ...free, from: "a@example.com" }), send(free), send(free)], found({ senders: theirs }))))
      .toEqual(["SenderRefused", "Accepted", "Replayed"])
  })

  it("queues those that aren't suppressed, and names the others as they were given", () => {
    const [decision] = decideSends([send({ to: ["a", "b", "c"] })], found({ suppressed: new Set(["t b", "u a"]) }))
    expect(decision!.queued.map(({ folded }) => folded)).toEqual(["a", "c"])
    expect(decision!.outcome).toEqual({
      _tag: "Accepted",
      result: {
        queued: [{ id: "em_a", recipient: "A", status: "queued" }, { id: "em_c", recipient: "C", status: "queued" }],
        suppressed: ["B"],
        idempotent_replay: false
      }
    })
  })

  it("queues nothing for a replay and nothing for a refusal", () => {
    const decisions = decideSends([send({ key: "k" }), send({ key: "k" }), send({ limit: 0 })], found())
    expect(queued(decisions)).toEqual([["a"], [], []])
    expect(decisions[1]!.outcome).toMatchObject({ _tag: "Replayed", body_digest: "digest", result: { queued: [{ id: "em_a" }] } })
  })
})

describe("the warning that mail leaves unsigned", () => {
  const unsigned = "It leaves unsigned."
  const warningsOf = (one: Overrides, given: Partial<Found> = {}) => {
    const [decision] = decideSends([send({ unsigned, ...one })], found(given))
    return decision?.outcome._tag === "Accepted" ? decision.outcome.result.warnings : decision?.outcome._tag
  }

  it.each<[title: string, send: Overrides, found: Partial<Found>, warnings: unknown]>([
    ["is given where the tenant has no key for the sender's domain", {}, {}, [unsigned]],
    ["isn't where it has one", {}, { senders: sendersOf({ signed: new Set(["t example.com"]) }) }, undefined],
    ["isn't where it has one, however the domain is spelled", { from: "Shop@EXAMPLE.com" }, { senders: sendersOf({ signed: new Set(["t example.com"]) }) }, undefined],
    ["is given where another tenant has one", {}, { senders: sendersOf({ signed: new Set(["u example.com"]) }) }, [unsigned]],
    ["is given where it has one for a domain above", { from: "a@sub.example.com" }, { senders: sendersOf({ signed: new Set(["t example.com"]) }) }, [unsigned]],
    ["isn't where the tenant sends over a server of its own, which may sign", {}, { senders: sendersOf({ ownServers: new Set(["t"]) }) }, undefined],
    ["is given where another tenant does", {}, { senders: sendersOf({ ownServers: new Set(["u"]) }) }, [unsigned]],
    ["is given of a sender that the operator chose", { policy: "trusted" }, {}, [unsigned]],
    ["isn't where nothing is queued", {}, { suppressed: new Set(["t a"]) }, undefined]
  ])("%s", (_, one, given, warnings) => {
    expect(warningsOf(one, given)).toEqual(warnings)
  })

  it("comes after the others", () => {
    const [decision] = decideSends([{ ...send({ unsigned }), warnings: ["First."] }], found())
    expect(decision?.outcome).toMatchObject({ result: { warnings: ["First.", unsigned] } })
  })

  it("asks for nothing more about senders whom the operator chose and signs for", () => {
    expect(askedSenders([send({ policy: "trusted" })])).toEqual([])
    expect(askedSenders([send({ policy: "trusted", unsigned }), send({ from: "a@B\u00fccher.example", tenant: "u" })])).toEqual([
      { tenant_id: "t", domain: "example.com" }, { tenant_id: "u", domain: "xn--bcher-kva.example" }
    ])
  })
})

describe("additions", () => {
  it("sums up what is queued by tenant and month, in one order", () => {
    const decisions = decideSends([
      send({ tenant: "u" }),
      send({ to: ["a", "b"] }),
      send({ at: Date.UTC(2026, 4, 31) }),
      send({ to: ["c"] }),
      send({ tenant: "v", limit: 0 })
    ], found())
    expect(additions(decisions)).toEqual([
      { tenant_id: "t", month: "2026-05", sent: 1 },
      { tenant_id: "t", month: "2026-06", sent: 3 },
      { tenant_id: "u", month: "2026-06", sent: 1 }
    ])
  })
})
