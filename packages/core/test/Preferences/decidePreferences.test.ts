import {
  type ChosenPreferences,
  decidePreferences,
  decideUndo,
  type PreferenceChange,
  type StoredPreferences,
  viewOfPreferences
} from "@telemark/core"
import { describe, expect, it } from "vitest"

/** What is suppressed, as `topic: reason`; `*` is all mail. */
type Suppressed = Readonly<Record<string, string>>

const topic = (id: string) => ({
  tenant_id: "t",
  id,
  name: id,
  description: null,
  translations: {},
  created_at: 0
})

const stored = (suppressed: Suppressed, own: string | null = "news"): StoredPreferences => ({
  email_id: "em_1",
  tenant_id: "t",
  recipient: "ada@example.com",
  topic: own,
  topics: [topic("news"), topic("offers")],
  suppressed: Object.entries(suppressed).map(([id, reason]) => ({
    topic: id === "*" ? null : id,
    reason,
    added_at: 0
  }))
})

const nothing: PreferenceChange = { suppress: [], release: [] }

describe("what a recipient chooses", () => {
  it.each<
    [
      title: string,
      before: Suppressed,
      chosen: ChosenPreferences,
      expected: Partial<PreferenceChange>
    ]
  >([
    ["nothing: nothing", { news: "unsubscribe" }, {}, {}],
    ["not to get a topic: suppresses it", {}, { topics: { news: false } }, { suppress: ["news"] }],
    ["not to get a topic again: nothing", { news: "manual" }, { topics: { news: false } }, {}],
    [
      "to get a topic that it left: releases it",
      { news: "unsubscribe" },
      { topics: { news: true } },
      { release: ["news"] }
    ],
    [
      "to get a topic that the tenant suppressed: nothing",
      { news: "manual" },
      { topics: { news: true } },
      {}
    ],
    [
      "several topics: each",
      { offers: "unsubscribe" },
      { topics: { news: false, offers: true } },
      { suppress: ["news"], release: ["offers"] }
    ],
    ["a topic that there isn't: nothing", {}, { topics: { other: false, constructor: false } }, {}],
    [
      "no mail at all: suppresses the address, and leaves its topics",
      { news: "unsubscribe" },
      { all: false },
      { suppress: [null] }
    ],
    ["no mail at all again: nothing", { "*": "bounce" }, { all: false }, {}],
    [
      "mail again: releases the address, and leaves its topics",
      { "*": "unsubscribe", news: "unsubscribe" },
      { all: true },
      { release: [null] }
    ],
    ["mail again, of an address that complained: nothing", { "*": "complaint" }, { all: true }, {}],
    [
      "mail again, but not of a topic",
      { "*": "unsubscribe" },
      { all: true, topics: { news: false } },
      { release: [null], suppress: ["news"] }
    ]
  ])("%s", (_, before, chosen, expected) => {
    expect(decidePreferences(stored(before), chosen)).toEqual({ ...nothing, ...expected })
  })

  it("may be about the message's own topic, although that was removed", () => {
    expect(decidePreferences(stored({}, "gone"), { topics: { gone: false } })).toEqual({
      suppress: ["gone"],
      release: []
    })
  })
})

describe("taking an unsubscription back", () => {
  it.each<
    [title: string, before: Suppressed, own: string | null, release: ReadonlyArray<string | null>]
  >([
    [
      "releases the message's topic",
      { news: "unsubscribe", offers: "unsubscribe", "*": "unsubscribe" },
      "news",
      ["news"]
    ],
    [
      "releases the address if the message has no topic",
      { news: "unsubscribe", "*": "unsubscribe" },
      null,
      [null]
    ],
    ["releases nothing that wasn't suppressed", {}, "news", []],
    ["releases nothing that the tenant suppressed", { news: "manual" }, "news", []],
    ["releases no address that bounced", { "*": "bounce" }, null, []],
    ["releases no address that complained", { "*": "complaint" }, null, []]
  ])("%s", (_, before, own, release) => {
    expect(decideUndo(stored(before, own))).toEqual({ suppress: [], release })
  })
})

describe("a recipient's preferences", () => {
  it.each<[suppressed: Suppressed, own: string | null, subscribed: boolean]>([
    [{}, "news", true],
    [{ news: "unsubscribe" }, "news", false],
    [{ offers: "unsubscribe" }, "news", true],
    [{ "*": "complaint" }, "news", false],
    [{ news: "unsubscribe" }, null, true],
    [{ gone: "unsubscribe" }, "gone", false]
  ])("%j, of a message with the topic %s: subscribed is %s", (suppressed, own, subscribed) => {
    expect(viewOfPreferences(stored(suppressed, own)).subscribed).toBe(subscribed)
  })

  it("say of each topic, and of all mail, whether it is suppressed and why", () => {
    const { all, topics } = viewOfPreferences(stored({ news: "unsubscribe", "*": "manual" }))
    expect(all).toEqual({ subscribed: false, reason: "manual" })
    expect(topics.map(({ id, reason, subscribed }) => [id, subscribed, reason])).toEqual([
      ["news", false, "unsubscribe"],
      ["offers", true, null]
    ])
  })
})
