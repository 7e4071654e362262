import type { DkimStatus } from "@telemark/contract"
import {
  currentKey,
  type DkimKeyRecord,
  type DomainRecord,
  judgeDomain,
  type Look,
  nextCheckAt
} from "@telemark/core"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { day, findings, key, record } from "./support/records.js"

const instant = fc.integer({ min: 0, max: 40 * day })
const orNull = <A>(arbitrary: fc.Arbitrary<A>) => fc.option(arbitrary, { nil: null })
const dkimStatus = fc.constantFrom<DkimStatus>(
  "ok",
  "missing",
  "mismatch",
  "revoked",
  "multiple",
  "invalid",
  "temperror"
)

/** Keys as they may stand: one RSA key in use, and perhaps others of each kind. */
const keys: fc.Arbitrary<ReadonlyArray<DkimKeyRecord>> = fc
  .record({
    created: instant,
    next: fc.boolean(),
    ed25519: fc.option(
      fc.record({
        state: fc.constantFrom("next" as const, "current" as const),
        ends_at: orNull(instant)
      })
    ),
    newEd25519: fc.boolean(),
    retired: orNull(instant)
  })
  .map(({ created, ed25519, newEd25519, next, retired }) => [
    key(),
    ...(ed25519 === null ? [] : [key({ ...ed25519, selector: "tmed", algorithm: "ed25519" })]),
    ...(next ? [key({ selector: "tmnext", state: "next", created_at: created })] : []),
    ...(newEd25519
      ? [key({ selector: "tmednext", algorithm: "ed25519", state: "next", created_at: created })]
      : []),
    ...(retired === null ? [] : [key({ selector: "tmold", state: "retired", ends_at: retired })])
  ])

const flag = fc.oneof(
  fc.constant({ verified: false, since: null }),
  fc.record({ verified: fc.constant(true), since: orNull(instant) })
)

const domain: fc.Arbitrary<DomainRecord> = fc
  .record({
    spf: flag,
    dkim: flag,
    dmarc: flag,
    keys,
    wasOwned: fc.boolean(),
    verified_at: orNull(instant),
    created_at: instant
  })
  .map(({ dkim, dmarc, spf, wasOwned, ...rest }) =>
    record({
      ...rest,
      spf_verified: spf.verified,
      spf_failing_since: spf.since,
      dkim_verified: dkim.verified,
      dkim_failing_since: dkim.since,
      dmarc_verified: dmarc.verified,
      dmarc_failing_since: dmarc.since,
      owned: wasOwned && dkim.verified
    })
  )

const look: fc.Arbitrary<Look> = fc
  .record({
    spf: fc.constantFrom(
      "pass" as const,
      "missing" as const,
      "permerror" as const,
      "temperror" as const
    ),
    dmarc: fc.constantFrom("ok" as const, "missing" as const, "temperror" as const),
    keys: fc.record({
      tmfirst: dkimStatus,
      tmnext: dkimStatus,
      tmed: dkimStatus,
      tmednext: dkimStatus,
      tmold: dkimStatus
    }),
    now: instant,
    asked: fc.boolean(),
    random: fc.double({ min: 0, max: 1, noNaN: true })
  })
  .map(({ asked, now, random, ...found }) => ({
    findings: findings(found),
    asked,
    begun: now,
    now,
    random
  }))

const always = (holds: (before: DomainRecord, look: Look, after: DomainRecord) => void) => {
  fc.assert(
    fc.property(domain, look, (before, seen) => {
      holds(before, seen, judgeDomain(before, seen))
    }),
    { numRuns: 166 }
  )
}
/** Also after many looks one after the other. */
const afterMany = (holds: (domain: DomainRecord) => void) => {
  fc.assert(
    fc.property(domain, fc.array(look, { minLength: 1, maxLength: 20 }), (before, looks) => {
      looks.reduce((current, seen) => {
        const after = judgeDomain(current, seen)
        holds(after)
        return after
      }, before)
    })
  )
}

