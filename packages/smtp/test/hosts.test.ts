import { describe, expect, it } from "@effect/vitest"
import { smtpPeer } from "@telemark/testing"
import { Effect } from "effect"
import { hostOf } from "../src/ownServers/layerOwnServers.js"
import { guardTo, login, openOwnServers, serverAt } from "./ownServerSupport.js"
import { makeCertificate, makeMessage } from "./support.js"

describe("the host of a tenant's own server", () => {
  it.each([
    ["Mail.Example.COM", "mail.example.com"],
    ["mail.example.com.", "mail.example.com"],
    ["Bücher.example", "xn--bcher-kva.example"],
    ["bücher。example", "xn--bcher-kva.example"],
    ["XN--BCHER-KVA.example.", "xn--bcher-kva.example"],
    ["[2001:DB8::1]", "2001:db8::1"],
    ["192.0.2.1", "192.0.2.1"],
    ["0xc0000201", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["no host", "no host"]
  ])("%j is %j", (host, form) => expect(hostOf({ host })).toBe(form))

  it.live.each([
    ["bücher.example", "xn--bcher-kva.example"],
    ["Mail.Example.com.", "mail.example.com"]
  ] as const)("%s is looked up as %s, and the certificate is to be that name's", ([host, name]) =>
    Effect.gen(function* () {
      const right = yield* Effect.promise(() => makeCertificate(name))
      const wrong = yield* Effect.promise(() => makeCertificate("mail.example.org"))
      const peer = yield* smtpPeer({ tls: right, login })
      const asked: Array<string> = []
      const { deliver } = yield* openOwnServers({ ca: right.cert }, guardTo(peer, asked))
      expect(
        (yield* deliver(serverAt(2525, { host, tls_required: true }), makeMessage()))._tag
      ).toBe("Accepted")
      expect(asked).toStrictEqual([`${name}:2525`])
      const other = yield* smtpPeer({ tls: wrong, login })
      const own = yield* openOwnServers({ ca: wrong.cert }, guardTo(other))
      expect(
        yield* own.deliver(serverAt(2525, { host, tls_required: true }), makeMessage())
      ).toMatchObject({ _tag: "Broken", stage: "tls", reason: "certificate" })
    })
  )
})
