import { describe, expect, it } from "@effect/vitest"
import type { DeliveryOutcome } from "@telemark/core"
import { cut, smtpPeer, stall } from "@telemark/testing"
import { Array as Arr, Effect, Fiber, Logger, Redacted } from "effect"
import { guardTo, login, openOwnServers, serverAt } from "./ownServerSupport.js"
import { makeMessage } from "./support.js"

const quietly = Effect.provide(Logger.layer([]))
const messageTo = (recipient: string) =>
  makeMessage({ recipient, id: `em_${recipient.slice(0, recipient.indexOf("@"))}` })
const numbered = (count: number) =>
  Arr.makeBy(count, (index) => messageTo(`user${String(index)}@example.org`))

describe("the connections to tenants' servers", () => {
  it.live("are each server's own: no mail takes another's", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ login })
      const other = yield* smtpPeer({ login })
      const { deliver } = yield* openOwnServers()
      const jobs = numbered(30).flatMap((message) => [
        deliver(serverAt(peer.port), message),
        deliver(serverAt(other.port), { ...message, recipient: `b.${message.recipient}` })
      ])
      yield* Effect.all(jobs, { concurrency: "unbounded" })
      expect(peer.mails.filter(({ envelope }) => envelope.to[0]?.startsWith("user"))).toHaveLength(
        30
      )
      expect(other.mails.filter(({ envelope }) => envelope.to[0]?.startsWith("b."))).toHaveLength(
        30
      )
      expect([peer.connections.total, other.connections.total]).toStrictEqual([5, 5])
    })
  )

  it.live("are separate even if two tenants name the same host", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ login })
      const { deliver } = yield* openOwnServers()
      yield* deliver(serverAt(peer.port, { id: "smtp_a" }), messageTo("a@example.org"))
      yield* deliver(serverAt(peer.port, { id: "smtp_b" }), messageTo("b@example.org"))
      yield* deliver(serverAt(peer.port, { id: "smtp_a" }), messageTo("c@example.org"))
      expect(peer.mails.map(({ connection }) => connection)).toStrictEqual([1, 2, 1])
    })
  )

  it.live("of one that has stopped delay nothing of another", () =>
    Effect.gen(function* () {
      const stopped = yield* smtpPeer({ login, rules: [stall("greeting")] })
      const peer = yield* smtpPeer({ login })
      const { deliver } = yield* openOwnServers()
      const waiting = yield* Effect.forEach(numbered(20), (message) =>
        Effect.forkChild(deliver(serverAt(stopped.port), message))
      )
      yield* Effect.promise(() => stopped.until(({ connections }) => connections.open === 5))
      for (const message of numbered(20))
        expect((yield* deliver(serverAt(peer.port), message))._tag).toBe("Accepted")
      yield* Fiber.interruptAll(waiting)
      yield* Effect.promise(() => stopped.until(({ connections }) => connections.open === 0))
    })
  )

  it.live.each([
    ["smtp.office365.com", 3],
    ["outlook.office365.com", 3],
    ["smtp-mail.outlook.com", 3],
    ["contoso.mail.protection.outlook.com", 3],
    ["notoutlook.com", 5],
    ["mail.example.com", 5]
  ] as const)("of %s are %s at a time", ([host, max]) =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ login })
      const { deliver } = yield* openOwnServers({}, guardTo(peer))
      yield* Effect.forEach(numbered(30), (message) => deliver(serverAt(2525, { host }), message), {
        concurrency: "unbounded"
      })
      expect(peer.connections.total).toBe(max)
      expect(peer.mails).toHaveLength(30)
    })
  )

  it.live(
    "are new ones, with the new login, when the configuration changes; the old ones are left and closed",
    () =>
      Effect.gen(function* () {
        const peer = yield* smtpPeer({ login })
        const { deliver } = yield* openOwnServers({ idle: "50 millis" })
        yield* deliver(serverAt(peer.port, { id: "smtp_old" }), makeMessage())
        const wrong = serverAt(peer.port, { id: "smtp_new", password: Redacted.make("wrong") })
        expect(yield* deliver(wrong, makeMessage())).toMatchObject({
          _tag: "Refused",
          stage: "auth"
        })
        yield* Effect.promise(() => peer.until(({ connections }) => connections.open === 0))
        expect(peer.commands.filter((line) => line === "QUIT")).toHaveLength(1)
      })
  )

  it.live("are closed with the layer, with leave taken", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ login })
      yield* Effect.scoped(
        Effect.flatMap(openOwnServers(), ({ deliver }) =>
          deliver(serverAt(peer.port), makeMessage())
        )
      )
      yield* Effect.promise(() => peer.until(({ connections }) => connections.open === 0))
      expect(peer.commands.at(-1)).toBe("QUIT")
    })
  )

  it.live(
    "of a server that does nothing free a slot when the maximum number of servers is reached",
    () =>
      Effect.gen(function* () {
        const peer = yield* smtpPeer({ login })
        const { deliver } = yield* openOwnServers({ capacity: 2 })
        for (const id of ["smtp_a", "smtp_b", "smtp_c", "smtp_b", "smtp_a"]) {
          expect((yield* deliver(serverAt(peer.port, { id }), makeMessage()))._tag).toBe("Accepted")
        }
        expect(peer.connections.open).toBeLessThanOrEqual(2)
      })
  )

  it.live("serve more servers at once than the maximum, as long as some of them become idle", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ login })
      const { deliver } = yield* openOwnServers({ capacity: 4 })
      const results = yield* Effect.forEach(
        Arr.makeBy(40, (index) => serverAt(peer.port, { id: `smtp_${String(index)}` })),
        (server) => deliver(server, makeMessage()),
        { concurrency: 4 }
      )
      expect(results.every(({ _tag }) => _tag === "Accepted")).toBe(true)
    })
  )

  it.live(
    "make no message wait if the maximum number of servers is at work: it is to be tried again",
    () =>
      Effect.gen(function* () {
        const peer = yield* smtpPeer({ login, rules: [stall("greeting", { times: 1 })] })
        const { deliver } = yield* openOwnServers({ capacity: 1 })
        const first = yield* Effect.forkChild(
          deliver(serverAt(peer.port, { id: "smtp_a" }), makeMessage())
        )
        yield* Effect.promise(() => peer.until(({ connections }) => connections.open === 1))
        expect(
          yield* quietly(deliver(serverAt(peer.port, { id: "smtp_b" }), makeMessage()))
        ).toStrictEqual({
          _tag: "Broken",
          provider: "custom",
          stage: "connect",
          reason: "refused",
          ambiguous: false
        })
        yield* Fiber.interrupt(first)
        expect((yield* deliver(serverAt(peer.port, { id: "smtp_b" }), makeMessage()))._tag).toBe(
          "Accepted"
        )
      })
  )

  it.live("can't be interrupted once a message is on its way", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ login, rules: [cut("end_of_data", "fin", { keep: true })] })
      const { deliver } = yield* openOwnServers()
      const outcomes: Array<DeliveryOutcome> = []
      const recorded = Effect.tap(deliver(serverAt(peer.port), makeMessage()), (outcome) =>
        Effect.sync(() => outcomes.push(outcome))
      )
      const fiber = yield* Effect.forkChild(Effect.uninterruptible(recorded))
      yield* Effect.promise(() => peer.until(({ commands }) => commands.includes("DATA")))
      yield* Fiber.interrupt(fiber)
      expect(outcomes).toMatchObject([{ _tag: "Broken", stage: "end_of_data", ambiguous: true }])
    })
  )
})
