import { describe, expect, it } from "@effect/vitest"
import { dnsPeer, webhookPeer } from "@telemark/testing"
import { Effect } from "effect"
import { once } from "node:events"
import { createServer, type Socket } from "node:net"
import { caller, makeCall, makeCertificate, outcomeOf } from "./support.js"

const certificate = (...parameters: Parameters<typeof makeCertificate>) =>
  Effect.promise(() => makeCertificate(...parameters))

/**
 * What comes of a call to a server with this certificate, which is trusted unless it is said
 * otherwise.
 */
const outcome = (
  tls: { readonly key: string; readonly cert: string },
  host = "localhost",
  ca: string = tls.cert
) =>
  Effect.gen(function* () {
    const peer = yield* webhookPeer({ tls })
    const { call } = yield* caller({ ca })
    const answer = yield* call(makeCall(`https://${host}:${String(peer.port)}/hooks`))
    return { outcome: outcomeOf(answer), peer }
  })

describe("over HTTPS, a webhook call", () => {
  it.live("is taken by a server whose certificate is valid for the URL's name", () =>
    Effect.gen(function* () {
      const tls = yield* certificate()
      const { outcome: status, peer } = yield* outcome(tls)
      expect([status, peer.requests.length]).toEqual([200, 1])
      expect(peer.requests[0]?.headers["host"]).toBe(`localhost:${String(peer.port)}`)
    })
  )

  it.live("is taken by a server whose certificate is valid for the URL's address", () =>
    Effect.gen(function* () {
      const tls = yield* certificate("127.0.0.1")
      expect((yield* outcome(tls, "127.0.0.1")).outcome).toBe(200)
      expect((yield* outcome(tls, "2130706433")).outcome).toBe(200)
    })
  )

  it.live("uses a connection again", () =>
    Effect.gen(function* () {
      const tls = yield* certificate()
      const peer = yield* webhookPeer({ tls })
      const { call } = yield* caller({ ca: tls.cert })
      for (let count = 0; count < 5; count++)
        expect(outcomeOf(yield* call(makeCall(peer.url)))).toBe(200)
      expect(peer.connections).toBe(1)
    })
  )

  it.live(
    "sends nothing to a server whose certificate is another's, has expired or isn't trusted",
    () =>
      Effect.gen(function* () {
        const another = yield* certificate("other.example")
        const old = yield* certificate("localhost", {
          notBeforeDate: new Date("2020-01-01"),
          notAfterDate: new Date("2021-01-01")
        })
        const mine = yield* certificate()
        const outcomes = [
          yield* outcome(another),
          yield* outcome(old),
          yield* outcome(mine, "localhost", another.cert),
          yield* outcome(mine, "127.0.0.1")
        ]
        expect(outcomes.map((each) => each.outcome)).toEqual([
          "certificate",
          "certificate",
          "certificate",
          "certificate"
        ])
        expect(outcomes.flatMap(({ peer }) => peer.requests)).toEqual([])
      })
  )

  it.live("heeds no environment that turns the check off", () =>
    Effect.gen(function* () {
      const before = process.env["NODE_TLS_REJECT_UNAUTHORIZED"]
      yield* Effect.addFinalizer(() =>
        Effect.sync(() =>
          before === undefined
            ? delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"]
            : (process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = before)
        )
      )
      process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0"
      const [mine, another] = [yield* certificate(), yield* certificate()]
      expect((yield* outcome(mine, "localhost", another.cert)).outcome).toBe("certificate")
    })
  )

  it.live(
    "compares the certificate with the name, not with its address; a dot at its end is ignored",
    () =>
      Effect.gen(function* () {
        const dns = yield* dnsPeer({ zone: { "hooks.example": { A: ["127.0.0.1"] } } })
        const tls = yield* certificate("hooks.example")
        const peer = yield* webhookPeer({ tls })
        const { call } = yield* caller(
          { ca: tls.cert },
          { allow: ["127.0.0.1"], dns: { servers: [dns.address] } }
        )
        expect(
          outcomeOf(yield* call(makeCall(`https://hooks.example:${String(peer.port)}/`)))
        ).toBe(200)
        expect(
          outcomeOf(yield* call(makeCall(`https://hooks.example.:${String(peer.port)}/`)))
        ).toBe(200)
        const other = yield* certificate("127.0.0.1")
        const wrong = yield* webhookPeer({ tls: other })
        const { call: callWrong } = yield* caller(
          { ca: other.cert },
          { allow: ["127.0.0.1"], dns: { servers: [dns.address] } }
        )
        expect(
          outcomeOf(yield* callWrong(makeCall(`https://hooks.example:${String(wrong.port)}/`)))
        ).toBe("certificate")
      })
  )

  it.live(
    "breaks as tls on a server that speaks none, and as reset or timeout on one that hangs up or keeps silent",
    () =>
      Effect.gen(function* () {
        const plain = yield* webhookPeer()
        const { call } = yield* caller()
        const { call: callInTime } = yield* caller({ timeoutMillis: 200 })
        expect(outcomeOf(yield* call(makeCall(plain.url.replace("http:", "https:"))))).toBe("tls")
        const sockets: Array<Socket> = []
        let isSilent = false
        const server = createServer((socket) => {
          sockets.push(socket.on("error", () => {}))
          if (!isSilent) socket.destroy()
        })
        yield* Effect.addFinalizer(() =>
          Effect.sync(() => {
            server.close()
            sockets.forEach((socket) => socket.destroy())
          })
        )
        yield* Effect.promise(() => once(server.listen(0, "127.0.0.1"), "listening"))
        const address = server.address()
        const url = `https://localhost:${String(typeof address === "object" ? address?.port : 0)}/`
        expect(outcomeOf(yield* call(makeCall(url)))).toBe("reset")
        isSilent = true
        expect(outcomeOf(yield* callInTime(makeCall(url)))).toBe("timeout")
        const last = sockets.at(-1)
        if (last?.closed === false) yield* Effect.promise(() => once(last.resume(), "close"))
      })
  )
})
