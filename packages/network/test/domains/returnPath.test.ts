import { describe, expect, it } from "@effect/vitest"
import { dnsPeer, type Zone } from "@telemark/testing"
import { Effect } from "effect"
import { published, verify, verifyBy } from "./verifying.js"

const host = "bounce.mail.example"
const name = "bounce.shop.example"

/** The host has an exchanger of its own, as when the listener runs beside others. */
const ofHost: Zone = {
  [host]: {
    MX: [{ priority: 10, exchange: "in.mail.example" }],
    TXT: ["v=spf1 ip4:192.0.2.0/28 -all"]
  },
  "in.mail.example": { A: ["192.0.2.9"] }
}

const found = (zone: Zone) =>
  Effect.map(
    verify({ ...published, ...ofHost, ...zone }, { aliases: { return_path: host } }),
    ({ return_path }) => return_path
  )

describe("the return path of a domain", () => {
  it.effect("isn't looked up without a host for it", () =>
    Effect.gen(function* () {
      const peer = yield* dnsPeer({ zone: published })
      expect(yield* verifyBy(peer)).not.toHaveProperty("return_path")
      expect(peer.queries.filter((query) => query.name === name)).toEqual([])
    })
  )

  it.effect("is verified as an alias of the host, in one look-up", () =>
    Effect.gen(function* () {
      const peer = yield* dnsPeer({
        zone: { ...published, ...ofHost, [name]: { CNAME: ["Bounce.Mail.Example"] } }
      })
      const { return_path } = yield* verifyBy(peer, { aliases: { return_path: host } })
      expect(return_path).toEqual({
        verified: true,
        status: "ok",
        host: name,
        expected: host,
        found: host,
        message:
          "The name leads to this service. The domain's mail has it in its return path, so SPF aligns for DMARC."
      })
      expect(peer.queries.filter((query) => query.name === name).map(({ type }) => type)).toEqual([
        "CNAME"
      ])
    })
  )

  it.effect("is verified as an alias of an alias of the host", () =>
    Effect.gen(function* () {
      expect(
        yield* found({
          [name]: { CNAME: ["mail.shop.example"] },
          "mail.shop.example": { CNAME: [host] }
        })
      ).toMatchObject({
        verified: true,
        status: "ok",
        found: "mail.shop.example"
      })
    })
  )

  it.effect("isn't verified as an alias of another name, nor in a loop", () =>
    Effect.gen(function* () {
      const other = {
        verified: false,
        status: "mismatch",
        message:
          "The name is an alias of another name. Change the CNAME record to the expected value."
      }
      expect(yield* found({ [name]: { CNAME: ["bounce.other.example"] } })).toMatchObject({
        ...other,
        found: "bounce.other.example"
      })
      expect(yield* found({ [name]: { CNAME: [`not${host}`] } })).toMatchObject({
        ...other,
        found: `not${host}`
      })
      expect(
        yield* found({ [name]: { CNAME: ["loop.example"] }, "loop.example": { CNAME: [name] } })
      ).toMatchObject({ ...other, found: "loop.example" })
    })
  )

  it.effect("is missing without a record", () =>
    Effect.gen(function* () {
      expect(yield* found({})).toEqual({
        verified: false,
        status: "missing",
        host: name,
        expected: host,
        found: null,
        message:
          "There is no CNAME record. Add one of this name with the expected value; DNS may take a while to show it."
      })
      expect(yield* found({ [name]: { TXT: ["v=spf1 -all"] } })).toMatchObject({
        status: "missing",
        found: null
      })
    })
  )

  it.effect("is missing where the DNS panel added the domain a second time, and says so", () =>
    Effect.gen(function* () {
      expect(yield* found({ [`${name}.shop.example`]: { CNAME: [host] } })).toMatchObject({
        verified: false,
        status: "missing",
        found: null,
        message: expect.stringContaining("Enter the name without it.")
      })
    })
  )

  it.effect.each<readonly [string, Zone, string]>([
    [
      "the host as its exchanger, although the host has one of its own",
      { [name]: { MX: [{ priority: 5, exchange: host }] } },
      "other records and no CNAME"
    ],
    [
      "the host's exchanger",
      { [name]: { MX: [{ priority: 5, exchange: "IN.mail.example" }] } },
      "arrive at the right host, but by other records than a CNAME"
    ],
    [
      "the address of a host that has no exchanger",
      { [host]: { A: ["192.0.2.9"] }, [name]: { A: ["192.0.2.9"] } },
      "arrive at the right host, but by other records than a CNAME"
    ],
    [
      "as its exchanger a host that has none",
      { [host]: { A: ["192.0.2.9"] }, [name]: { MX: [{ priority: 5, exchange: host }] } },
      "arrive at the right host, but by other records than a CNAME"
    ],
    [
      "another exchanger",
      { [name]: { MX: [{ priority: 5, exchange: "mx.other.example" }] } },
      "other records and no CNAME"
    ],
    [
      "the addresses of a proxy",
      { [name]: { A: ["198.51.100.1"], AAAA: ["2001:db8::1"] } },
      "switch that off"
    ]
  ])("isn't verified with %s instead of an alias, and says so", ([_, zone, message]) =>
    Effect.gen(function* () {
      expect(yield* found(zone)).toMatchObject({
        verified: false,
        status: "mismatch",
        message: expect.stringContaining(message)
      })
    })
  )

  it.effect("shows what was found instead of an alias", () =>
    Effect.gen(function* () {
      const zone: Zone = {
        [name]: {
          MX: [{ priority: 5, exchange: "mx.other.example" }],
          A: ["198.51.100.1"],
          AAAA: ["2001:db8::1"]
        }
      }
      expect((yield* found(zone))?.found).toBe(
        "MX mx.other.example | A 198.51.100.1 | A 2001:db8::1"
      )
    })
  )

  it.effect.each<readonly [string, Zone]>([
    ["for the name", { [name]: { CNAME: "servfail" } }],
    [
      "for the exchangers of a name without an alias",
      { [name]: { A: ["192.0.2.9"], MX: "refused" } }
    ],
    [
      "for the host, to which the records are compared",
      { [name]: { A: ["192.0.2.9"] }, [host]: { MX: "servfail" } }
    ]
  ])("is unknown while DNS fails %s", ([_, zone]) =>
    Effect.gen(function* () {
      expect(yield* found(zone)).toMatchObject({
        verified: false,
        status: "temperror",
        found: null,
        message: expect.stringContaining("This changes nothing.")
      })
    })
  )
})