describe("after any sequence of checks, a domain", () => {
  it("has exactly one RSA key in use, and it comes first", () => {
    afterMany(({ keys }) => {
      expect(
        keys.filter(({ algorithm, state }) => algorithm === "rsa" && state === "current")
      ).toHaveLength(1)
      expect(keys[0]).toBe(currentKey(keys))
    })
  })

  it("has at most one Ed25519 key in use beside one that waits, and none in use whose successor was seen", () => {
    afterMany(({ keys, verification }) => {
      const published = keys.filter(
        ({ algorithm, state }) => algorithm === "ed25519" && state !== "retired"
      )
      const isSeen = (selector: string | undefined) =>
        verification?.dkim_others.some(
          (finding) => finding.selector === selector && finding.verified
        ) ?? false
      if (isSeen(published.at(-1)?.selector))
        expect(published.map(({ state }) => state)).toEqual(["current"])
      expect(published.filter(({ state }) => state === "current").length).toBeLessThanOrEqual(1)
    })
  })

  it("is owned only while its DKIM is verified", () => {
    afterMany(({ dkim_verified, owned }) => {
      expect(owned && !dkim_verified).toBe(false)
    })
  })

  it("is owned when it is ready", () => {
    afterMany(({ dkim_verified, owned, spf_verified, verified_at }) => {
      if (dkim_verified && spf_verified)
        expect({ owned, isNull: verified_at === null }).toEqual({ owned: true, isNull: false })
    })
  })

  it("counts failure only of what is verified", () => {
    afterMany((domain) => {
      if (!domain.spf_verified) expect(domain.spf_failing_since).toBeNull()
      if (!domain.dkim_verified) expect(domain.dkim_failing_since).toBeNull()
      if (!domain.dmarc_verified) expect(domain.dmarc_failing_since).toBeNull()
    })
  })

  it("loses and gains nothing by trouble of DNS", () => {
    always((before, { findings: found }, after) => {
      if (found.spf.status === "temperror") {
        expect([after.spf_verified, after.spf_failing_since]).toEqual([
          before.spf_verified,
          before.spf_failing_since
        ])
      }
      if (found.dmarc.status === "temperror") {
        expect([after.dmarc_verified, after.dmarc_failing_since]).toEqual([
          before.dmarc_verified,
          before.dmarc_failing_since
        ])
      }
      if (after.verification?.dkim.status === "temperror") {
        expect([after.dkim_verified, after.dkim_failing_since]).toEqual([
          before.dkim_verified,
          before.dkim_failing_since
        ])
      }
    })
  })

  it("loses no flag in the first 24 hours of failure when no check was requested", () => {
    always((before, { asked, now }, after) => {
      if (asked || (before.spf_failing_since ?? now) + day <= now) return
      expect(after.spf_verified || !before.spf_verified).toBe(true)
    })
  })

  it("has the flags of what was found, when a check was requested and DNS answered", () => {
    always((_, { asked, findings: found }, after) => {
      if (!asked) return
      if (found.spf.status !== "temperror") expect(after.spf_verified).toBe(found.spf.verified)
      const { dkim } = after.verification ?? {}
      if (dkim?.status !== "temperror") expect(after.dkim_verified).toBe(dkim?.verified)
    })
  })

  it("keeps its keys' pairs, its instant of readiness, its names and its age", () => {
    always((before, _, after) => {
      const pairs = new Set(
        before.keys.map(({ private_key, public_key, selector }) =>
          [selector, public_key, private_key].join()
        )
      )
      expect(
        after.keys.every(({ private_key, public_key, selector }) =>
          pairs.has([selector, public_key, private_key].join())
        )
      ).toBe(true)
      expect(after.verified_at).toBe(before.verified_at ?? after.verified_at)
      expect([after.tenant_id, after.domain, after.created_at]).toEqual([
        before.tenant_id,
        before.domain,
        before.created_at
      ])
    })
  })

  it("is the same after the same look twice", () => {
    always((_, seen, after) => {
      expect(judgeDomain(after, seen)).toEqual(after)
    })
  })

  it("is looked at again after 5 minutes at least and a little over a day at most", () => {
    always((_, { now, random }, after) => {
      expect(after.next_check_at).toBe(nextCheckAt(after, now, random))
      expect(after.next_check_at).toBeGreaterThanOrEqual(now + 300_000)
      expect(after.next_check_at).toBeLessThanOrEqual(now + 1.1 * day)
    })
  })
})
