import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import type { AddedDomain } from "@telemark/contract"
import { dkimKeyReference, domainChanges, type DomainRecord, type Domains } from "@telemark/core"
import { Effect, Redacted } from "effect"
import { day, domainsOver, rowOf } from "./domainService.js"

/** Adds a domain, and answers its row as well. */
const addedRow = (domains: typeof Domains.Service) =>
  Effect.all({
    added: domains.add("tn_1", { domain: "example.com" }),
    row: rowOf("tn_1", "example.com")
  })

const putRow = (row: DomainRecord | undefined) =>
  Effect.flatMap(domainChanges, ({ insert }) =>
    row === undefined ? Effect.die("there is no row") : insert(row)
  )

const selectors = /^tm[a-z2-7]{8}$/

describe("adding a domain", () => {
  it.effect("answers the records to publish in their order, and what to do next", () =>
    domainsOver({ spf: "include:_spf.example.net" }).run((domains) =>
      Effect.gen(function* () {
        const added = yield* domains.add("tn_1", { domain: "Example.COM" })
        const { dkim_selector } = yield* domains.get("tn_1", "example.com")
        expect(dkim_selector).toMatch(selectors)
        expect(added).toEqual({
          domain: "example.com",
          dns_records: [
            { type: "TXT", host: "example.com", value: "v=spf1 include:_spf.example.net ~all" },
            {
              type: "TXT",
              host: `${dkim_selector}._domainkey.example.com`,
              value: "v=DKIM1; k=rsa; p=rsa1"
            },
            { type: "TXT", host: "_dmarc.example.com", value: "v=DMARC1; p=none;" }
          ],
          message: expect.stringContaining("POST /domains/example.com/verify")
        })
      })
    )
  )

  it.effect("seals the private key for its location", () => {
    const { run } = domainsOver()
    return run((domains, secrets) =>
      Effect.gen(function* () {
        yield* domains.add("tn_1", { domain: "example.com" })
        const stored = (yield* rowOf("tn_1", "example.com"))!
        const { private_key, selector } = stored.keys[0]!
        expect(JSON.stringify(stored)).not.toContain("private 1")
        expect(
          Redacted.value(
            yield* secrets.open(
              private_key,
              dkimKeyReference("tn_1", { domain: "example.com", selector })
            )
          )
        ).toBe("private 1")
      })
    )
  })

  it.effect("waits for no DNS, and has the domain looked at soon", () => {
    const { dns, run } = domainsOver()
    return run((domains) =>
      Effect.gen(function* () {
        yield* domains.add("tn_1", { domain: "example.com" })
        expect(dns.questions).toEqual([])
        expect(yield* rowOf("tn_1", "example.com")).toMatchObject({
          owned: false,
          verified_at: null,
          verification: null
        })
        expect((yield* rowOf("tn_1", "example.com"))!.next_check_at).toBeLessThanOrEqual(330_000)
      })
    )
  })

  it.effect("creates an Ed25519 key too if requested, whose record comes last", () =>
    domainsOver({ dkimEd25519: true }).run((domains) =>
      Effect.gen(function* () {
        const { dns_records } = yield* domains.add("tn_1", { domain: "example.com" })
        expect(dns_records.map(({ value }) => value)).toEqual([
          "v=spf1 a mx ~all",
          "v=DKIM1; k=rsa; p=rsa1",
          "v=DMARC1; p=none;",
          "v=DKIM1; k=ed25519; p=ed255192"
        ])
      })
    )
  )

  it.effect("takes names in any script, as A-labels", () =>
    domainsOver().run((domains) =>
      Effect.gen(function* () {
        expect((yield* domains.add("tn_1", { domain: "Bücher.example" })).domain).toBe(
          "xn--bcher-kva.example"
        )
        expect((yield* domains.get("tn_1", "bücher.example")).domain).toBe("xn--bcher-kva.example")
        expect(
          (yield* Effect.flip(domains.add("tn_1", { domain: "XN--bcher-KVA.example" })))._tag
        ).toBe("DomainExists")
      })
    )
  )

  it.effect("refuses a domain that the tenant has already, without creating keys", () => {
    const { made, run } = domainsOver()
    return run((domains) =>
      Effect.gen(function* () {
        yield* domains.add("tn_1", { domain: "example.com" })
        expect((yield* Effect.flip(domains.add("tn_1", { domain: "example.com" })))._tag).toBe(
          "DomainExists"
        )
        expect(made.count).toBe(1)
      })
    )
  })

  it.effect.each([
    "",
    "localhost",
    "127.0.0.1",
    "[::1]",
    "a b.example",
    "example.com.",
    "ada@example.com",
    "-a.example",
    "*.example.com",
    "a\0.example"
  ])("refuses what isn't a domain: %j", (domain) =>
    domainsOver().run((domains) =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(domains.add("tn_1", { domain }))
        expect(error).toMatchObject({
          _tag: "ValidationFailed",
          details: { domain: [expect.stringContaining("must be a domain name")] }
        })
      })
    )
  )

  it.effect("draws selectors that don't repeat", () =>
    domainsOver().run((domains) =>
      Effect.gen(function* () {
        const names = Array.from({ length: 100 }, (_, index) => `d${String(index)}.example`)
        yield* Effect.forEach(names, (domain) => domains.add("tn_1", { domain }))
        const drawn = (yield* domains.list("tn_1")).domains.map(
          ({ dkim_selector }) => dkim_selector
        )
        expect(new Set(drawn).size).toBe(100)
        expect(drawn.every((selector) => selectors.test(selector))).toBe(true)
      })
    )
  )
})

