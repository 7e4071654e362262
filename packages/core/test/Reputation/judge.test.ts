import { type FailureCode, reputationLimits } from "@telemark/contract"
import * as FastCheck from "fast-check"
import { describe, expect, it } from "vitest"
import {
  countAttempt,
  countReport,
  type MailCounts,
  perWindow,
  type WindowCounts,
  windowStarts
} from "../../src/events/reputation/countedMail.js"
import {
  describeExcess,
  judgeReputation,
  levelIn,
  summarizeReputation
} from "../../src/events/reputation/judgeReputation.js"

const none: MailCounts = { sent: 0, bounced: 0, complained: 0 }
const inDay = (counts: Partial<MailCounts>): WindowCounts => ({
  hour: none,
  day: { ...none, ...counts },
  week: none
})
const inHour = (counts: Partial<MailCounts>): WindowCounts => ({
  hour: { ...none, ...counts },
  day: none,
  week: none
})

describe("what a tenant's figures mean", () => {
  it.each<readonly [string, Partial<MailCounts>, "ok" | "warn" | "pause"]>([
    ["nothing", {}, "ok"],
    ["reports about mail of longer ago", { complained: 50, bounced: 50 }, "ok"],
    ["half of 99 messages bounced", { sent: 99, bounced: 50 }, "ok"],
    ["a tenth of 100 bounced", { sent: 100, bounced: 10 }, "pause"],
    ["nine of 100 bounced", { sent: 100, bounced: 9 }, "warn"],
    ["four of 100 bounced", { sent: 100, bounced: 4 }, "ok"],
    ["5 % of 1,000 bounced", { sent: 1000, bounced: 50 }, "warn"],
    ["more than 5 % bounced", { sent: 1000, bounced: 51 }, "pause"],
    ["2.5 % bounced", { sent: 1000, bounced: 25 }, "ok"],
    ["more than 2.5 % bounced", { sent: 1000, bounced: 26 }, "warn"],
    ["two complaints of 100", { sent: 100, complained: 2 }, "ok"],
    ["three complaints of 100", { sent: 100, complained: 3 }, "warn"],
    ["four complaints of 1,000", { sent: 1000, complained: 4 }, "warn"],
    ["five complaints of 1,000", { sent: 1000, complained: 5 }, "pause"],
    ["0.1 %", { sent: 10_000, complained: 10 }, "ok"],
    ["above 0.1 %", { sent: 10_000, complained: 11 }, "warn"],
    ["0.3 %", { sent: 10_000, complained: 30 }, "warn"],
    ["above 0.3 %", { sent: 10_000, complained: 31 }, "pause"],
    ["a large sender just below", { sent: 10_000_000, complained: 10_000, bounced: 250_000 }, "ok"]
  ])("of a day: %s", (_, counts, level) => {
    expect(levelIn(inDay(counts))).toBe(level)
  })

  it.each<readonly [Partial<MailCounts>, "ok" | "warn" | "pause"]>([
    [{ sent: 1000, complained: 4 }, "ok"],
    [{ sent: 1000, complained: 9 }, "warn"],
    [{ sent: 1000, complained: 10 }, "pause"],
    [{ sent: 100, bounced: 19 }, "warn"],
    [{ sent: 100, bounced: 20 }, "pause"]
  ])("takes more in an hour: %o is %s", (counts, level) => {
    expect(levelIn(inHour(counts))).toBe(level)
  })

  it("puts what pauses before what warns, and complaints before bounces", () => {
    const counts = {
      hour: none,
      day: { sent: 1000, bounced: 30, complained: 3 },
      week: { sent: 1000, bounced: 60, complained: 6 }
    }
    expect(
      judgeReputation(counts).map(({ level, measure, window }) => `${level} ${measure} ${window}`)
    ).toEqual([
      "pause complaints week",
      "pause bounces week",
      "warn complaints day",
      "warn bounces day"
    ])
  })

  it("names the numbers and the limit", () => {
    const [excess] = judgeReputation(inDay({ sent: 2400, complained: 12 }))
    expect(excess === undefined ? "" : describeExcess(excess)).toBe(
      "12 complaints of 2400 messages in 24 hours (0.5 %; the limit is 0.3 %)"
    )
  })

  const counts = FastCheck.record({
    sent: FastCheck.nat(20_000),
    bounced: FastCheck.nat(2000),
    complained: FastCheck.nat(200)
  })
  const all = FastCheck.record({ hour: counts, day: counts, week: counts })
  const rank = { ok: 0, warn: 1, pause: 2 }

  it("is never better with one more complaint or bounce", () => {
    FastCheck.assert(
      FastCheck.property(
        all,
        FastCheck.constantFrom("bounced" as const, "complained" as const),
        FastCheck.constantFrom("hour" as const, "day" as const, "week" as const),
        (figures, measure, window) => {
          const worse = {
            ...figures,
            [window]: { ...figures[window], [measure]: figures[window][measure] + 1 }
          }
          return rank[levelIn(worse)] >= rank[levelIn(figures)]
        }
      )
    )
  })

  it("is never worse with one more message sent, once a rate is judged at all", () => {
    FastCheck.assert(
      FastCheck.property(all, (figures) => {
        const more = perWindow((window) => ({ ...figures[window], sent: figures[window].sent + 1 }))
        const wasJudged = Object.values(figures).every(({ sent }) => sent >= 100)
        return !wasJudged || rank[levelIn(more)] <= rank[levelIn(figures)]
      })
    )
  })

  it("warns at least where it pauses", () => {
    for (const { minCount, rates } of reputationLimits) {
      expect(rates.warn).toBeLessThan(rates.pause)
      expect(minCount.warn).toBeLessThanOrEqual(minCount.pause)
    }
  })
})

