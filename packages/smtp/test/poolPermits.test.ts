import { describe, expect, it } from "@effect/vitest"
import { say, smtpPeer, stall } from "@telemark/testing"
import { Array as Arr, Deferred, Effect, Exit, Fiber } from "effect"
import { interruptedBeforeStep } from "./interruption.js"
import { makeBody, makeMessage, open } from "./support.js"

const messageTo = (name: string) =>
  makeMessage({ recipient: `${name}@example.org`, id: `em_${name}` })
const numbered = (count: number) => Arr.makeBy(count, (index) => messageTo(`user${String(index)}`))

/** A server and a transport that has one connection to it. */
const onOneConnection = (options: Parameters<typeof smtpPeer>[0] = {}) =>
  Effect.gen(function* () {
    const peer = yield* smtpPeer(options)
    return { peer, transport: yield* open({ url: peer.url, connections: 1 }) }
  })

type Parts = Effect.Success<ReturnType<typeof onOneConnection>>

/** Whether a message that comes now is sent: with a permit lost, it would wait for ever. */
const stillSends = ({ transport }: Parts) =>
  Effect.map(transport.deliver(messageTo("later")), ({ _tag }) => _tag === "Accepted")

/** More than it takes to come, wait and have an outcome. */
const steps = Arr.range(1, 60)

describe("the permit of a connection", () => {
  it.live("isn't lost when the caller that takes it is interrupted, before any step", () =>
    Effect.gen(function* () {
      const parts = yield* onOneConnection()
      yield* parts.transport.deliver(messageTo("first"))
      for (const step of steps) {
        yield* Effect.forkDetach(
          interruptedBeforeStep(step)(parts.transport.deliver(messageTo("interrupted")))
        ).pipe(Effect.flatMap(Fiber.await))
        expect([step, yield* stillSends(parts)]).toStrictEqual([step, true])
      }
    })
  )

  it.live("isn't lost when the caller that waits for it is interrupted, before any step", () =>
    Effect.gen(function* () {
      const parts = yield* onOneConnection()
      for (const step of steps) {
        const first = yield* Effect.forkChild(parts.transport.deliver(messageTo("first")))
        yield* Effect.yieldNow
        const waiter = yield* Effect.forkDetach(
          interruptedBeforeStep(step)(parts.transport.deliver(messageTo("interrupted")))
        )
        yield* Fiber.join(first)
        yield* Fiber.await(waiter)
        expect([step, yield* stillSends(parts)]).toStrictEqual([step, true])
      }
    })
  )

  it.live("isn't lost when it is given to a caller that is interrupted at the same time", () =>
    Effect.gen(function* () {
      const parts = yield* onOneConnection()
      const waiter = yield* Deferred.make<Fiber.Fiber<unknown>>()
      const first = yield* Effect.forkChild(
        Effect.andThen(
          parts.transport.deliver(messageTo("first")),
          Effect.map(Deferred.await(waiter), (fiber) => {
            fiber.interruptUnsafe()
          })
        )
      )
      yield* Effect.yieldNow
      yield* Deferred.succeed(
        waiter,
        yield* Effect.forkChild(parts.transport.deliver(messageTo("interrupted")))
      )
      yield* Fiber.join(first)
      expect(yield* stillSends(parts)).toBe(true)
    })
  )

  it.live("isn't taken by a caller that was to stop before", () =>
    Effect.gen(function* () {
      const { peer, transport } = yield* onOneConnection()
      const stopped = Effect.uninterruptible(
        interruptedBeforeStep(1)(transport.deliver(messageTo("stopped")))
      )
      const exit = yield* Effect.flatMap(Effect.forkDetach(stopped), Fiber.await)
      expect([Exit.hasInterrupts(exit), peer.connections.total]).toStrictEqual([true, 0])
    })
  )

  it.live("passes from message to message, however many are settled in a row", () =>
    Effect.gen(function* () {
      const { peer, transport } = yield* onOneConnection({ size: 2000 })
      const body = makeBody({ text: "too large\n".repeat(300) })
      const tooLarge = Arr.map(numbered(3000), (message) => ({ ...message, body }))
      const results = yield* Effect.forEach(
        [messageTo("first"), ...tooLarge, messageTo("last")],
        transport.deliver,
        { concurrency: "unbounded" }
      )
      expect(
        results.filter((result) => result._tag === "Unsendable" && result.reason === "size")
      ).toHaveLength(3000)
      expect(peer.mails.map(({ envelope }) => envelope.to)).toStrictEqual([
        ["first@example.org"],
        ["last@example.org"]
      ])
      expect(peer.connections.total).toBe(1)
    })
  )
})

describe("the outcome of a message that is begun", () => {
  it.live("is there for the caller that records it, though it was interrupted meanwhile", () =>
    Effect.gen(function* () {
      const { peer, transport } = yield* onOneConnection({ rules: [stall("data", { times: 1 })] })
      const recorded: Array<unknown> = []
      const attempt = (name: string) =>
        Effect.uninterruptible(
          Effect.tap(transport.deliver(messageTo(name)), (outcome) =>
            Effect.sync(() => recorded.push(outcome))
          )
        )
      const first = yield* Effect.forkChild(attempt("first"))
      const second = yield* Effect.forkChild(attempt("second"))
      yield* Effect.promise(() => peer.until(({ commands }) => commands.includes("DATA")))
      yield* Effect.forkDetach(Fiber.interrupt(first))
      yield* Fiber.interrupt(second)
      expect(recorded).toHaveLength(0)
      peer.dropConnections()
      yield* Fiber.await(first)
      expect(recorded).toMatchObject([{ _tag: "Broken", stage: "data", ambiguous: false }])
    })
  )
})

describe("a server that says more than it was asked", () => {
  it.live("is closed: its next replies would be mistaken for those to the next message", () =>
    Effect.gen(function* () {
      const { peer, transport } = yield* onOneConnection({
        rules: [say("end_of_data", "250 2.0.0 Taken\r\n250 2.0.0 Taken")]
      })
      const results = yield* Effect.forEach(numbered(3), transport.deliver, {
        concurrency: "unbounded"
      })
      expect(results.map(({ _tag }) => _tag)).toStrictEqual(["Accepted", "Accepted", "Accepted"])
      expect(peer.connections.total).toBe(3)
    })
  )
})
