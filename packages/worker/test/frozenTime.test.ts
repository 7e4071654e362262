import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import type { StorageError } from "@telemark/contract"
import {
  type EmailRecord,
  EventStreams,
  type StoragePorts,
  type Tenants,
  WebhookEndpoints
} from "@telemark/core"
import { deliverDue, Worker } from "@telemark/worker"
import { Clock, Deferred, Effect, Exit, Layer, Scope, Stream } from "effect"
import {
  accepted,
  eventually,
  everyStatus,
  giveServer,
  layerWith,
  queueMails,
  taken,
  tenant,
  tenantCalled
} from "./harness.js"

/** A turn of the real event loop; virtual time doesn't pass in it. */
const turn = Effect.promise(
  () =>
    new Promise<void>((resolve) => {
      setImmediate(resolve)
    })
)

/** Turns after which a test is stuck: a backlog of a thousand takes some thousands. */
const maxTurns = 60_000

/** Lets everything run that can run without time, until the condition holds. */
const withoutTime = <R>(
  condition: Effect.Effect<boolean, StorageError, R>
): Effect.Effect<void, StorageError, R> =>
  Effect.gen(function* () {
    for (let turns = 0; !(yield* condition); turns += 50) {
      if (turns > maxTurns) {
        // So that the worker can stop.
        yield* Effect.forkDetach(
          Effect.repeat(Effect.andThen(turn, TestClock.adjust("1 second")), { times: 300 })
        )
        return yield* Effect.die(new Error("due work waits for time to pass"))
      }
      yield* Effect.repeat(turn, { times: 50 })
    }
    expect(yield* Clock.currentTimeMillis).toBe(0)
  })

/**
 * The last email of each list having a status is checked first: it is cheap, and mostly the last to
 * have it.
 */
const all = (
  ids: ReadonlyArray<string>,
  status: EmailRecord["status"],
  name?: string
): Effect.Effect<boolean, StorageError, StoragePorts | Tenants> =>
  Effect.flatMap(everyStatus(ids.slice(-1), status, name), (last) =>
    last ? everyStatus(ids, status, name) : Effect.succeed(false)
  )

/** A hop that takes a few turns of the event loop, as sockets do. */
const hop = () => Effect.as(Effect.repeat(turn, { times: 3 }), accepted)

const backlogs = [
  {
    what: "five connections, as the bundled server has",
    mails: 1003,
    connections: 5,
    concurrency: undefined
  },
  { what: "one connection", mails: 103, connections: 1, concurrency: undefined },
  {
    what: "more connections than messages in flight",
    mails: 103,
    connections: 50,
    concurrency: undefined
  },
  {
    what: "many messages in flight and few connections",
    mails: 403,
    connections: 5,
    concurrency: 200
  },
  { what: "one message in flight", mails: 103, connections: 5, concurrency: 1 }
]

