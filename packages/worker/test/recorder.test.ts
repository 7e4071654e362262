import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import { StorageError } from "@telemark/contract"
import {
  MailQueue,
  NewEvents,
  type Settlement,
  subscriptionQueries,
  wakeable
} from "@telemark/core"
import { Effect, Fiber, Layer, Logger } from "effect"
import assert from "node:assert/strict"
import { type RecordOutcome, recordOutcomes } from "../src/outcomes.js"
import { makeRecorder } from "../src/recorder.js"
import { accepted, layerWith, queueMails } from "./harness.js"

const settlementOf = (id: string, tenant_id: string): Settlement => ({
  id,
  tenant_id,
  recipient: "customer-0@example.com",
  created_at: 0,
  attempts: 1,
  status: "sent",
  smtp_provider: "smtp",
  smtp_response: null,
  error_message: null,
  failure_code: null,
  at: 0,
  next_attempt_at: null,
  refused_since: null,
  suppress: null,
  event: { id: `evt_${id}`, type: "email.sent", data: {} }
})

const asEffect =
  <Item, Result>(record: RecordOutcome<Item, Result>) =>
  (item: Item) =>
    wakeable<Result>((resume) => {
      record(item, resume)
    })

const recorderOf = (options: Parameters<typeof makeRecorder>[0]) =>
  Effect.map(makeRecorder(options), asEffect<Settlement, boolean>)

describe("outcomes that a storage can't take while it is away", () => {
  it.effect("have a line a second in the log, however many wait and are tried again", () => {
    const lines: Array<string> = []
    const logger = Logger.make<unknown, void>(({ message }) => {
      lines.push(JSON.stringify(message))
    })
    return Effect.gen(function* () {
      let isAway = true
      const record = asEffect(
        yield* recordOutcomes<number, number>({
          batch: 10,
          within: 20,
          noMoreToCome: Effect.never,
          record: (items) =>
            Effect.suspend(() =>
              isAway
                ? Effect.fail(new StorageError({ reason: "unavailable", cause: undefined }))
                : Effect.succeed(items)
            ),
          about: (id) => ({ id })
        })
      )
      const items = Array.from({ length: 200 }, (_, index) => index)
      const recorded = yield* Effect.forkChild(
        Effect.forEach(items, record, { concurrency: "unbounded" })
      )
      yield* TestClock.adjust("10 seconds")
      expect(lines.length).toBeGreaterThan(0)
      expect(lines.length).toBeLessThanOrEqual(11)
      expect(lines.every((line) => line.includes("outcomes could not be recorded yet"))).toBe(true)
      isAway = false
      yield* TestClock.adjust("10 seconds")
      expect(yield* Fiber.join(recorded)).toEqual(items)
      expect(lines.length).toBeLessThanOrEqual(11)
    }).pipe(Effect.scoped, Effect.provide(Logger.layer([logger])))
  })
})

describe("outcomes of several tenants", () => {
  it.effect(
    "are recorded, but for those of a tenant whose rows are locked, which are once they can be",
    () =>
      Effect.gen(function* () {
        let isLocked = true
        const recorded: Array<string> = []
        const queue = yield* MailQueue
        const record = yield* recorderOf({
          owner: "w",
          noMoreToCome: Effect.never,
          batch: 10,
          within: 20
        }).pipe(
          Effect.provideService(MailQueue, {
            ...queue,
            record: (_, settlements) =>
              Effect.suspend(() => {
                if (isLocked && settlements.some(({ tenant_id }) => tenant_id === "tn_a")) {
                  return Effect.delay(
                    new StorageError({ reason: "unavailable", cause: undefined }),
                    "5 seconds"
                  )
                }
                recorded.push(...settlements.map(({ id }) => id))
                return Effect.succeed({
                  ids: settlements.map(({ id }) => id),
                  hasOutboxRows: false
                })
              })
          })
        )
        const recording = (id: string, tenantId: string) =>
          Effect.forkChild(record(settlementOf(id, tenantId)))
        const first = yield* Effect.all([
          recording("em_a1", "tn_a"),
          recording("em_b1", "tn_b"),
          recording("em_c1", "tn_c")
        ])
        yield* TestClock.adjust("6 seconds")
        expect([...recorded].sort()).toEqual(["em_b1", "em_c1"])
        const next = yield* Effect.all([recording("em_a2", "tn_a"), recording("em_b2", "tn_b")])
        yield* TestClock.adjust("1 second")
        expect([...recorded].sort()).toEqual(["em_b1", "em_b2", "em_c1"])
        isLocked = false
        yield* TestClock.adjust("30 seconds")
        expect(yield* Fiber.joinAll([...first, ...next])).toEqual([true, true, true, true, true])
        expect([...recorded].sort()).toEqual(["em_a1", "em_a2", "em_b1", "em_b2", "em_c1"])
      }).pipe(
        Effect.provide(
          Layer.merge(
            layerWith(() => Effect.succeed(accepted)),
            Logger.layer([])
          )
        )
      )
  )
})

describe("a waiting subscriber", () => {
  it.effect(
    "is signalled when an outcome was recorded with an outbox row, and not when there is none or the lease had expired",
    () =>
      Effect.gen(function* () {
        yield* queueMails(2)
        const [unfollowed, message] = yield* Effect.flatMap(MailQueue, (queue) =>
          queue.claim({ owner: "w", until: 60_000 }, 2, 0)
        )
        const told = yield* Effect.forkChild(
          yield* Effect.flatMap(NewEvents, (newEvents) => newEvents.listen)
        )
        const recorded = (
          owner: string,
          { id, tenant_id }: { readonly id: string; readonly tenant_id: string }
        ) =>
          Effect.gen(function* () {
            const record = yield* recorderOf({
              owner,
              noMoreToCome: Effect.never,
              batch: 1,
              within: 0
            })
            const recording = yield* Effect.forkChild(record(settlementOf(id, tenant_id)))
            yield* TestClock.adjust("1 second")
            yield* Fiber.join(recording)
          })
        assert(unfollowed !== undefined && message !== undefined)
        yield* recorded("w", unfollowed)
        expect(told.pollUnsafe()).toBeUndefined()
        yield* Effect.flatMap(subscriptionQueries, (store) =>
          store.open({
            id: "sub_1",
            tenant_id: message.tenant_id,
            name: "sub_1",
            types: ["email.sent"],
            expires_at: null,
            created_at: 0
          })
        )
        yield* recorded("stranger", message)
        expect(told.pollUnsafe()).toBeUndefined()
        yield* recorded("w", message)
        yield* Fiber.join(told)
      }).pipe(Effect.provide(layerWith(() => Effect.succeed(accepted))))
  )
})
