import { describe, expect, it } from "@effect/vitest"
import { layerNetworkGuard } from "@telemark/network"
import { smtpPeer } from "@telemark/testing"
import { Effect } from "effect"
import { guardTo, login, openOwnServers, serverAt } from "./ownServerSupport.js"
import { makeMessage } from "./support.js"

describe("the policy for tenants' servers", () => {
  it.live.each(["127.0.0.1", "localhost", "[::1]", "2130706433", "0x7f.1", "①②⑦.0.0.1"])(
    "closes %s unless the operator opens it",
    (host) =>
      Effect.gen(function* () {
        const peer = yield* smtpPeer({ login })
        const { deliver, test } = yield* openOwnServers({}, layerNetworkGuard())
        expect(yield* deliver(serverAt(peer.port, { host }), makeMessage())).toStrictEqual({
          _tag: "Broken",
          provider: "custom",
          stage: "connect",
          reason: "policy",
          ambiguous: false
        })
        expect(yield* Effect.flip(test(serverAt(peer.port, { host })))).toMatchObject({
          _tag: "SmtpConnectionFailed",
          stage: "policy"
        })
        expect(peer.connections.total).toBe(0)
      })
  )

  it.live.each([1, 22, 24, 80, 143, 443, 464, 466, 993, 1023])("closes port %s", (port) =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ login })
      const { deliver, test } = yield* openOwnServers({}, guardTo(peer))
      expect(yield* deliver(serverAt(port), makeMessage())).toMatchObject({
        _tag: "Broken",
        stage: "connect",
        reason: "policy"
      })
      expect(yield* Effect.flip(test(serverAt(port)))).toMatchObject({ stage: "policy" })
      expect(peer.connections.total).toBe(0)
    })
  )

  it.live.each([25, 587, 1024, 2525, 65_535])("leaves port %s open", (port) =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ login })
      const { deliver, test } = yield* openOwnServers({}, guardTo(peer))
      yield* test(serverAt(port))
      expect((yield* deliver(serverAt(port), makeMessage()))._tag).toBe("Accepted")
    })
  )

  it.live("is kept at each connection, and not only at the first", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ login })
      const asked: Array<string> = []
      const { deliver } = yield* openOwnServers({}, guardTo(peer, asked))
      yield* deliver(serverAt(2525, { host: "mail.example.com" }), makeMessage())
      peer.dropConnections()
      yield* Effect.promise(() => peer.until(({ connections }) => connections.open === 0))
      yield* deliver(serverAt(2525, { host: "mail.example.com" }), makeMessage())
      expect(asked).toStrictEqual(["mail.example.com:2525", "mail.example.com:2525"])
    })
  )
})
