import { describe, expect, it } from "vitest"
import { attentionOf } from "../app/Overview/attention.js"
import { figuresOf, isUnused } from "../app/Overview/figures.js"
import { openFindings, pageOf, partsOf } from "../app/Overview/findings.js"
import { judgementOf } from "../app/Overview/judgement.js"
import {
  afterKey,
  bounceRates,
  heightsOf,
  labelled,
  partsOf as partsOfBar
} from "../app/Overview/seriesData.js"

const statuses = {
  queued: 0,
  sending: 0,
  sent: 0,
  failed: 0,
  bounced: 0,
  complained: 0,
  delivered: 0,
  deferred: 0
}
const nothing = { total_sent: 0, delivered: 0, bounced: 0, complained: 0, failed: 0 }
const now = Date.parse("2026-11-25T12:00:00Z")

describe("the figures of the overview", () => {
  it.each([
    [0, "neutral"],
    [2, "warn"],
    [4, "bad"]
  ])(
    "judge %i spam reports of 1,000 messages, and no bounces: not all count against a sender",
    (complained, expected) => {
      const figures = figuresOf({
        total_sent: 1000,
        delivered: 900,
        bounced: 90,
        failed: 10,
        statuses: { ...statuses, complained },
        before: nothing
      })
      expect(figures.map(({ level }) => level)).toEqual([
        "neutral",
        "neutral",
        "neutral",
        expected,
        "neutral"
      ])
    }
  )

  it("are compared with the period before: the number sent by its part, the others by their rates", () => {
    const figures = figuresOf({
      total_sent: 300,
      delivered: 240,
      bounced: 30,
      failed: 0,
      statuses: { ...statuses, complained: 3 },
      before: { total_sent: 200, delivered: 180, bounced: 10, complained: 2, failed: 0 }
    })
    expect(figures.map(({ change }) => [change?.of, change?.by.toFixed(3), change?.level])).toEqual(
      [
        ["count", "0.500", "neutral"],
        ["rate", "-0.100", "bad"],
        ["rate", "0.050", "bad"],
        ["rate", "0.000", "neutral"],
        ["rate", "0.000", "neutral"]
      ]
    )
  })

  it.each([
    ["nothing was sent before", nothing, [undefined, undefined, undefined]],
    [
      "few were sent before",
      { ...nothing, total_sent: 10, delivered: 10 },
      ["neutral", "neutral", "neutral"]
    ],
    [
      "nobody reported deliveries before",
      { ...nothing, total_sent: 1000 },
      ["neutral", undefined, "bad"]
    ]
  ])("where %s are compared with care", (_, before, expected) => {
    const figures = figuresOf({
      total_sent: 300,
      delivered: 240,
      bounced: 30,
      failed: 0,
      statuses,
      before
    })
    expect(figures.slice(0, 3).map(({ change }) => change?.level)).toEqual(expected)
  })

  it("judge no rate of few messages, and have none of nothing", () => {
    expect(
      figuresOf({
        total_sent: 99,
        delivered: 0,
        bounced: 99,
        failed: 0,
        statuses,
        before: nothing
      })[2]
    ).toMatchObject({ rate: 1, level: "neutral" })
    expect(
      figuresOf({
        total_sent: 0,
        delivered: 0,
        bounced: 0,
        failed: 0,
        statuses,
        before: nothing
      }).map(({ rate }) => rate)
    ).toEqual([null, null, null, null, null])
  })

  it("count failures against all that was tried, and leave out deliveries that nobody reports", () => {
    const figures = figuresOf({
      total_sent: 60,
      delivered: 0,
      bounced: 0,
      failed: 20,
      statuses,
      before: nothing
    })
    expect(figures.map(({ name, rate }) => [name, rate])).toEqual([
      ["sent", null],
      ["delivered", null],
      ["bounced", 0],
      ["complained", 0],
      ["failed", 0.25]
    ])
  })

  it("know a tenant that never sent anything", () => {
    expect(isUnused({ monthly_usage: [], statuses })).toBe(true)
    expect(isUnused({ monthly_usage: [], statuses: { ...statuses, failed: 1 } })).toBe(false)
    expect(
      isUnused({ monthly_usage: [{ month: "2026-01", sent: 1, limit: null }], statuses })
    ).toBe(false)
  })
})

