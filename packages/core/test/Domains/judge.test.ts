import type { ReturnPathStatus } from "@telemark/contract"
import { type DomainFindings, judgeDomain, type Look } from "@telemark/core"
import { describe, expect, it } from "vitest"
import { day, findings, hour, readyRecord, record } from "./support/records.js"

const look = (found: DomainFindings, given: Partial<Look> = {}): Look => ({
  findings: found,
  now: 10 * day,
  begun: given.now ?? 10 * day,
  asked: true,
  random: 0,
  ...given
})
const scheduled = (found: DomainFindings, now = 10 * day): Look =>
  look(found, { asked: false, now })
const allGone = findings({ spf: "missing", dmarc: "missing", keys: { tmfirst: "missing" } })
const noAnswer = findings({ spf: "temperror", dmarc: "temperror", keys: { tmfirst: "temperror" } })

describe("a look that finds the records", () => {
  it.each([true, false])(
    "raises the flags at once (requested: %s), and the domain is ready since",
    (asked) => {
      expect(judgeDomain(record(), look(findings(), { asked }))).toMatchObject({
        spf_verified: true,
        dkim_verified: true,
        dmarc_verified: true,
        owned: true,
        verified_at: 10 * day
      })
    }
  )

  it("raises only those of what it found", () => {
    expect(judgeDomain(record(), look(findings({ spf: "multiple" })))).toMatchObject({
      spf_verified: false,
      dkim_verified: true,
      dmarc_verified: true,
      owned: false,
      verified_at: null
    })
    expect(judgeDomain(record(), look(findings({ keys: { tmfirst: "mismatch" } })))).toMatchObject({
      spf_verified: true,
      dkim_verified: false,
      owned: false
    })
  })

  it("keeps the instant at which it was ready first", () => {
    const again = judgeDomain(record({ verified_at: 5 }), look(findings()))
    expect(again).toMatchObject({ owned: true, verified_at: 5 })
  })

  it("is kept whole, with the instant", () => {
    const found = findings({ spf: "not_authorized", dmarc: "invalid" })
    expect(judgeDomain(record(), look({ ...found, warnings: ["w"] })).verification).toEqual({
      spf: found.spf,
      dkim: found.keys[0],
      dmarc: found.dmarc,
      dkim_others: [],
      checked_at: "1970-01-11T00:00:00.000Z",
      warnings: ["w"]
    })
  })
})

describe("a requested check that definitely doesn't find them", () => {
  it("lowers the flags at once, and the owner loses the domain", () => {
    expect(
      judgeDomain(readyRecord({ spf_failing_since: 1, dkim_failing_since: 1 }), look(allGone))
    ).toMatchObject({
      spf_verified: false,
      dkim_verified: false,
      dmarc_verified: false,
      owned: false,
      verified_at: 0,
      spf_failing_since: null,
      dkim_failing_since: null,
      dmarc_failing_since: null
    })
  })

  it("leaves the domain its owner's as long as the key is published", () => {
    expect(judgeDomain(readyRecord(), look(findings({ spf: "missing" })))).toMatchObject({
      spf_verified: false,
      dkim_verified: true,
      owned: true
    })
  })
})

describe("trouble of DNS", () => {
  it.each([true, false])("changes no flag (requested: %s), and the answer says so", (asked) => {
    const before = readyRecord({ spf_failing_since: 9.5 * day })
    const after = judgeDomain(before, look(noAnswer, { asked }))
    expect(after).toEqual({
      ...before,
      verification: after.verification,
      next_check_at: after.next_check_at
    })
    expect(after.verification?.warnings).toEqual([
      "DNS gave no usable answer about SPF just now: spf_verified stays true.",
      "DNS gave no usable answer about DKIM just now: dkim_verified stays true.",
      "DNS gave no usable answer about DMARC just now: dmarc_verified stays true."
    ])
  })
})