describe("what counts", () => {
  it.each<readonly [FailureCode, boolean]>([
    ["invalid_recipient", true],
    ["recipient_refused", true],
    ["routing", true],
    ["mailbox_full", false],
    ["policy", false],
    ["content", false],
    ["blocked", false],
    ["too_large", false],
    ["undetermined", false]
  ])("a refusal for %s is a hard bounce: %s", (code, counts) => {
    expect(countAttempt("bounced", code)).toEqual(
      counts ? { sent: 1, bounced: 1, complained: 0 } : undefined
    )
    expect(countReport("sent", "bounced", code)).toEqual(
      counts ? { sent: 0, bounced: 1, complained: 0 } : undefined
    )
  })

  it("an accepted message is sent; one that failed or waits on our side isn't", () => {
    expect(countAttempt("sent", null)).toEqual({ sent: 1, bounced: 0, complained: 0 })
    expect(countAttempt("failed", "invalid_recipient")).toBe(undefined)
    expect(countAttempt("deferred", "transient")).toBe(undefined)
  })

  it("a report counts only if it changes the status", () => {
    expect(countReport("delivered", "complained", null)).toEqual({
      sent: 0,
      bounced: 0,
      complained: 1
    })
    expect(countReport("complained", "complained", null)).toBe(undefined)
    expect(countReport("sent", "delivered", null)).toBe(undefined)
    expect(countReport("bounced", "bounced", "invalid_recipient")).toBe(undefined)
  })
})

describe("the figures that a tenant sees", () => {
  it("has the worst level of any domain, and rates of nothing as 0", () => {
    const good = inDay({ sent: 100_000, complained: 5 })
    const bad = inDay({ sent: 1000, complained: 5 })
    const found = summarizeReputation(
      {
        total: good,
        domains: [
          { domain: "bad.example", counts: bad },
          { domain: "good.example", counts: good }
        ]
      },
      undefined
    )
    expect([found.level, ...found.domains.map(({ level }) => level)]).toEqual([
      "pause",
      "pause",
      "ok"
    ])
    expect(found.day).toEqual({
      sent: 100_000,
      bounced: 0,
      complained: 5,
      bounce_rate: 0,
      complaint_rate: 0.00005,
      level: "ok"
    })
    expect(found.hour.complaint_rate).toBe(0)
    expect(found.paused).toBe(null)
  })

  it("has windows of whole hours", () => {
    const starts = windowStarts(Date.UTC(2026, 5, 15, 12, 34))
    expect(Object.values(starts).map((start) => new Date(start).toISOString())).toEqual([
      "2026-06-15T11:00:00.000Z",
      "2026-06-14T12:00:00.000Z",
      "2026-06-08T12:00:00.000Z"
    ])
  })
})
