import { describe, expect, it } from "@effect/vitest"
import { WebhookCaller } from "@telemark/core"
import { layerNetworkGuard, layerWebhookCaller } from "@telemark/network"
import { webhookPeer } from "@telemark/testing"
import { Context, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { Socket } from "node:net"
import { caller, makeCall, outcomeOf } from "./support.js"

describe("the connections of a webhook caller", () => {
  it.live("are as many as there are calls at a time, not as many as there are calls", () =>
    Effect.gen(function* () {
      const peer = yield* webhookPeer()
      const { call } = yield* caller()
      const answers = yield* Effect.forEach(
        Array.from({ length: 200 }),
        () => call(makeCall(peer.url)),
        { concurrency: 20 }
      )
      expect(new Set(answers.map(outcomeOf))).toEqual(new Set([200]))
      expect(peer.requests).toHaveLength(200)
      expect(peer.connections).toBeLessThanOrEqual(20)
    })
  )

  it.live("belong to one endpoint: another one at the same host waits for none of them", () =>
    Effect.gen(function* () {
      const peer = yield* webhookPeer()
      peer.answer(({ path }) => (path === "/stalled" ? "stall" : { status: 200 }))
      const { call } = yield* caller()
      const stalled = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 100 }, () => call(makeCall(`${peer.url}/stalled`))),
          { concurrency: "unbounded" }
        )
      )
      yield* Effect.promise(() => peer.until(({ requests }) => requests.length === 100))
      expect(outcomeOf(yield* call(makeCall(`${peer.url}/swift`, { endpoint_id: 2 })))).toBe(200)
      expect(peer.connections).toBe(101)
      yield* Fiber.interrupt(stalled)
      yield* Effect.promise(() => peer.until(({ open }) => open === 1))
      expect(outcomeOf(yield* call(makeCall(`${peer.url}/stalled-no-more`)))).toBe(200)
      expect(peer.connections).toBe(102)
    })
  )

  it.live(
    "are replaced once when a kept one turns out to be dead, and not when a new one breaks",
    () =>
      Effect.gen(function* () {
        const peer = yield* webhookPeer()
        const { call } = yield* caller()
        expect(outcomeOf(yield* call(makeCall(peer.url)))).toBe(200)
        peer.answer((_, n) => (n === 2 ? "reset" : { status: 201 }))
        expect(outcomeOf(yield* call(makeCall(peer.url)))).toBe(201)
        expect([peer.connections, peer.requests.length]).toEqual([2, 3])
        peer.answer("reset")
        expect(outcomeOf(yield* call(makeCall(peer.url)))).toBe("reset")
        expect([peer.connections, peer.requests.length]).toEqual([3, 5])
        expect(outcomeOf(yield* call(makeCall(peer.url)))).toBe("reset")
        expect([peer.connections, peer.requests.length]).toEqual([4, 6])
      })
  )

  it.live("survive a receiver that went away and came back", () =>
    Effect.gen(function* () {
      const peer = yield* webhookPeer()
      const { call } = yield* caller()
      expect(outcomeOf(yield* call(makeCall(peer.url)))).toBe(200)
      yield* Effect.promise(() => peer.stop())
      expect(outcomeOf(yield* call(makeCall(peer.url)))).toBe("refused")
      yield* Effect.promise(() => peer.restart())
      expect(outcomeOf(yield* call(makeCall(peer.url)))).toBe(200)
    })
  )

  it.live(
    "are closed where nothing is left to be said, and not opened again for a call that was given up",
    () =>
      Effect.gen(function* () {
        const peer = yield* webhookPeer()
        const patient = yield* caller()
        const impatient = yield* caller({ timeoutMillis: 200 })
        for (const behaviour of ["stall", "stallBody", { large: 1_000_000 }, "reset"] as const) {
          const isSilent = behaviour === "stall" || behaviour === "stallBody"
          const before = peer.connections
          peer.answer(behaviour)
          yield* (isSilent ? impatient : patient).call(makeCall(peer.url))
          yield* Effect.promise(() => peer.until(({ open }) => open === 0))
          expect(peer.connections - before).toBeLessThanOrEqual(1)
        }
        const before = peer.connections
        peer.answer({ status: 200, headers: { connection: "close" } })
        expect(outcomeOf(yield* patient.call(makeCall(peer.url)))).toBe(200)
        yield* Effect.promise(() => peer.until(({ open }) => open === 0))
        expect(peer.connections - before).toBe(1)
      })
  )

  it.live("are closed when they have been unused for a while", () =>
    Effect.gen(function* () {
      const peer = yield* webhookPeer()
      const { call } = yield* caller({ lifetimeMillis: 50 })
      yield* call(makeCall(peer.url))
      yield* Effect.promise(() => peer.until(({ open }) => open === 0))
    })
  )

  it.live("that are being opened are given up with their call", () =>
    Effect.gen(function* () {
      const sockets: Array<Socket> = []
      const listener = (message: unknown): void => {
        if (
          typeof message === "object" &&
          message !== null &&
          "socket" in message &&
          message.socket instanceof Socket
        )
          sockets.push(message.socket)
      }
      const { call } = yield* caller()
      const peer = yield* webhookPeer()
      subscribe("net.client.socket", listener)
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => unsubscribe("net.client.socket", listener))
      )
      const fiber = yield* Effect.forkChild(call(makeCall(peer.url)))
      while (sockets.length === 0) yield* Effect.yieldNow
      yield* Fiber.interrupt(fiber)
      while (sockets[0]?.destroyed === false) yield* Effect.yieldNow
      expect(sockets).toHaveLength(1)
      expect(peer.requests).toEqual([])
    })
  )

  it.live("end with the caller, used or not", () =>
    Effect.gen(function* () {
      const peer = yield* webhookPeer()
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(
        Layer.provide(layerWebhookCaller, layerNetworkGuard({ allow: ["127.0.0.1"] })),
        scope
      )
      const { call } = Context.get(context, WebhookCaller)
      yield* call(makeCall(peer.url))
      peer.answer("stall")
      const stalled = yield* Effect.forkChild(call(makeCall(peer.url, { endpoint_id: 2 })))
      yield* Effect.promise(() =>
        peer.until(({ open, requests }) => open === 2 && requests.length === 2)
      )
      yield* Scope.close(scope, Exit.void)
      yield* Effect.promise(() => peer.until(({ open }) => open === 0))
      expect(outcomeOf(yield* Fiber.join(stalled))).toBe("reset")
    })
  )
})

describe("the package", () => {
  it("leaves the dispatcher of the process's own fetch alone", () => {
    expect(Reflect.get(globalThis, Symbol.for("undici.globalDispatcher.2"))).toBeUndefined()
  })
})
