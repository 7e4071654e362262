import { describe, expect, it } from "@effect/vitest"
import {
  type Attempted,
  type ClaimedMessage,
  Delivery,
  DeliveryOutcome,
  type OutgoingMessage,
  OwnServers,
  Secrets,
  Transport
} from "@telemark/core"
import { layer as layerSqlite } from "@telemark/sqlite"
import { Cause, Effect, Exit, Layer, Logger } from "effect"
import { message } from "./support.js"

const notHere = () => Effect.die(new Error("not here"))

const accepted = DeliveryOutcome.Accepted({ provider: "smtp", response: "250 Ok", tls: null })
const refused = DeliveryOutcome.Refused({
  provider: "smtp",
  stage: "rcpt",
  reply: { code: 450, enhanced: "4.7.1", text: "try again" }
})

/** A transport of one connection that notes what it began, and is told what comes of it. */
class Hop {
  readonly begun: Array<OutgoingMessage> = []
  readonly delivered: Array<OutgoingMessage> = []
  isTooLate = false
  answer: (outcome: DeliveryOutcome | undefined) => void = () => {}

  begin(mail: OutgoingMessage, done: (outcome: DeliveryOutcome | undefined) => void): () => void {
    if (mail.recipient.startsWith("crash")) throw new Error("a defect")
    this.begun.push(mail)
    this.answer = done
    return () => {
      if (!this.isTooLate) done(undefined)
    }
  }

  deliver(mail: OutgoingMessage): Effect.Effect<DeliveryOutcome> {
    this.delivered.push(mail)
    return Effect.succeed(accepted)
  }
}

const begunBy = (hop: Hop) =>
  Layer.build(
    Delivery.layer().pipe(
      Layer.provide(
        Layer.mergeAll(
          layerSqlite({ filename: ":memory:" }),
          Layer.succeed(Transport, {
            deliversAll: false,
            connections: 1,
            deliver: (mail) => hop.deliver(mail),
            begin: (mail, done) => hop.begin(mail, done)
          }),
          Layer.succeed(OwnServers, { test: notHere, deliver: notHere, relay: notHere }),
          Layer.succeed(Secrets, { seal: notHere, open: notHere, isCurrent: notHere }),
          Logger.layer([])
        )
      )
    )
  ).pipe(
    Effect.map((built) => Effect.provideContext(Delivery, built)),
    Effect.flatten
  )

const started = Effect.gen(function* () {
  const hop = new Hop()
  const delivery = yield* begunBy(hop)
  const exits = new Map<string, Exit.Exit<Attempted>>()
  const begin = (id: string, more: Partial<ClaimedMessage> = {}) =>
    delivery.begin({ ...message, id, ...more }, (exit) => {
      exits.set(id, exit)
    })
  const settled = (id: string) => {
    const exit = exits.get(id)
    return exit !== undefined && Exit.isSuccess(exit) && exit.value._tag === "Settled"
      ? exit.value.settlement
      : undefined
  }
  return { hop, delivery, exits, begin, settled }
})

describe("an attempt begun by callback", () => {
  it.effect("is settled in the callback of the transport, as an attempt in a fiber is", () =>
    Effect.gen(function* () {
      const { begin, delivery, hop, settled } = yield* started
      begin("em_1")
      expect(hop.begun).toMatchObject([{ id: "em_1", attachments: [], signing: [] }])
      expect(settled("em_1")).toBeUndefined()
      hop.answer(accepted)
      const inFiber = yield* delivery.attempt({ ...message, id: "em_1" })
      expect(hop.delivered).toHaveLength(1)
      const settlement = settled("em_1")
      expect(inFiber).toMatchObject({
        settlement: {
          ...settlement,
          event: { ...settlement?.event, id: expect.any(String) as string }
        }
      })
    })
  )

  it.effect("has a refusal judged and noted as any other", () =>
    Effect.gen(function* () {
      const { begin, hop, settled } = yield* started
      begin("em_1")
      hop.answer(refused)
      while (settled("em_1") === undefined) yield* Effect.yieldNow
      expect(settled("em_1")).toMatchObject({
        status: "deferred",
        smtp_response: expect.any(String)
      })
    })
  )

  it.effect("waits for its permit, and goes once the one before it has ended", () =>
    Effect.gen(function* () {
      const { begin, hop, settled } = yield* started
      begin("em_1")
      begin("em_2")
      expect(hop.begun.map(({ id }) => id)).toEqual(["em_1"])
      hop.answer(accepted)
      expect(hop.begun.map(({ id }) => id)).toEqual(["em_1", "em_2"])
      hop.answer(accepted)
      expect([settled("em_1")?.status, settled("em_2")?.status]).toEqual(["sent", "sent"])
    })
  )

  it.effect("is interrupted while it waits or nothing was sent, and keeps no permit", () =>
    Effect.gen(function* () {
      const { begin, exits, hop, settled } = yield* started
      const stopFirst = begin("em_1")
      const stopSecond = begin("em_2")
      stopSecond()
      stopFirst()
      for (const id of ["em_1", "em_2"]) {
        const exit = exits.get(id)
        expect(
          exit !== undefined && Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)
        ).toBe(true)
      }
      begin("em_3")
      hop.answer(accepted)
      expect(settled("em_3")?.status).toBe("sent")
    })
  )

  it.effect("isn't interrupted once something was sent", () =>
    Effect.gen(function* () {
      const { begin, exits, hop, settled } = yield* started
      const stop = begin("em_1")
      hop.isTooLate = true
      stop()
      expect(exits.size).toBe(0)
      hop.answer(accepted)
      expect(settled("em_1")?.status).toBe("sent")
    })
  )

  it.effect("is deferred if the transport crashes, and the next goes on", () =>
    Effect.gen(function* () {
      const { begin, hop, settled } = yield* started
      begin("em_1", { recipient: "crash@example.com" })
      while (settled("em_1") === undefined) yield* Effect.yieldNow
      expect(settled("em_1")?.status).toBe("deferred")
      begin("em_2")
      hop.answer(accepted)
      expect(settled("em_2")?.status).toBe("sent")
    })
  )

  it.effect("runs in a fiber if something has to be waited for", () =>
    Effect.gen(function* () {
      const { begin, hop, settled } = yield* started
      begin("em_1", { suppressed: true })
      while (settled("em_1") === undefined) yield* Effect.yieldNow
      expect(settled("em_1")?.failure_code).toBe("suppressed")
      expect(hop.begun).toEqual([])
    })
  )
})