describe("while virtual time stands still", () => {
  for (const { concurrency, connections, mails, what } of backlogs) {
    it.effect(`a worker drains a backlog over ${what}`, () =>
      Effect.gen(function* () {
        const ids = yield* queueMails(mails)
        yield* Worker.start({ concurrency })
        yield* withoutTime(all(ids, "sent"))
      }).pipe(Effect.provide(layerWith(hop, { connections })))
    )
  }

  it.effect("two workers of one process drain a backlog that grows meanwhile", () =>
    Effect.gen(function* () {
      yield* Worker.start({})
      yield* Worker.start({})
      const ids: Array<string> = []
      for (let round = 0; round < 20; round++) {
        ids.push(...(yield* queueMails(13)))
        yield* Effect.repeat(turn, { times: round })
      }
      yield* withoutTime(all(ids, "sent"))
    }).pipe(Effect.provide(layerWith(hop, { connections: 5 })))
  )

  it.effect("tenants' own servers drain their backlogs at the same time as the platform's", () =>
    Effect.gen(function* () {
      const names = ["acme", "globex", "initech"]
      for (const name of names) yield* giveServer(name)
      yield* Worker.start({})
      const queued: Array<readonly [name: string, ids: ReadonlyArray<string>]> = [
        ["default", yield* queueMails(103)]
      ]
      for (const name of names) queued.push([name, yield* queueMails(103, name)])
      for (const [name, ids] of queued) yield* withoutTime(all(ids, "sent", name))
    }).pipe(Effect.provide(layerWith(hop, { connections: 5, ownServer: hop })))
  )

  it.effect(
    "a tenant's own server is used by mail that comes while the platform's hop hangs with every slot taken",
    () =>
      Effect.gen(function* () {
        const end = yield* Deferred.make<void>()
        yield* Effect.gen(function* () {
          yield* giveServer("acme")
          const hanging = yield* queueMails(40)
          yield* Worker.start({})
          yield* withoutTime(everyStatus(hanging.slice(0, 1), "sending"))
          yield* Effect.repeat(turn, { times: 100 })
          const ids = yield* queueMails(40, "acme")
          yield* withoutTime(Effect.map(everyStatus(ids, "sending", "acme"), () => ownBegun === 40))
          yield* Deferred.succeed(end, undefined)
          yield* withoutTime(all(hanging, "sent"))
        }).pipe(
          Effect.provide(
            layerWith(() => Effect.as(Deferred.await(end), accepted), {
              connections: 5,
              ownServer: () =>
                Effect.andThen(
                  Effect.sync(() => {
                    ownBegun++
                  }),
                  hop()
                )
            })
          )
        )
      })
  )
  let ownBegun = 0

  it.effect("what a stopped worker releases continues in another one", () =>
    Effect.gen(function* () {
      let isStopping = false
      let goneOn = 0
      yield* Effect.gen(function* () {
        const scope = yield* Scope.make()
        const ids = yield* queueMails(40)
        yield* Scope.provide(Worker.start({ concurrency: 20 }), scope)
        yield* withoutTime(everyStatus(ids.slice(0, 20), "sending"))
        const other = yield* Scope.make()
        yield* Scope.provide(Worker.start({ concurrency: 60 }), other)
        yield* withoutTime(everyStatus(ids, "sending"))
        isStopping = true
        yield* Scope.close(scope, Exit.void)
        // Recording them may wait 5 ms for the outcomes of the others, which hang.
        yield* withoutTime(Effect.sync(() => goneOn === 20))
        yield* Scope.close(other, Exit.void)
      }).pipe(
        Effect.provide(
          layerWith(() =>
            Effect.suspend(() => {
              if (!isStopping) return Effect.interruptible(Effect.never)
              goneOn++
              return hop()
            })
          )
        )
      )
    })
  )

  it.effect("webhooks are called as soon as there are events", () =>
    Effect.gen(function* () {
      let calls = 0
      yield* Effect.gen(function* () {
        const { id } = yield* tenant
        const endpoints = yield* WebhookEndpoints
        yield* endpoints.create(id, { url: "https://example.com/hook", events: ["email.sent"] })
        yield* Worker.start({})
        const ids = yield* queueMails(103)
        yield* withoutTime(all(ids, "sent"))
        yield* withoutTime(Effect.sync(() => calls === 103))
      }).pipe(
        Effect.provide(
          layerWith(hop, {
            connections: 5,
            caller: () =>
              Effect.as(
                Effect.andThen(
                  Effect.sync(() => {
                    calls++
                  }),
                  turn
                ),
                taken
              )
          })
        )
      )
    })
  )

  it.effect("many endpoints share few calls at once, and all their events are posted", () =>
    Effect.gen(function* () {
      let calls = 0
      yield* Effect.gen(function* () {
        const { id } = yield* tenant
        const endpoints = yield* WebhookEndpoints
        for (let nth = 0; nth < 10; nth++)
          yield* endpoints.create(id, {
            url: `https://example.com/${String(nth)}`,
            events: ["email.sent"]
          })
        yield* Worker.start({ webhookConcurrency: 4 })
        yield* queueMails(43)
        yield* withoutTime(Effect.sync(() => calls === 430))
      }).pipe(
        Effect.provide(
          layerWith(hop, {
            caller: () =>
              Effect.as(
                Effect.andThen(
                  Effect.sync(() => {
                    calls++
                  }),
                  turn
                ),
                taken
              )
          })
        )
      )
    })
  )

  it.effect("a subscription gets every event as soon as it has gathered, without polling", () =>
    Effect.gen(function* () {
      let followed = 0
      const { id } = yield* tenant
      const streams = yield* EventStreams
      yield* Effect.forkScoped(
        Stream.runForEach(streams.follow(id, { name: "audit" }), () =>
          Effect.sync(() => {
            followed++
          })
        )
      )
      yield* Effect.repeat(turn, { times: 50 })
      yield* Worker.start({})
      yield* queueMails(103)
      // Events gather for 20 ms; a look that nobody asked for would come after a second.
      yield* eventually(
        Effect.map(Effect.repeat(turn, { times: 50 }), () => followed === 103),
        "20 millis"
      )
      expect(yield* Clock.currentTimeMillis).toBeLessThan(900)
    }).pipe(
      Effect.provide(Layer.provideMerge(EventStreams.layer, layerWith(hop, { connections: 5 })))
    )
  )

  it.effect("deliverDue delivers all that is due", () =>
    Effect.gen(function* () {
      yield* giveServer("acme")
      yield* tenantCalled("acme")
      yield* queueMails(103)
      yield* queueMails(103, "acme")
      expect((yield* deliverDue()).emails.sent).toBe(206)
      expect(yield* Clock.currentTimeMillis).toBe(0)
    }).pipe(Effect.provide(layerWith(hop, { connections: 5, ownServer: hop })))
  )
})