describe("what needs attention", () => {
  const domain = {
    domain: "shop.example",
    dkim_selector: "tm1",
    spf_verified: true,
    dkim_verified: true,
    dmarc_verified: true,
    dns_records: [],
    verified_at: null,
    created_at: ""
  }
  const endpoint = {
    id: 7,
    url: "https://shop.example/hooks",
    events: [],
    active: true,
    created_at: "",
    failing_since: null,
    disabled_reason: null
  }

  it("is nothing while all is well, or nothing is known", () => {
    expect(attentionOf({ now })).toEqual([])
    expect(
      attentionOf({
        now,
        domains: [domain],
        endpoints: [endpoint, { ...endpoint, active: false }],
        delivery: { oldest_due_at: "2026-11-25T11:59:00Z", own_server: "ok" },
        reputation: { level: "ok", paused: null, domains: [] }
      })
    ).toEqual([])
  })

  it("is a domain that can't sign, or lacks what isn't required", () => {
    expect(
      attentionOf({
        now,
        domains: [
          { ...domain, dmarc_verified: false },
          { ...domain, domain: "b.example", dkim_verified: false, return_path_verified: false }
        ]
      })
    ).toEqual([
      {
        kind: "domain",
        tone: "bad",
        domain: "b.example",
        missing: ["DKIM", "Return-Path"],
        to: "/domains/b.example"
      },
      {
        kind: "domain",
        tone: "warn",
        domain: "shop.example",
        missing: ["DMARC"],
        to: "/domains/shop.example"
      }
    ])
  })

  it("is an endpoint that fails or was disabled", () => {
    const found = attentionOf({
      now,
      endpoints: [
        { ...endpoint, failing_since: "2026-11-25T10:00:00Z" },
        { ...endpoint, id: 8, disabled_reason: "gone" }
      ]
    })
    expect(found.map((one) => [one.kind, one.tone, "reason" in one ? one.reason : ""])).toEqual([
      ["endpoint", "bad", "gone"],
      ["endpoint", "warn", "retrying"]
    ])
  })

  it.each([
    ["2026-11-25T11:58:01Z", undefined],
    ["2026-11-25T11:58:00Z", "warn"],
    ["2026-11-25T11:45:00Z", "bad"]
  ])("is mail that is due since %s: %s", (oldest_due_at, tone) => {
    expect(attentionOf({ now, delivery: { oldest_due_at, own_server: null } })[0]?.tone).toBe(tone)
  })

  it("is a server that refuses the login, a pause, and a domain with a bad name, the worst first", () => {
    const figures = {
      sent: 0,
      bounced: 0,
      complained: 0,
      bounce_rate: 0,
      complaint_rate: 0,
      level: "ok"
    } as const
    const found = attentionOf({
      now,
      delivery: { oldest_due_at: null, own_server: "refused" },
      reputation: {
        level: "warn",
        paused: { reason: "bounces", since: "2026-11-25T10:00:00Z" },
        domains: [
          { domain: "shop.example", level: "warn", hour: figures, day: figures, week: figures }
        ]
      }
    })
    expect(found.map(({ kind, to, tone }) => [kind, tone, to])).toEqual([
      ["paused", "bad", "/messages?status=bounced"],
      ["smtp", "bad", "/smtp"],
      ["reputation", "warn", "/messages?status=bounced&sender_domain=shop.example"]
    ])
  })

  it("is all mail together if no domain alone exceeds a limit", () => {
    expect(attentionOf({ now, reputation: { level: "pause", paused: null, domains: [] } })).toEqual(
      [{ kind: "reputation", tone: "bad", domain: null, to: "/messages?status=bounced" }]
    )
  })
})

describe("why figures have their state", () => {
  const figures = (sent: number, bounced: number, complained = 0) => ({
    sent,
    bounced,
    complained,
    bounce_rate: bounced / sent,
    complaint_rate: complained / sent,
    level: "ok" as const
  })

  it.each([
    ["nothing", "day", figures(1000, 1), { _tag: "Fine" }],
    ["too few messages", "day", figures(99, 50), { _tag: "Few", minSent: 100 }],
    [
      "the upper limit",
      "day",
      figures(255, 17),
      { _tag: "Above", measure: "bounces", limit: 0.05, fewerThan: null }
    ],
    [
      "the upper limit, but for too few bounces in an hour",
      "hour",
      figures(255, 17),
      { _tag: "Above", measure: "bounces", limit: 0.05, fewerThan: 20 }
    ],
    [
      "the lower limit",
      "week",
      figures(1000, 30),
      { _tag: "Above", measure: "bounces", limit: 0.025, fewerThan: null }
    ],
    [
      "the upper limit of bounces beside the lower one of spam reports",
      "week",
      figures(1000, 60, 3),
      { _tag: "Above", measure: "bounces", limit: 0.05, fewerThan: null }
    ]
  ] as const)("is %s", (_, window, of, expected) => {
    expect(judgementOf(window, of)).toEqual(expected)
  })
})