describe("a tenant's domains", () => {
  it.effect("are listed, shown and removed by their tenant alone", () =>
    domainsOver().run((domains) =>
      Effect.gen(function* () {
        const { dns_records } = yield* domains.add("tn_1", { domain: "example.com" })
        yield* domains.add("tn_2", { domain: "example.com" })
        const summary = {
          domain: "example.com",
          dkim_selector: expect.stringMatching(selectors),
          spf_verified: false,
          dkim_verified: false,
          dmarc_verified: false,
          dns_records,
          verified_at: null,
          created_at: "1970-01-01T00:00:00.000Z"
        }
        expect(yield* domains.list("tn_1")).toEqual({ domains: [summary] })
        expect(yield* domains.get("tn_1", "EXAMPLE.com")).toEqual({
          ...summary,
          verification: null,
          ready_to_send: false
        })
        yield* domains.remove("tn_1", "Example.com")
        expect(yield* domains.list("tn_1")).toEqual({ domains: [] })
        expect((yield* domains.list("tn_2")).domains).toHaveLength(1)
        expect((yield* Effect.flip(domains.remove("tn_1", "example.com")))._tag).toBe("NotFound")
      })
    )
  )

  it.effect.each(["unknown.example", "localhost", "", "a/b", "%00"])("don't include %j", (name) =>
    domainsOver().run((domains) =>
      Effect.gen(function* () {
        expect((yield* Effect.flip(domains.get("tn_1", name)))._tag).toBe("NotFound")
        expect((yield* Effect.flip(domains.verify("tn_1", name)))._tag).toBe("NotFound")
        expect((yield* Effect.flip(domains.rotateDkim("tn_1", name)))._tag).toBe("NotFound")
        expect((yield* Effect.flip(domains.remove("tn_1", name)))._tag).toBe("NotFound")
      })
    )
  )
})

