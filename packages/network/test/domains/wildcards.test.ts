import { it } from "@effect/vitest"
import { dkimValue } from "@telemark/core"
import type { Zone } from "@telemark/testing"
import { Effect } from "effect"
import { describe, expect } from "vitest"
import { domain, key, keyHost, published, verify } from "./verifying.js"

const wildcard =
  "There is no record of this name: a wildcard (a record of a name that begins with *) answers for it."
const add = (record: string) =>
  `${wildcard} Add ${record} of this name, and leave the wildcard: it doesn't answer for a name that has a record.`
const text = add("a TXT record with the expected value")
const alias = add("a CNAME record with the expected value")

const messagesOf = (zone: Zone, asked: Parameters<typeof verify>[1] = {}) =>
  Effect.map(verify(zone, asked), ({ dmarc, keys, return_path, spf, tracking }) => ({
    spf: spf.message,
    dkim: keys[0]?.message,
    dmarc: dmarc.message,
    return_path: return_path?.message,
    tracking: tracking?.message
  }))

const { [domain]: own = {} } = published

describe("a wildcard that answers in place of a record", () => {
  it.effect("is named in the advice for texts, and nothing is to be removed", () =>
    Effect.gen(function* () {
      const messages = yield* messagesOf({
        [domain]: own,
        "*.shop.example": { TXT: ["v=spf1 -all"] }
      })
      expect(messages).toMatchObject({ dkim: text, dmarc: text })
    })
  )

  const others: ReadonlyArray<readonly [name: string, texts: ReadonlyArray<string>]> = [
    ["another key", ["v=DKIM1; k=rsa; p=WFlaWFla"]],
    ["several texts", ["v=DKIM1; p=WFlaWFla", "hello"]],
    ["what is no key", ["hello"]]
  ]
  it.effect.each(others)("is named where it has %s", ([, TXT]) =>
    Effect.gen(function* () {
      expect((yield* messagesOf({ "*.shop.example": { TXT } })).dkim).toBe(text)
    })
  )

  it.effect("is named for the SPF record of a subdomain", () =>
    Effect.gen(function* () {
      const zone = { "*.shop.example": { TXT: ["v=spf1 -all"] } }
      const { spf } = yield* messagesOf(zone, { domain: "mail.shop.example" })
      expect(spf).toBe(add("a TXT record with the suggested value"))
    })
  )

  it.effect.each([
    ["addresses", { A: ["192.0.2.1", "192.0.2.2"] }],
    ["an alias", { CNAME: ["parked.example"] }]
  ] as const)("is named for return path and tracking: %s", ([, records]) =>
    Effect.gen(function* () {
      expect(
        yield* messagesOf(
          { "*.shop.example": records },
          { aliases: { return_path: "bounce.sender.example", tracking: "track.sender.example" } }
        )
      ).toMatchObject({ return_path: alias, tracking: alias })
    })
  )

  it.effect("isn't one if a name beside it has nothing, or something else", () =>
    Effect.gen(function* () {
      const there: Zone = { [keyHost]: { TXT: ["v=DKIM1; p=WFlaWFla"] } }
      const advice = "Another key is published. Publish exactly the expected value."
      expect((yield* messagesOf(there)).dkim).toBe(advice)
      const beside = { ...there, "*._domainkey.shop.example": { TXT: [dkimValue(key)] } }
      expect((yield* messagesOf(beside)).dkim).toBe(advice)
    })
  )
})