describe("what the checks of the deployment found", () => {
  const finding = (
    check: string,
    level: "ok" | "warning" | "problem",
    ...tenants: Array<string>
  ) => ({
    check,
    level,
    message: check,
    command: null,
    tenants
  })

  it("is left out if it is fine, or said of the own tenant above", () => {
    const open = openFindings(
      [
        finding("disk", "ok"),
        finding("domains", "warning", "default"),
        finding("webhooks", "warning", "default", "fjord"),
        finding("dns", "warning"),
        finding("mail", "problem")
      ],
      "default"
    )
    expect(open.map(({ check }) => check)).toEqual(["mail", "webhooks", "dns"])
  })

  it.each([
    [finding("domains", "warning", "fjord"), "/tenants/fjord"],
    [finding("reputation", "warning", "fjord", "acme"), "/tenants"],
    [finding("sender", "warning"), "/domains"],
    [finding("disk", "problem"), undefined]
  ])("leads to the page where something is done about it: %j", (one, page) => {
    expect(pageOf(one)).toBe(page)
  })

  it("has commands apart from what is said", () => {
    expect(partsOf("`telemark doctor` runs them.")).toEqual(["", "telemark doctor", " runs them."])
  })
})

describe("the bars of the overview", () => {
  const point = {
    start: "",
    sent: 10,
    delivered: 6,
    bounced: 1,
    complained: 2,
    failed: 3,
    opened: 0,
    clicked: 0,
    unsubscribed: 0
  }

  it("have each message once", () => {
    expect(partsOfBar(point)).toEqual({ delivered: 6, unreported: 3, bounced: 1, failed: 3 })
    expect(heightsOf([point, { ...point, failed: 0 }])).toEqual([
      [6, 6],
      [9, 9],
      [10, 10],
      [13, 10]
    ])
  })

  it("have the rate of bounces over those before them, and none where nothing was sent", () => {
    const points = [
      { sent: 0, bounced: 0 },
      { sent: 10, bounced: 5 },
      { sent: 30, bounced: 0 },
      { sent: 10, bounced: 0 }
    ]
    expect(bounceRates(points, 2)).toEqual([null, 0.5, 0.125, 0])
  })

  it.each([
    ["hours", 24],
    ["days", 30],
    ["days", 90]
  ])("have as many labels as fit, none at the edge: %s, %i of them", (unit, count) => {
    const isDayStart = Array.from({ length: count }, (_, index) => unit === "days" || index === 5)
    for (const room of [1, 3, 8, 20]) {
      const found = labelled(isDayStart, room)
      expect(found.length).toBeLessThanOrEqual(room)
      expect(found.length).toBeGreaterThan(0)
      expect(count - (found.at(-1) ?? 0)).toBeGreaterThan(count / room / 2 - 1)
    }
    expect(labelled(isDayStart, 200)).toHaveLength(count)
    expect(labelled([], 8)).toEqual([])
  })

  it("of several days of hours have a label at the beginning of a day", () => {
    const isDayStart = Array.from({ length: 168 }, (_, index) => index % 24 === 11)
    expect(labelled(isDayStart, 8)).toEqual([11, 35, 59, 83, 107, 131, 155])
    expect(labelled(isDayStart, 3)).toEqual([59, 131])
  })

  it.each([
    ["ArrowLeft", 5, 4],
    ["ArrowLeft", 0, 0],
    ["ArrowRight", 9, 9],
    ["Home", 5, 0],
    ["End", 5, 9],
    ["PageUp", 5, 9],
    ["Tab", 5, undefined]
  ])("are left by %s from %i for %s", (key, at, next) => {
    expect(afterKey(key, at, 10)).toBe(next)
  })
})
