import { describe, expect, it } from "@effect/vitest"
import { dnsPeer, type Zone } from "@telemark/testing"
import { Effect } from "effect"
import { published, verify, verifyBy } from "./verifying.js"

const host = "track.mail.example"
const name = "track.shop.example"
const ofHost: Zone = { [host]: { A: ["192.0.2.9"] } }

const found = (zone: Zone) =>
  Effect.map(
    verify({ ...published, ...ofHost, ...zone }, { aliases: { tracking: host } }),
    ({ tracking }) => tracking
  )

describe("the name for tracking of a domain", () => {
  it.effect("is verified as an alias of the host, in one look-up, beside the return path", () =>
    Effect.gen(function* () {
      const peer = yield* dnsPeer({
        zone: { ...published, ...ofHost, [name]: { CNAME: ["Track.Mail.Example"] } }
      })
      const { return_path, tracking } = yield* verifyBy(peer, {
        aliases: { return_path: "bounce.mail.example", tracking: host }
      })
      expect(tracking).toEqual({
        verified: true,
        status: "ok",
        host: name,
        expected: host,
        found: host,
        message: "The name leads to this service. Tracked links in the domain's mail begin with it."
      })
      expect(return_path).toMatchObject({
        verified: false,
        status: "missing",
        host: "bounce.shop.example"
      })
      expect(peer.queries.filter((query) => query.name === name).map(({ type }) => type)).toEqual([
        "CNAME"
      ])
    })
  )

  it.effect("isn't looked up without a host for it", () =>
    Effect.gen(function* () {
      const peer = yield* dnsPeer({ zone: published })
      expect(yield* verifyBy(peer)).not.toHaveProperty("tracking")
      expect(peer.queries.filter((query) => query.name === name)).toEqual([])
    })
  )

  it.effect.each<readonly [string, Zone, string]>([
    [
      "the host's address",
      { [name]: { A: ["192.0.2.9"] } },
      "has the addresses of the right host, but no CNAME"
    ],
    ["the addresses of a proxy", { [name]: { A: ["198.51.100.1"] } }, "switch that off"],
    [
      "an alias of another name",
      { [name]: { CNAME: ["track.other.example"] } },
      "alias of another name"
    ]
  ])("isn't verified with %s, and says so", ([_, zone, message]) =>
    Effect.gen(function* () {
      expect(yield* found(zone)).toMatchObject({
        verified: false,
        status: "mismatch",
        message: expect.stringContaining(message)
      })
    })
  )

  it.effect(
    "is missing with exchangers alone, which lead no reader anywhere, and unknown while DNS fails",
    () =>
      Effect.gen(function* () {
        expect(yield* found({ [name]: { MX: [{ priority: 5, exchange: host }] } })).toMatchObject({
          verified: false,
          status: "missing"
        })
        expect(yield* found({ [name]: { CNAME: "servfail" } })).toMatchObject({
          verified: false,
          status: "temperror"
        })
      })
  )
})