describe("a scheduled look", () => {
  it("lowers a flag only after 24 hours of definite failure", () => {
    const first = judgeDomain(readyRecord(), scheduled(allGone))
    expect(first).toMatchObject({
      spf_verified: true,
      dkim_verified: true,
      owned: true,
      spf_failing_since: 10 * day,
      dkim_failing_since: 10 * day
    })
    expect(first.verification?.warnings[0]).toBe(
      "SPF has been failing since 1970-01-11T00:00:00.000Z: spf_verified becomes false after 1970-01-12T00:00:00.000Z unless it passes again."
    )
    const later = judgeDomain(first, scheduled(allGone, 11 * day - 1))
    expect(later).toMatchObject({
      spf_verified: true,
      dkim_verified: true,
      dmarc_verified: true,
      spf_failing_since: 10 * day
    })
    expect(judgeDomain(later, scheduled(allGone, 11 * day))).toMatchObject({
      spf_verified: false,
      dkim_verified: false,
      dmarc_verified: false,
      owned: false,
      spf_failing_since: null,
      dkim_failing_since: null
    })
  })

  it("counts from the beginning again once the record was there", () => {
    const failing = judgeDomain(readyRecord(), scheduled(allGone))
    const back = judgeDomain(failing, scheduled(findings(), 10 * day + hour))
    expect(back).toMatchObject({
      spf_verified: true,
      spf_failing_since: null,
      dkim_failing_since: null,
      dmarc_failing_since: null
    })
    expect(judgeDomain(back, scheduled(allGone, 11 * day))).toMatchObject({
      spf_verified: true,
      spf_failing_since: 11 * day
    })
  })

  it("neither begins nor ends the count by trouble of DNS, and lowers nothing by it after a day", () => {
    expect(judgeDomain(readyRecord(), scheduled(noAnswer))).toMatchObject({
      spf_failing_since: null,
      dkim_failing_since: null
    })
    const failing = judgeDomain(readyRecord(), scheduled(allGone))
    expect(judgeDomain(failing, scheduled(noAnswer, 20 * day))).toMatchObject({
      dkim_verified: true,
      dkim_failing_since: 10 * day
    })
  })

  it("counts each record for itself", () => {
    const failing = judgeDomain(readyRecord(), scheduled(findings({ spf: "permerror" })))
    expect(failing).toMatchObject({
      spf_failing_since: 10 * day,
      dkim_failing_since: null,
      dmarc_failing_since: null
    })
  })

  it("doesn't count where a flag was never raised", () => {
    expect(judgeDomain(record(), scheduled(allGone))).toMatchObject({
      spf_verified: false,
      spf_failing_since: null,
      dkim_failing_since: null
    })
  })
})

describe("a look at another key", () => {
  it("changes nothing: the domain was removed and added again meanwhile", () => {
    const before = record()
    expect(judgeDomain(before, look(findings({ keys: { tmother: "ok" } })))).toBe(before)
  })
})

describe("a look that was overtaken by a later one", () => {
  it("says nothing any more: its records were looked up before", () => {
    const later = judgeDomain(record(), look(findings(), { begun: 100, now: 200 }))
    expect(judgeDomain(later, look(allGone, { begun: 50, now: 300 }))).toBe(later)
  })
})

describe.each([
  { use: "return_path", name: "the return path", host: "bounce.example.com" },
  { use: "tracking", name: "the name for tracking", host: "track.example.com" }
] as const)("$name", ({ host, name, use }) => {
  const flag = `${use}_verified` as const
  const failingSince = `${use}_failing_since` as const
  const withAlias = (
    status: ReturnPathStatus,
    given: Partial<DomainFindings> = {}
  ): DomainFindings => ({
    ...findings(),
    ...given,
    [use]: {
      verified: status === "ok",
      status,
      host,
      expected: "host.example.net",
      found: null,
      message: ""
    }
  })

  it("is verified at once, and needed for nothing else", () => {
    const there = judgeDomain(record(), scheduled(withAlias("ok")))
    expect(there).toMatchObject({
      [flag]: true,
      [failingSince]: null,
      verification: { [use]: { status: "ok" } }
    })
    const missing = judgeDomain(record(), scheduled(withAlias("missing")))
    expect(missing).toMatchObject({
      [flag]: false,
      verified_at: 10 * day,
      owned: true,
      verification: { warnings: [] }
    })
  })

  it("stays verified for a day after its record is gone, and while DNS gives no answer", () => {
    const there = readyRecord({ [flag]: true })
    const gone = judgeDomain(there, scheduled(withAlias("missing")))
    expect(gone).toMatchObject({ [flag]: true, [failingSince]: 10 * day })
    const sentence = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
    expect(gone.verification?.warnings).toEqual([
      expect.stringMatching(
        new RegExp(`^${sentence} has been failing since .*: ${flag} becomes false after `)
      )
    ])
    expect(gone.next_check_at - 10 * day).toBeLessThan(2 * hour)
    expect(judgeDomain(gone, scheduled(withAlias("mismatch"), 11 * day))).toMatchObject({
      [flag]: false,
      [failingSince]: null
    })
    const silent = judgeDomain(there, look(withAlias("temperror"), { asked: true, now: 10 * day }))
    expect(silent[flag]).toBe(true)
    expect(silent.verification?.warnings).toEqual([
      `DNS gave no usable answer about ${name} just now: ${flag} stays true.`
    ])
  })

  it("is no longer verified at once if a user asked", () => {
    expect(
      judgeDomain(
        readyRecord({ [flag]: true }),
        look(withAlias("missing"), { asked: true, now: 10 * day })
      )
    ).toMatchObject({ [flag]: false, verified_at: 0 })
  })

  it("keeps its flag, without a word about it, while no host is configured", () => {
    const judged = judgeDomain(
      readyRecord({ [flag]: true }),
      look(findings(), { asked: true, now: 10 * day })
    )
    expect(judged[flag]).toBe(true)
    expect(judged.verification).not.toHaveProperty(use)
    expect(judged.verification?.warnings).toEqual([])
  })
})
