import { expect, it } from "@effect/vitest"
import { dkimValue } from "@telemark/core"
import { dnsPeer } from "@telemark/testing"
import { Effect } from "effect"
import { domain, edKey, key, keyHost, published, verify, verifyBy } from "./verifying.js"

it.effect("verifies all records that the tenant was given", () =>
  Effect.gen(function* () {
    expect(yield* verify(published)).toEqual({
      spf: {
        verified: true,
        status: "pass",
        host: domain,
        expected: "v=spf1 include:_spf.sender.example ~all",
        found: "v=spf1 include:_spf.sender.example ~all",
        lookups: 1,
        suggestion: null,
        message: "The record lets this service send."
      },
      dmarc: {
        verified: true,
        status: "ok",
        host: "_dmarc.shop.example",
        expected: "v=DMARC1; p=none;",
        found: "v=DMARC1; p=none;",
        found_at: domain,
        policy: "none",
        inherited: false,
        message: expect.stringMatching(
          /^The domain has a policy: none, which asks receivers for nothing\. The record of shop\.example has no rua, .*rua=mailto:dmarc@shop\.example\.$/
        )
      },
      keys: [
        {
          verified: true,
          status: "ok",
          host: keyHost,
          expected: dkimValue(key),
          found: dkimValue(key),
          selector: "tmone",
          testing: false,
          message: "The key is published."
        }
      ],
      warnings: []
    })
  })
)

it.effect("says what to add where nothing was published, in sentences", () =>
  Effect.gen(function* () {
    const { dmarc, keys, spf, warnings } = yield* verify({})
    expect([spf.status, dmarc.status, keys[0]?.status]).toEqual(["missing", "missing", "missing"])
    for (const finding of [spf, dmarc, ...keys]) {
      expect(finding).toMatchObject({ verified: false, found: null })
      expect(finding.message).toMatch(
        /^There is no .+\. Add a TXT record of this name with the expected value/
      )
    }
    expect([spf.suggestion, spf.lookups, warnings]).toEqual([null, 0, []])
  })
)

it.effect("answers for each key in the order asked, and looks each question up once", () =>
  Effect.gen(function* () {
    const peer = yield* dnsPeer({
      zone: { ...published, "tmtwo._domainkey.shop.example": { TXT: [dkimValue(edKey)] } }
    })
    const { keys } = yield* verifyBy(peer, {
      keys: [edKey, key],
      sending_ips: ["192.0.2.1", "192.0.2.2", "2001:db8::5"]
    })
    expect(keys.map(({ selector, status }) => [selector, status])).toEqual([
      ["tmtwo", "ok"],
      ["tmone", "ok"]
    ])
    const asked = peer.queries.map(({ name, type }) => `${name} ${type}`)
    expect(asked.toSorted()).toEqual([
      "_dmarc.shop.example TXT",
      "_spf.sender.example TXT",
      "shop.example TXT",
      "tmone._domainkey.shop.example TXT",
      "tmtwo._domainkey.shop.example TXT"
    ])
  })
)

it.effect("follows aliases and joins the strings of a record", () =>
  Effect.gen(function* () {
    const value = dkimValue(key)
    const { keys } = yield* verify({
      ...published,
      [keyHost]: { CNAME: ["keys.dns.example"] },
      "keys.dns.example": { TXT: [[value.slice(0, 20), value.slice(20)]] }
    })
    expect(keys[0]).toMatchObject({ status: "ok", found: value })
  })
)

it.effect("sees that the DNS panel added the domain a second time", () =>
  Effect.gen(function* () {
    const { keys } = yield* verify({ [`${keyHost}.${domain}`]: { TXT: [dkimValue(key)] } })
    expect(keys[0]).toMatchObject({
      status: "missing",
      found: null,
      message: expect.stringContaining("Enter the name without it.")
    })
  })
)

it.effect("verifies a key that is only tested, and says so", () =>
  Effect.gen(function* () {
    const { keys, warnings } = yield* verify({
      ...published,
      [keyHost]: { TXT: [`${dkimValue(key)}; t=y`] }
    })
    expect(keys[0]).toMatchObject({
      verified: true,
      status: "ok",
      testing: true,
      message: expect.stringContaining("t=y")
    })
    expect(warnings).toEqual([expect.stringContaining(keyHost)])
  })
)

it.effect(
  "shows what strangers published without control characters, and a thousand characters of it",
  () =>
    Effect.gen(function* () {
      const { dmarc, keys, spf } = yield* verify({
        ...published,
        [domain]: { TXT: [`v=spf1 \u001b[31m\u0000\r\n\u202e${"x".repeat(3000)}`] },
        [keyHost]: { TXT: [`v=DKIM1; p=\u0007${"y".repeat(3000)}`] },
        "_dmarc.shop.example": { TXT: [`v=dmarc1\u0085${"z".repeat(995)}`] }
      })
      for (const finding of [spf, dmarc, ...keys]) {
        expect(finding.found?.length).toBeLessThanOrEqual(1000)
        expect(`${finding.found ?? ""}${finding.message}`).not.toMatch(/[\p{Cc}\p{Cf}]/u)
      }
      expect([spf.status, keys[0]?.status, spf.found?.length, spf.found?.at(-1)]).toEqual([
        "permerror",
        "invalid",
        1000,
        "…"
      ])
      expect(spf.message.length).toBeLessThan(300)
    })
)

it.effect("takes the policy of a name above", () =>
  Effect.gen(function* () {
    const { dmarc, warnings } = yield* verify({
      ...published,
      "_dmarc.shop.example": { TXT: ["v=DMARC1; p=none", "v=DMARC1; p=reject"] },
      "_dmarc.example": { TXT: ["v=DMARC1; p=reject; sp=quarantine"] }
    })
    expect(dmarc).toMatchObject({
      verified: true,
      status: "ok",
      host: "_dmarc.shop.example",
      found_at: "example",
      policy: "quarantine",
      inherited: true
    })
    expect(warnings).toEqual([expect.stringContaining("more than one DMARC record")])
  })
)

it.effect("takes the policy for names that don't exist where the domain doesn't", () =>
  Effect.gen(function* () {
    const { dmarc } = yield* verify(
      { "_dmarc.example": { TXT: ["v=DMARC1; p=reject; sp=quarantine; np=none"] } },
      { domain: "gone.deep.example" }
    )
    expect(dmarc).toMatchObject({ policy: "none", inherited: true })
  })
)
