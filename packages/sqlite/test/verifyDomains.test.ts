import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import type { AddedDomain } from "@telemark/contract"
import { Effect } from "effect"
import { day, domainsOver, hour, rowOf } from "./domainService.js"

const publish = (dns: { readonly published: Set<string> }, { dns_records }: AddedDomain): void => {
  for (const { host } of dns_records) dns.published.add(host)
}

describe("verifying a domain", () => {
  it.effect("requires the records given to the tenant, including the addresses that send", () => {
    const { dns, run } = domainsOver({
      spf: "ip4:192.0.2.1",
      sendingIps: ["192.0.2.1"],
      dkimEd25519: true
    })
    return run((domains) =>
      Effect.gen(function* () {
        const { dns_records } = yield* domains.add("tn_1", { domain: "example.com" })
        yield* domains.verify("tn_1", "Example.COM")
        const selectors = [dns_records[1], dns_records[3]].map(
          (record) => record?.host.split(".")[0]
        )
        expect(dns.questions).toEqual([
          {
            domain: "example.com",
            spf: "ip4:192.0.2.1",
            sending_ips: ["192.0.2.1"],
            aliases: {},
            keys: [
              { selector: selectors[0], algorithm: "rsa", public_key: "rsa1" },
              { selector: selectors[1], algorithm: "ed25519", public_key: "ed255192" }
            ]
          }
        ])
      })
    )
  })

  it.effect(
    "makes it ready once its records are there, and takes that back when they are gone",
    () => {
      const { dns, run } = domainsOver()
      return run((domains) =>
        Effect.gen(function* () {
          const added = yield* domains.add("tn_1", { domain: "example.com" })
          expect(yield* domains.verify("tn_1", "example.com")).toMatchObject({
            domain: "example.com",
            ready_to_send: false,
            verification: { spf: { status: "missing" }, checked_at: "1970-01-01T00:00:00.000Z" }
          })
          publish(dns, added)
          yield* TestClock.adjust(hour)
          expect(yield* domains.verify("tn_1", "example.com")).toMatchObject({
            ready_to_send: true
          })
          expect(yield* domains.get("tn_1", "example.com")).toMatchObject({
            spf_verified: true,
            dkim_verified: true,
            dmarc_verified: true,
            ready_to_send: true,
            verified_at: "1970-01-01T01:00:00.000Z",
            verification: { spf: { status: "pass" } }
          })
          dns.published.delete("example.com")
          expect(yield* domains.verify("tn_1", "example.com")).toMatchObject({
            ready_to_send: false
          })
          expect(yield* domains.get("tn_1", "example.com")).toMatchObject({
            spf_verified: false,
            dkim_verified: true,
            dmarc_verified: false
          })
        })
      )
    }
  )

  it.effect("keeps it ready while DNS can't answer, and says so", () => {
    const { dns, run } = domainsOver()
    return run((domains) =>
      Effect.gen(function* () {
        publish(dns, yield* domains.add("tn_1", { domain: "example.com" }))
        yield* domains.verify("tn_1", "example.com")
        dns.isDown = true
        const verified = yield* domains.verify("tn_1", "example.com")
        expect(verified).toMatchObject({
          ready_to_send: true,
          verification: { spf: { verified: false, status: "temperror" } }
        })
        expect(verified.verification.warnings).toHaveLength(3)
        expect(yield* domains.get("tn_1", "example.com")).toMatchObject({
          spf_verified: true,
          dkim_verified: true,
          dmarc_verified: true
        })
      })
    )
  })

  it.effect("gives it to the first that verifies it, and changes nothing of the second", () => {
    const { dns, run } = domainsOver()
    return run((domains) =>
      Effect.gen(function* () {
        const first = yield* domains.add("tn_1", { domain: "example.com" })
        publish(dns, yield* domains.add("tn_2", { domain: "example.com" }))
        publish(dns, first)
        yield* domains.verify("tn_1", "example.com")
        const before = yield* rowOf("tn_2", "example.com")
        expect((yield* Effect.flip(domains.verify("tn_2", "example.com")))._tag).toBe(
          "DomainExists"
        )
        expect(yield* rowOf("tn_2", "example.com")).toEqual(before)
        expect((yield* Effect.flip(domains.add("tn_3", { domain: "example.com" })))._tag).toBe(
          "DomainExists"
        )
      })
    )
  })

  it.effect("lets another have it once the owner's key is no longer published", () => {
    const { dns, run } = domainsOver()
    return run((domains) =>
      Effect.gen(function* () {
        const first = yield* domains.add("tn_1", { domain: "example.com" })
        publish(dns, yield* domains.add("tn_2", { domain: "example.com" }))
        publish(dns, first)
        yield* domains.verify("tn_1", "example.com")
        dns.published.delete(first.dns_records[1]!.host)
        yield* domains.verify("tn_1", "example.com")
        expect(yield* domains.verify("tn_2", "example.com")).toMatchObject({ ready_to_send: true })
        expect([
          (yield* rowOf("tn_1", "example.com"))?.owned,
          (yield* rowOf("tn_2", "example.com"))?.owned
        ]).toEqual([false, true])
      })
    )
  })

  it.effect("looks again where the domain was removed and added again meanwhile", () => {
    const { dns, run } = domainsOver()
    return run((domains) =>
      Effect.gen(function* () {
        publish(dns, yield* domains.add("tn_1", { domain: "example.com" }))
        dns.meanwhile = Effect.suspend(() => {
          dns.meanwhile = Effect.void
          return Effect.andThen(
            domains.remove("tn_1", "example.com"),
            domains.add("tn_1", { domain: "example.com" })
          )
        }).pipe(Effect.orDie, Effect.asVoid)
        const verified = yield* domains.verify("tn_1", "example.com")
        const { dkim_selector, dkim_verified } = yield* domains.get("tn_1", "example.com")
        expect(verified.verification.dkim).toMatchObject({
          selector: dkim_selector,
          status: "missing"
        })
        expect(dkim_verified).toBe(false)
      })
    )
  })

  it.effect("finds nothing where it was removed meanwhile", () => {
    const { dns, run } = domainsOver()
    return run((domains) =>
      Effect.gen(function* () {
        yield* domains.add("tn_1", { domain: "example.com" })
        dns.meanwhile = Effect.orDie(domains.remove("tn_1", "example.com"))
        expect((yield* Effect.flip(domains.verify("tn_1", "example.com")))._tag).toBe("NotFound")
      })
    )
  })

  it.effect("keeps the key of a rotation that began meanwhile", () => {
    const { dns, run } = domainsOver()
    return run((domains) =>
      Effect.gen(function* () {
        publish(dns, yield* domains.add("tn_1", { domain: "example.com" }))
        dns.meanwhile = domains.rotateDkim("tn_1", "example.com").pipe(Effect.orDie, Effect.asVoid)
        expect(yield* domains.verify("tn_1", "example.com")).toMatchObject({ ready_to_send: true })
        expect((yield* rowOf("tn_1", "example.com"))?.keys.map(({ state }) => state)).toEqual([
          "current",
          "next"
        ])
      })
    )
  })
})