describe("rotating a domain's key", () => {
  it.effect("adds the new key's record, and answers with the same one until it is seen", () => {
    const { made, run } = domainsOver()
    return run((domains) =>
      Effect.gen(function* () {
        const added = yield* domains.add("tn_1", { domain: "example.com" })
        const rotated = yield* domains.rotateDkim("tn_1", "Example.com")
        expect(rotated.dns_records.slice(0, 3)).toEqual(added.dns_records)
        expect(rotated.dns_records[3]?.value).toBe("v=DKIM1; k=rsa; p=rsa2")
        expect(rotated.message).toContain("POST /domains/example.com/verify")
        expect(yield* domains.rotateDkim("tn_1", "example.com")).toEqual(rotated)
        expect(made.count).toBe(2)
        expect((yield* domains.get("tn_1", "example.com")).dkim_selector).toBe(
          added.dns_records[1]?.host.split(".")[0]
        )
      })
    )
  })

  it.effect("has the domain looked at soon, however old it is", () => {
    const { run } = domainsOver()
    return run((domains) =>
      Effect.gen(function* () {
        yield* domains.add("tn_1", { domain: "example.com" })
        yield* TestClock.adjust(100 * day)
        yield* domains.rotateDkim("tn_1", "example.com")
        expect(
          (yield* rowOf("tn_1", "example.com"))!.next_check_at - 100 * day
        ).toBeLessThanOrEqual(330_000)
      })
    )
  })

  it.effect("makes one key when two ask at once", () => {
    const { run } = domainsOver()
    return run((domains) =>
      Effect.gen(function* () {
        yield* domains.add("tn_1", { domain: "example.com" })
        const [one, two] = yield* Effect.all(
          [domains.rotateDkim("tn_1", "example.com"), domains.rotateDkim("tn_1", "example.com")],
          { concurrency: 2 }
        )
        expect(one).toEqual(two)
        expect((yield* rowOf("tn_1", "example.com"))?.keys).toHaveLength(2)
      })
    )
  })

  it.effect("signs with the new key once its record is seen, and shows it", () => {
    const { dns, run } = domainsOver()
    return run((domains) =>
      Effect.gen(function* () {
        const { dns_records } = yield* domains.add("tn_1", { domain: "example.com" })
        for (const { host } of dns_records) dns.published.add(host)
        yield* domains.verify("tn_1", "example.com")
        const rotated = yield* domains.rotateDkim("tn_1", "example.com")
        const selector = rotated.dns_records[3]?.host.split(".")[0]
        expect(
          (yield* domains.verify("tn_1", "example.com")).verification.dkim_others
        ).toMatchObject([{ selector, status: "missing" }])
        dns.published.add(rotated.dns_records[3]!.host)
        expect(yield* domains.verify("tn_1", "example.com")).toMatchObject({
          ready_to_send: true,
          verification: { dkim: { selector }, dkim_others: [] }
        })
        const shown = yield* domains.get("tn_1", "example.com")
        expect(shown.dkim_selector).toBe(selector)
        const former = dns_records[1]!
        expect(shown.dns_records.map(({ host }) => host)).toEqual([
          "example.com",
          rotated.dns_records[3]?.host,
          "_dmarc.example.com",
          former.host
        ])
        const dkim_retired = [
          {
            selector: former.host.split(".")[0],
            host: former.host,
            remove_after: "1970-01-08T00:00:00.000Z"
          }
        ]
        expect(shown.verification?.dkim_retired).toEqual(dkim_retired)
        expect((yield* domains.verify("tn_1", "example.com")).verification.dkim_retired).toEqual(
          dkim_retired
        )
        expect(
          (yield* rowOf("tn_1", "example.com"))?.keys.map(({ ends_at, state }) => [state, ends_at])
        ).toEqual([
          ["current", null],
          ["retired", 7 * day]
        ])
      })
    )
  })

  it.effect(
    "lists the record of a retired key until it may be removed from DNS, and says from when on",
    () => {
      const { dns, run } = domainsOver()
      return run((domains) =>
        Effect.gen(function* () {
          const publish = (records: AddedDomain) => {
            for (const { host } of records.dns_records) dns.published.add(host)
          }
          publish(yield* domains.add("tn_1", { domain: "example.com" }))
          publish(yield* domains.rotateDkim("tn_1", "example.com"))
          yield* domains.verify("tn_1", "example.com")
          yield* TestClock.adjust(7 * day - 1)
          yield* domains.verify("tn_1", "example.com")
          const before = yield* domains.get("tn_1", "example.com")
          expect([before.dns_records.length, before.verification?.dkim_retired.length]).toEqual([
            4, 1
          ])
          yield* TestClock.adjust(1)
          yield* domains.verify("tn_1", "example.com")
          const after = yield* domains.get("tn_1", "example.com")
          expect([after.dns_records.length, after.verification?.dkim_retired]).toEqual([3, []])
        })
      )
    }
  )

  it.effect(
    "makes a new key of each algorithm, also where new domains get none, and switches both over when their records are seen",
    () => {
      const before = domainsOver({ dkimEd25519: true })
      const after = domainsOver()
      return Effect.gen(function* () {
        const { added, row } = yield* before.run(addedRow)
        yield* after.run((domains) =>
          Effect.gen(function* () {
            yield* putRow(row)
            for (const { host } of added.dns_records) after.dns.published.add(host)
            yield* domains.verify("tn_1", "example.com")
            const rotated = yield* domains.rotateDkim("tn_1", "example.com")
            expect(rotated.dns_records.map(({ value }) => value.split(";")[1])).toEqual([
              undefined,
              " k=rsa",
              " p=none",
              " k=ed25519",
              " k=rsa",
              " k=ed25519"
            ])
            expect(yield* domains.rotateDkim("tn_1", "example.com")).toEqual(rotated)
            expect(after.made.count).toBe(2)
            for (const { host } of rotated.dns_records) after.dns.published.add(host)
            yield* domains.verify("tn_1", "example.com")
            expect(
              (yield* rowOf("tn_1", "example.com"))?.keys.map(
                ({ algorithm, state }) => `${algorithm} ${state}`
              )
            ).toEqual(["rsa current", "ed25519 current", "rsa retired", "ed25519 retired"])
          })
        )
      })
    }
  )

  it.effect("gives a domain its Ed25519 key that was added before that was wanted", () => {
    const before = domainsOver()
    const after = domainsOver({ dkimEd25519: true })
    return Effect.gen(function* () {
      const { row } = yield* before.run(addedRow)
      const { dns_records } = yield* after.run((domains) =>
        Effect.andThen(putRow(row), domains.rotateDkim("tn_1", "example.com"))
      )
      expect(dns_records.map(({ value }) => value.split(";")[1])).toEqual([
        undefined,
        " k=rsa",
        " p=none",
        " k=rsa",
        " k=ed25519"
      ])
    })
  })
})
