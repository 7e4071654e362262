import { describe, expect, it } from "@effect/vitest"
import { cut, greylist, type PeerRule, say, smtpPeer, stall } from "@telemark/testing"
import { Array as Arr, Effect, Exit, Fiber, Scope } from "effect"
import { interruptedBeforeStep } from "./interruption.js"
import { makeMessage, open } from "./support.js"

const messageTo = (recipient: string) =>
  makeMessage({ recipient, id: `em_${recipient.slice(0, recipient.indexOf("@"))}` })
const numbered = (count: number) =>
  Arr.makeBy(count, (index) => messageTo(`user${String(index)}@example.org`))

describe("the connections to a server", () => {
  it.live("are kept for the next message, without RSET after one that was taken", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer()
      const transport = yield* open({ url: peer.url })
      for (const message of numbered(3)) yield* transport.deliver(message)
      expect(peer.connections.total).toBe(1)
      expect(peer.mails.map(({ envelope }) => envelope.to[0])).toStrictEqual(
        numbered(3).map(({ recipient }) => recipient)
      )
      expect(peer.commands.map((line) => line.slice(0, 4))).toStrictEqual([
        "EHLO",
        ...Arr.replicate(["MAIL", "RCPT", "DATA"], 3).flat()
      ])
    })
  )

  it.live("are reset after a message that was refused", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({
        rules: [say("rcpt", "550 5.1.1 No such user", { to: "user0" })]
      })
      const transport = yield* open({ url: peer.url })
      const results = yield* Effect.forEach(numbered(2), transport.deliver)
      expect(results.map(({ _tag }) => _tag)).toStrictEqual(["Refused", "Accepted"])
      expect(peer.commands.filter((line) => line === "RSET")).toHaveLength(1)
      expect(peer.mails.map(({ envelope }) => envelope.to)).toStrictEqual([["user1@example.org"]])
      expect(peer.connections.total).toBe(1)
    })
  )

  it.live("are replaced when the server can't forget the message that it refused", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({
        rules: [say("rcpt", "550 5.1.1 No such user", { to: "user0" }), say("rset", "500 What?")]
      })
      const transport = yield* open({ url: peer.url })
      const results = yield* Effect.forEach(numbered(2), transport.deliver)
      expect(results.map(({ _tag }) => _tag)).toStrictEqual(["Refused", "Accepted"])
      expect(peer.connections.total).toBe(2)
    })
  )

  it.live("are as many as allowed and no more, and all messages arrive", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer()
      const transport = yield* open({ url: peer.url, connections: 3 })
      const results = yield* Effect.forEach(numbered(60), transport.deliver, {
        concurrency: "unbounded"
      })
      expect(results.every(({ _tag }) => _tag === "Accepted")).toBe(true)
      expect(peer.connections).toMatchObject({ total: 3, peak: 3 })
      expect(new Set(peer.mails.map(({ envelope }) => envelope.to[0])).size).toBe(60)
    })
  )

  it.live("have a number that callers can read", () =>
    Effect.gen(function* () {
      expect((yield* open({ url: "smtp://localhost" })).connections).toBe(10)
      expect((yield* open({ url: "smtp://localhost", connections: 12 })).connections).toBe(12)
      expect((yield* open({ url: "smtp://localhost", connections: 0 })).connections).toBe(1)
    })
  )

  it.live(
    "are closed if the caller that sets them up is interrupted, before any step, or kept",
    () =>
      Effect.forEach(
        Arr.range(1, 150),
        (step) =>
          Effect.scoped(
            Effect.gen(function* () {
              const peer = yield* smtpPeer()
              const deliver = Effect.flatMap(open({ url: peer.url, connections: 1 }), (transport) =>
                Effect.exit(
                  Effect.forkChild(
                    interruptedBeforeStep(step)(
                      Effect.uninterruptible(transport.deliver(makeMessage()))
                    )
                  ).pipe(Effect.flatMap(Fiber.await))
                )
              )
              yield* Effect.scoped(deliver)
              if (peer.commands.length > 0)
                yield* Effect.promise(() => peer.until(({ connections }) => connections.open === 0))
            })
          ),
        { discard: true }
      )
  )

  it.live("are closed after so many messages", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer()
      const transport = yield* open({ url: peer.url, connections: 1, messagesPerConnection: 100 })
      yield* Effect.forEach(numbered(250), transport.deliver, { concurrency: 10 })
      expect(
        [1, 2, 3].map(
          (number) => peer.mails.filter(({ connection }) => connection === number).length
        )
      ).toStrictEqual([100, 100, 50])
      expect(peer.commands.filter((line) => line === "QUIT")).toHaveLength(2)
    })
  )

  it.live("are closed when unused for a while", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer()
      const transport = yield* open({ url: peer.url, idle: "50 millis" })
      yield* transport.deliver(makeMessage())
      yield* Effect.promise(() => peer.until(({ connections }) => connections.open === 0))
      expect(peer.commands.at(-1)).toBe("QUIT")
      expect((yield* transport.deliver(makeMessage()))._tag).toBe("Accepted")
      yield* Effect.promise(() => peer.until(({ connections }) => connections.open === 0))
      expect(peer.connections.total).toBe(2)
    })
  )

  it.live("are closed each time if none is to be kept", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer()
      const transport = yield* open({ url: peer.url, idle: 0 })
      for (const message of numbered(3)) yield* transport.deliver(message)
      yield* Effect.promise(() => peer.until(({ connections }) => connections.open === 0))
      expect([
        peer.connections.total,
        peer.commands.filter((line) => line === "QUIT").length
      ]).toStrictEqual([3, 3])
    })
  )

  it.live("are closed with the layer, with leave taken", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer()
      const scope = yield* Scope.make()
      const transport = yield* Scope.provide(open({ url: peer.url }), scope)
      yield* Effect.forEach(numbered(5), transport.deliver, { concurrency: 5 })
      yield* Scope.close(scope, Exit.void)
      yield* Effect.promise(() => peer.until(({ connections }) => connections.open === 0))
      expect(peer.commands.filter((line) => line === "QUIT")).toHaveLength(peer.connections.total)
    })
  )

  it.live("that the server closed in the meantime are replaced unnoticed", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer()
      const transport = yield* open({ url: peer.url })
      yield* transport.deliver(makeMessage())
      peer.dropConnections()
      expect((yield* transport.deliver(makeMessage()))._tag).toBe("Accepted")
      expect(peer.connections.total).toBe(2)
    })
  )

  const farewells: ReadonlyArray<readonly [string, PeerRule]> = [
    ["hangs up", cut("mail", "fin", { times: 1 })],
    ["resets", cut("mail", "rst", { times: 1 })],
    ["says that it is tired of waiting", say("mail", "421 4.4.2 Timeout", { times: 1 })]
  ]
  it.live.each(farewells)(
    "that had been kept are replaced unnoticed when the server %s at the next message",
    ([, rule]) =>
      Effect.gen(function* () {
        const peer = yield* smtpPeer()
        const transport = yield* open({ url: peer.url })
        yield* transport.deliver(makeMessage())
        peer.follow(rule)
        expect((yield* transport.deliver(makeMessage()))._tag).toBe("Accepted")
        expect(peer.connections.total).toBe(2)
        expect(peer.mails).toHaveLength(2)
      })
  )

  it.live.each([true, false])(
    "are kept when a server says 421 about one sender and doesn't hang up, with PIPELINING: %s",
    (pipelining) =>
      Effect.gen(function* () {
        const peer = yield* smtpPeer({
          pipelining,
          rules: [
            say("mail", "421 4.7.0 bad.example is not allowed to send", {
              from: "bad.example",
              stays: true
            })
          ]
        })
        const transport = yield* open({ url: peer.url })
        const [good, bad] = [
          makeMessage(),
          makeMessage({ sender: { name: null, address: "shop@bad.example" } })
        ]
        const outcomes = yield* Effect.forEach([good, bad, good, bad, good], (message) =>
          transport.deliver(message)
        )
        expect(outcomes.map(({ _tag }) => _tag)).toEqual([
          "Accepted",
          "Refused",
          "Accepted",
          "Refused",
          "Accepted"
        ])
        expect(outcomes[3]).toMatchObject({ stage: "mail", reply: { code: 421 }, closed: false })
        expect(peer.connections.total).toBe(1)
        expect(peer.commands.filter((line) => line.includes("bad.example"))).toHaveLength(2)
        expect(peer.mails).toHaveLength(3)
      })
  )

  it.live("are replaced once: a fresh one that breaks is an outcome", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer()
      const transport = yield* open({ url: peer.url })
      yield* transport.deliver(makeMessage())
      peer.follow(cut("mail", "fin"))
      expect(yield* transport.deliver(makeMessage())).toMatchObject({
        _tag: "Broken",
        stage: "mail",
        reason: "reset"
      })
      expect(peer.connections.total).toBe(2)
    })
  )

  it.live("are never replaced once the message is out: it would go out twice", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer()
      const transport = yield* open({ url: peer.url })
      yield* transport.deliver(makeMessage())
      peer.follow(cut("end_of_data", "rst", { keep: true }))
      expect(yield* transport.deliver(makeMessage())).toMatchObject({
        _tag: "Broken",
        stage: "end_of_data",
        ambiguous: true
      })
      expect(peer.mails).toHaveLength(2)
      expect(peer.mails[0]?.source.equals(peer.mails[1]?.source ?? Buffer.alloc(0))).toBe(true)
    })
  )
})