describe("verifying what is due", () => {
  it.effect("raises flags when records appear, and lowers them only after a day", () => {
    const { dns, run } = domainsOver()
    return run((domains) =>
      Effect.gen(function* () {
        const added = yield* domains.add("tn_1", { domain: "example.com" })
        expect(yield* domains.verifyDue(10)).toBe(0)
        yield* TestClock.adjust("6 minutes")
        publish(dns, added)
        expect(yield* domains.verifyDue(10)).toBe(1)
        expect(yield* rowOf("tn_1", "example.com")).toMatchObject({
          owned: true,
          spf_verified: true
        })
        expect((yield* rowOf("tn_1", "example.com"))!.next_check_at).toBeGreaterThanOrEqual(
          360_000 + day
        )

        dns.published.clear()
        yield* TestClock.adjust("27 hours")
        yield* domains.verifyDue(10)
        expect(yield* rowOf("tn_1", "example.com")).toMatchObject({
          spf_verified: true,
          dkim_verified: true,
          owned: true
        })
        let checks = 0
        while ((yield* rowOf("tn_1", "example.com"))?.owned === true) {
          yield* TestClock.adjust("70 minutes")
          checks += yield* domains.verifyDue(10)
        }
        expect(checks).toBe(21)
        expect(yield* rowOf("tn_1", "example.com")).toMatchObject({
          spf_verified: false,
          dkim_verified: false,
          owned: false
        })
      })
    )
  })

  it.effect("takes at most so many, those first whose time came first", () => {
    const { dns, run } = domainsOver()
    return run((domains) =>
      Effect.gen(function* () {
        const names = ["a.example", "b.example", "c.example"]
        yield* Effect.forEach(names, (domain) =>
          Effect.andThen(domains.add("tn_1", { domain }), TestClock.adjust("1 minute"))
        )
        yield* TestClock.adjust("10 minutes")
        expect(yield* domains.verifyDue(2)).toBe(2)
        expect(dns.questions.map(({ domain }) => domain)).toEqual(["a.example", "b.example"])
        expect(yield* domains.verifyDue(2)).toBe(1)
      })
    )
  })

  it.effect("is stopped by no domain that fails, and tries that one again later", () => {
    const { broken, dns, run } = domainsOver()
    return run((domains) =>
      Effect.gen(function* () {
        const names = ["breaks.example", "unwritable.example", "a.example", "b.example"]
        for (const domain of names) publish(dns, yield* domains.add("tn_1", { domain }))
        broken.add("unwritable.example")
        yield* TestClock.adjust("6 minutes")
        expect(yield* domains.verifyDue(10)).toBe(4)
        const rows = yield* Effect.forEach(names, (name) => rowOf("tn_1", name))
        expect(rows.map((row) => row?.dkim_verified)).toEqual([false, false, true, true])
        expect(rows.slice(0, 2).map((row) => row?.next_check_at)).toEqual([960_000, 960_000])
      })
    )
  })

  it.effect(
    "looks a day later again where another tenant owns the domain, and changes nothing else",
    () => {
      const { dns, run } = domainsOver()
      return run((domains) =>
        Effect.gen(function* () {
          const first = yield* domains.add("tn_1", { domain: "example.com" })
          publish(dns, yield* domains.add("tn_2", { domain: "example.com" }))
          publish(dns, first)
          yield* domains.verify("tn_1", "example.com")
          yield* TestClock.adjust("6 minutes")
          const before = yield* rowOf("tn_2", "example.com")
          expect(yield* domains.verifyDue(10)).toBe(1)
          const after = (yield* rowOf("tn_2", "example.com"))!
          expect(after).toEqual({ ...before, next_check_at: after.next_check_at })
          expect(after.next_check_at).toBeGreaterThanOrEqual(360_000 + day)
        })
      )
    }
  )

  it.effect("asks about four domains at a time", () => {
    const { dns, run } = domainsOver()
    return run((domains) =>
      Effect.gen(function* () {
        const names = Array.from({ length: 12 }, (_, index) => `d${String(index)}.example`)
        yield* Effect.forEach(names, (domain) => domains.add("tn_1", { domain }))
        yield* TestClock.adjust("6 minutes")
        let open = 0
        let max = 0
        dns.meanwhile = Effect.gen(function* () {
          max = Math.max(max, ++open)
          yield* Effect.yieldNow
          open -= 1
        })
        expect(yield* domains.verifyDue(20)).toBe(12)
        expect(max).toBe(4)
      })
    )
  })
})
