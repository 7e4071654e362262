import { decideSends, type FirstUse, type SendDecision, type SendFacts } from "@telemark/core"
import { describe, expect, it } from "vitest"
import { facts, now, send, type SendOverrides, senders } from "./support/sends.js"

const day = 24 * 60 * 60 * 1000

const firstUse = (created_at: number): FirstUse => ({
  created_at,
  body_digest: "first",
  result: { queued: [], suppressed: ["FIRST"], idempotent_replay: false }
})

const tags = (decisions: ReadonlyArray<SendDecision>) =>
  decisions.map(({ outcome }) => outcome._tag)
const queued = (decisions: ReadonlyArray<SendDecision>) =>
  decisions.map((decision) => decision.queued.map(({ folded }) => folded))

describe("decideSends", () => {
  it.each<
    [
      title: string,
      sends: ReadonlyArray<SendOverrides>,
      found: Partial<SendFacts>,
      tags: ReadonlyArray<string>
    ]
  >([
    ["accepts what nothing speaks against", [{}], {}, ["Accepted"]],
    [
      "asks for pseudonyms if the tenant has erased somebody since it was read",
      [{}],
      { erasureKeys: new Map([[send().tenant_id, "sealed"]]) },
      ["ErasedMeanwhile"]
    ],
    [
      "replays a key within 24 h",
      [{ key: "k" }],
      { firstUses: new Map([["t k", firstUse(now - day + 1)]]) },
      ["Replayed"]
    ],
    [
      "accepts a key after 24 h",
      [{ key: "k" }],
      { firstUses: new Map([["t k", firstUse(now - day)]]) },
      ["Accepted"]
    ],
    [
      "takes another tenant's key for another",
      [{ key: "k" }],
      { firstUses: new Map([["u k", firstUse(now)]]) },
      ["Accepted"]
    ],
    [
      "replays the second of two equal keys",
      [{ key: "k" }, { key: "k" }],
      {},
      ["Accepted", "Replayed"]
    ],
    [
      "fills a month to the limit",
      [{ limit: 3, to: ["a", "b"] }],
      { used: new Map([["t 2026-06", 1]]) },
      ["Accepted"]
    ],
    [
      "refuses what exceeds it by one",
      [{ limit: 3, to: ["a", "b"] }],
      { used: new Map([["t 2026-06", 2]]) },
      ["QuotaExceeded"]
    ],
    [
      "takes a small one after refusing a large one",
      [{ limit: 2, to: ["a", "b", "c"] }, { limit: 2 }],
      {},
      ["QuotaExceeded", "Accepted"]
    ],
    [
      "counts those before it in the batch",
      [{ limit: 2 }, { limit: 2 }, { limit: 2 }],
      {},
      ["Accepted", "Accepted", "QuotaExceeded"]
    ],
    [
      "leaves the key of a refused send unused",
      [{ key: "k", limit: 0 }, { key: "k" }],
      {},
      ["QuotaExceeded", "Accepted"]
    ],
    [
      "counts the month of each send",
      [{ limit: 1 }, { limit: 1, at: Date.UTC(2026, 6, 1) }],
      {},
      ["Accepted", "Accepted"]
    ],
    [
      "accepts a send that is suppressed whole although the month is used up",
      [{ limit: 1 }],
      { suppressed: new Set(["t a"]), used: new Map([["t 2026-06", 1]]) },
      ["Accepted"]
    ],
    [
      "replays although the month is used up",
      [{ key: "k", limit: 1 }],
      { firstUses: new Map([["t k", firstUse(now)]]), used: new Map([["t 2026-06", 1]]) },
      ["Replayed"]
    ]
  ])("%s", (_, sends, given, expected) => {
    expect(
      tags(
        decideSends(
          sends.map((one) => send(one)),
          facts(given)
        )
      )
    ).toEqual(expected)
  })

  const news = { topics: new Set(["t news"]) }

  it.each<
    [
      title: string,
      send: SendOverrides,
      found: Partial<SendFacts>,
      queued: ReadonlyArray<string> | string
    ]
  >([
    ["queues mail of a topic that exists", { topic: "news" }, news, ["a"]],
    ["refuses a topic that doesn't exist", { topic: "offers" }, news, "UnknownTopic"],
    ["refuses another tenant's topic", { topic: "news", tenant: "u" }, news, "UnknownTopic"],
    [
      "refuses an unknown topic before it looks at the month",
      { topic: "offers", limit: 0 },
      news,
      "UnknownTopic"
    ],
    [
      "leaves out who is suppressed for the topic",
      { topic: "news", to: ["a", "b"] },
      { ...news, suppressed: new Set(["t a news"]) },
      ["b"]
    ],
    [
      "leaves out who is suppressed as a whole",
      { topic: "news", to: ["a", "b"] },
      { ...news, suppressed: new Set(["t a"]) },
      ["b"]
    ],
    [
      "queues for who is suppressed for another topic",
      { topic: "news" },
      { ...news, suppressed: new Set(["t a offers"]) },
      ["a"]
    ],
    [
      "queues mail without a topic for who is suppressed for one",
      {},
      { ...news, suppressed: new Set(["t a news"]) },
      ["a"]
    ],
    [
      "queues for another tenant's recipient who is suppressed for the topic",
      { topic: "news" },
      { ...news, suppressed: new Set(["u a news"]) },
      ["a"]
    ]
  ])("%s", (_, one, found, expected) => {
    const [decision] = decideSends([send(one)], facts(found))
    expect(
      decision!.outcome._tag === "Accepted" ? queued([decision!])[0] : decision!.outcome._tag
    ).toEqual(expected)
  })

  it("replays a key although its topic was removed since, and leaves the key of a refused send unused", () => {
    const replayed = decideSends(
      [send({ key: "k", topic: "gone" })],
      facts({ firstUses: new Map([["t k", firstUse(now)]]) })
    )
    expect(tags(replayed)).toEqual(["Replayed"])
    expect(
      tags(decideSends([send({ key: "k", topic: "gone" }), send({ key: "k" })], facts()))
    ).toEqual(["UnknownTopic", "Accepted"])
  })

  const theirs = senders({
    owners: new Map([
      ["example.com", "u"],
      ["mine.example", "t"]
    ])
  })

  it.each<[title: string, send: SendOverrides, expected: string]>([
    ["accepts from a domain that nobody owns", { from: "a@free.example" }, "Accepted"],
    ["accepts from the tenant's own domain", { from: "a@mine.example" }, "Accepted"],
    ["refuses another's domain", {}, "owned_by_another"],
    [
      "refuses another's domain however it is spelled",
      { from: "A@Example.COM" },
      "owned_by_another"
    ],
    ["accepts from below another's domain", { from: "a@sub.example.com" }, "Accepted"],
    [
      "accepts from the tenant's own domain where it must be verified",
      { policy: "verified", from: "a@MINE.example" },
      "Accepted"
    ],
    [
      "refuses an unverified domain where it must be verified",
      { policy: "verified", from: "a@free.example" },
      "not_verified"
    ],
    [
      "refuses another's domain where it must be verified",
      { policy: "verified" },
      "owned_by_another"
    ],
    ["trusts whom the operator chose", { policy: "trusted" }, "Accepted"],
    ["refuses another's domain before it looks at the month", { limit: 0 }, "owned_by_another"]
  ])("%s", (_, one, expected) => {
    const [decision] = decideSends([send(one)], facts({ senders: theirs }))
    const outcome = decision!.outcome
    expect(outcome._tag === "SenderRefused" ? outcome.reason : outcome._tag).toBe(expected)
    expect(decision!.queued.length).toBe(expected === "Accepted" ? 1 : 0)
  })

  it("replays a key although the sender would be refused by now", () => {
    const decisions = decideSends(
      [send({ key: "k" })],
      facts({ senders: theirs, firstUses: new Map([["t k", firstUse(now)]]) })
    )
    expect(tags(decisions)).toEqual(["Replayed"])
  })

  it("leaves key and month of a send whose sender is refused unused", () => {
    const free = { from: "a@free.example", key: "k", limit: 1 }
    expect(
      tags(
        decideSends(
          [send({ ...free, from: "a@example.com" }), send(free), send(free)],
          facts({ senders: theirs })
        )
      )
    ).toEqual(["SenderRefused", "Accepted", "Replayed"])
  })

  it("queues those that aren't suppressed, and returns the others as given", () => {
    const [decision] = decideSends(
      [send({ to: ["a", "b", "c"] })],
      facts({ suppressed: new Set(["t b", "u a"]) })
    )
    expect(decision!.queued.map(({ folded }) => folded)).toEqual(["a", "c"])
    expect(decision!.outcome).toEqual({
      _tag: "Accepted",
      result: {
        queued: [
          { id: "em_a", recipient: "A", status: "queued" },
          { id: "em_c", recipient: "C", status: "queued" }
        ],
        suppressed: ["B"],
        idempotent_replay: false
      }
    })
  })

  it("queues nothing for a replay and nothing for a refusal", () => {
    const decisions = decideSends(
      [send({ key: "k" }), send({ key: "k" }), send({ limit: 0 })],
      facts()
    )
    expect(queued(decisions)).toEqual([["a"], [], []])
    expect(decisions[1]!.outcome).toMatchObject({
      _tag: "Replayed",
      body_digest: "digest",
      result: { queued: [{ id: "em_a" }] }
    })
  })
})

