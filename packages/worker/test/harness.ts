import {
  Delivery, type EmailRecord, Emails, EmailStore, HandOver, MailQueue, type OutgoingMessage, RetentionStore, type RetryPolicy,
  type StorageError, type StoragePorts, TemplateEngine, type Tenant, Tenants, Transport
} from "@telemark/core"
import { layer as layerSqlite } from "@telemark/sqlite"
import { Effect, Layer, Logger, TestClock } from "effect"

/** A next hop that does as it is told. */
export type Hop = (message: OutgoingMessage) => Effect.Effect<HandOver>

export const accepted = HandOver.Accepted({ provider: "test", response: "250 2.0.0 taken" })
export const greylisted = HandOver.Refused({
  provider: "test", stage: "rcpt", reply: { code: 450, enhanced: "4.7.1", text: "try again" }
})

/** Changes the queue that workers see. */
export type AroundQueue = (queue: typeof MailQueue.Service) => typeof MailQueue.Service

const noTemplates = Effect.dieMessage("no send of these tests has a template")

export const layerWith = (
  hop: Hop,
  options: {
    readonly policy?: RetryPolicy
    readonly aroundQueue?: AroundQueue
    readonly retention?: typeof RetentionStore.Service
  } = {}
): Layer.Layer<StoragePorts | Emails | Tenants | Delivery, StorageError> => {
  const storage = layerSqlite({ filename: ":memory:" })
  const queue = Layer.effect(MailQueue, Effect.map(MailQueue, options.aroundQueue ?? ((same) => same)))
  const retention = Layer.effect(RetentionStore, Effect.map(RetentionStore, (store) => options.retention ?? store))
  return Layer.mergeAll(Emails.layer(), Tenants.layer, Delivery.layer(options.policy), queue, retention).pipe(
    Layer.provideMerge(Layer.succeed(Transport, { handOver: hop })),
    Layer.provide(Layer.succeed(TemplateEngine, { compile: () => noTemplates, preview: () => noTemplates, render: () => noTemplates })),
    Layer.provideMerge(storage),
    Layer.provide(Logger.remove(Logger.defaultLogger))
  )
}

export const tenant: Effect.Effect<Tenant, never, Tenants> = Effect.flatMap(Tenants, (tenants) =>
  Effect.orDie(tenants.getOrCreate("default")))

/** Queues that many mails and answers their ids. */
export const queueMails = (count: number) =>
  Effect.gen(function*() {
    const emails = yield* Emails
    const to = Array.from({ length: count }, (_, index) => `customer-${String(index)}@example.com`)
    const { queued } = yield* emails.send(yield* tenant, { to, from: "shop@example.com", text: "hello" })
    return queued.map(({ id }) => id)
  })

export const recordOf = (id: string): Effect.Effect<EmailRecord, StorageError, EmailStore | Tenants> =>
  Effect.gen(function*() {
    const store = yield* EmailStore
    return (yield* store.find((yield* tenant).id, id)) ?? (yield* Effect.dieMessage("no such email"))
  })

/** Lets virtual time pass in small steps until the condition holds. */
export const eventually = <E, R>(condition: Effect.Effect<boolean, E, R>): Effect.Effect<void, E, R> =>
  Effect.zipRight(Effect.yieldNow(), condition).pipe(
    Effect.flatMap((holds) => holds ? Effect.succeed(true) : Effect.as(TestClock.adjust("5 millis"), false)),
    Effect.repeat({ until: (holds) => holds }),
    Effect.asVoid
  )

export const everyStatus = (ids: ReadonlyArray<string>, status: EmailRecord["status"]) =>
  Effect.map(Effect.forEach(ids, recordOf), (records) => records.every((record) => record.status === status))