describe("callers that have to wait", () => {
  it.live("are served in the order in which they came", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer()
      const transport = yield* open({ url: peer.url, connections: 1 })
      yield* Effect.forEach(numbered(20), transport.deliver, { concurrency: "unbounded" })
      expect(peer.mails.map(({ envelope }) => envelope.to[0])).toStrictEqual(
        numbered(20).map(({ recipient }) => recipient)
      )
    })
  )

  it.live("can be interrupted, and the others still get their turn", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ rules: [stall("data", { times: 1 })] })
      const transport = yield* open({ url: peer.url, connections: 1 })
      const first = yield* Effect.forkChild(transport.deliver(messageTo("first@example.org")))
      yield* Effect.promise(() => peer.until(({ commands }) => commands.includes("DATA")))
      const second = yield* Effect.forkChild(transport.deliver(messageTo("second@example.org")))
      const third = yield* Effect.forkChild(transport.deliver(messageTo("third@example.org")))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(second)
      peer.dropConnections()
      expect(yield* Fiber.join(first)).toMatchObject({ _tag: "Broken", stage: "data" })
      expect((yield* Fiber.join(third))._tag).toBe("Accepted")
      expect(peer.mails.map(({ envelope }) => envelope.to[0])).toStrictEqual(["third@example.org"])
    })
  )

  it.live("can't be interrupted any more while their message is on its way", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ rules: [stall("end_of_data")] })
      const transport = yield* open({ url: peer.url })
      const fiber = yield* Effect.forkChild(transport.deliver(makeMessage()))
      yield* Effect.promise(() => peer.until(({ commands }) => commands.includes("DATA")))
      const interruption = yield* Effect.forkChild(Fiber.interrupt(fiber))
      yield* Effect.yieldNow
      expect(interruption.pollUnsafe() === undefined).toBe(true)
      expect(peer.connections.open).toBe(1)
      peer.dropConnections()
      yield* Fiber.join(interruption)
    })
  )

  it.live("leave a usable connection behind, whatever the outcomes of their messages", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({
        rules: [greylist(5), say("end_of_data", "554 5.7.1 No", { times: 5 })]
      })
      const transport = yield* open({ url: peer.url, connections: 2 })
      const results = yield* Effect.forEach(numbered(30), transport.deliver, { concurrency: 10 })
      expect(results.filter(({ _tag }) => _tag === "Accepted")).toHaveLength(20)
      expect(peer.connections.total).toBe(2)
    })
  )
})