describe("the warning that mail leaves unsigned", () => {
  const unsigned = "It leaves unsigned."
  const warningsOf = (one: SendOverrides, given: Partial<SendFacts> = {}) => {
    const [decision] = decideSends([send({ unsigned, ...one })], facts(given))
    return decision?.outcome._tag === "Accepted"
      ? decision.outcome.result.warnings
      : decision?.outcome._tag
  }

  it.each<[title: string, send: SendOverrides, found: Partial<SendFacts>, warnings: unknown]>([
    ["is given where the tenant has no key for the sender's domain", {}, {}, [unsigned]],
    [
      "isn't where it has one",
      {},
      { senders: senders({ signed: new Set(["t example.com"]) }) },
      undefined
    ],
    [
      "isn't where it has one, however the domain is spelled",
      { from: "Shop@EXAMPLE.com" },
      { senders: senders({ signed: new Set(["t example.com"]) }) },
      undefined
    ],
    [
      "is given where another tenant has one",
      {},
      { senders: senders({ signed: new Set(["u example.com"]) }) },
      [unsigned]
    ],
    [
      "is given where it has one for a domain above",
      { from: "a@sub.example.com" },
      { senders: senders({ signed: new Set(["t example.com"]) }) },
      [unsigned]
    ],
    [
      "isn't where the tenant sends over a server of its own, which may sign",
      {},
      { senders: senders({ ownServers: new Set(["t"]) }) },
      undefined
    ],
    [
      "is given where another tenant does",
      {},
      { senders: senders({ ownServers: new Set(["u"]) }) },
      [unsigned]
    ],
    ["is given of a sender that the operator chose", { policy: "trusted" }, {}, [unsigned]],
    ["isn't where nothing is queued", {}, { suppressed: new Set(["t a"]) }, undefined]
  ])("%s", (_, one, given, warnings) => {
    expect(warningsOf(one, given)).toEqual(warnings)
  })

  it("comes after the others", () => {
    const [decision] = decideSends([{ ...send({ unsigned }), warnings: ["First."] }], facts())
    expect(decision?.outcome).toMatchObject({ result: { warnings: ["First.", unsigned] } })
  })
})
