import { TestClock } from "@telemark-tools/clock"
import type { StorageError } from "@telemark/contract"
import {
  type Database,
  Delivery,
  DeliveryOutcome,
  DkimKeys,
  Domains,
  DomainVerifier,
  type EmailRecord,
  Emails,
  emailQueries,
  Feedback,
  layerExternalQueue,
  MailQueue,
  type OutgoingMessage,
  type OwnServer,
  OwnServers,
  Reputation,
  type ReputationOptions,
  type RetryPolicy,
  Secrets,
  makeSaveSmtpConfig,
  smtpConfigQueries,
  smtpLoginReference,
  SqlSends,
  type StoragePorts,
  TemplateEngine,
  type Tenant,
  Tenants,
  Transport,
  WebhookAnswer,
  WebhookCaller,
  WebhookDelivery,
  WebhookEndpoints,
  WebhookQueue
} from "@telemark/core"
import { layer as layerSqlite } from "@telemark/sqlite"
import { type Duration, Effect, Layer, Logger, Option, Redacted } from "effect"

/** A next hop that does as it is told. */
export type Hop = (message: OutgoingMessage) => Effect.Effect<DeliveryOutcome>

export const accepted = DeliveryOutcome.Accepted({ provider: "test", response: "250 2.0.0 taken" })
export const greylisted = DeliveryOutcome.Refused({
  provider: "test",
  stage: "rcpt",
  reply: { code: 450, enhanced: "4.7.1", text: "try again" }
})

/** Changes the queue that workers see. */
export type AroundQueue = (queue: typeof MailQueue.Service) => typeof MailQueue.Service

/** Changes the queue of webhooks that workers see. */
export type AroundWebhooks = (queue: typeof WebhookQueue.Service) => typeof WebhookQueue.Service

/** What an endpoint does that takes everything. */
export const taken = WebhookAnswer.Answered({ status: 200, response: "ok", duration_ms: 5 })

const noTemplates = Effect.die(new Error("no send of these tests has a template"))

/** A database, and a queue of its own beside it where the tests run on that. */
const layerStorage = Layer.suspend(() => {
  const storage = layerSqlite({ filename: ":memory:" })
  if (process.env["TELEMARK_TEST_QUEUE"] !== "external") return storage
  const queue = Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("@telemark/testing")),
      ({ layerMemoryQueue }) => layerMemoryQueue()
    )
  )
  return Layer.provideMerge(Layer.provide(layerExternalQueue(), queue), storage)
})

export const layerWith = (
  hop: Hop,
  options: {
    readonly policy?: RetryPolicy
    readonly aroundQueue?: AroundQueue
    /** Messages that the hop takes at once; any number by default. */
    readonly connections?: number
    /** Whether the hop takes the mail of tenants with servers of their own as well. */
    readonly deliversAll?: boolean
    /** What looking domains up finds; by default there is no domain. */
    readonly verifier?: (typeof DomainVerifier.Service)["verify"]
    /** What tenants' own servers do; by default nobody has one. */
    readonly ownServer?: (
      server: OwnServer,
      message: OutgoingMessage
    ) => Effect.Effect<DeliveryOutcome>
    /** What webhook endpoints do; by default they take everything. */
    readonly caller?: (typeof WebhookCaller.Service)["call"]
    readonly aroundWebhooks?: AroundWebhooks
    /** What takes feedback; by default the real thing. */
    readonly feedback?: typeof Feedback.Service
    /** What is done about tenants with too many complaints or bounces. */
    readonly reputation?: ReputationOptions["reputation"]
    /** By default a database in memory for each layer. */
    readonly storage?: Layer.Layer<StoragePorts, StorageError>
  } = {}
): Layer.Layer<
  | StoragePorts
  | Emails
  | Tenants
  | Delivery
  | Domains
  | Feedback
  | Reputation
  | Secrets
  | SqlSends
  | WebhookDelivery
  | WebhookEndpoints,
  StorageError
> => {
  const storage = options.storage ?? layerStorage
  const queue = Layer.effect(
    MailQueue,
    Effect.map(MailQueue, options.aroundQueue ?? ((same) => same))
  )
  const webhooks = Layer.effect(
    WebhookQueue,
    Effect.map(WebhookQueue, options.aroundWebhooks ?? ((same) => same))
  )
  const feedback =
    options.feedback === undefined ? Feedback.layer : Layer.succeed(Feedback, options.feedback)
  const call = options.caller ?? (() => Effect.succeed(taken))
  const caller = WebhookCaller.of({ call, isPermitted: () => Effect.succeed(true) })
  const servers = OwnServers.of({
    test: () => Effect.void,
    relay: () => Effect.die(new Error("nothing is released here")),
    deliver: options.ownServer ?? (() => Effect.die(new Error("nobody here has a server")))
  })
  return Layer.mergeAll(
    SqlSends.layer.pipe(Layer.provideMerge(Emails.layer())),
    Tenants.layer,
    Domains.layer(),
    Delivery.layer(options.policy),
    feedback,
    Reputation.layer(options),
    WebhookDelivery.layer,
    WebhookEndpoints.layer,
    queue,
    webhooks
  ).pipe(
    Layer.provide(Layer.succeed(WebhookCaller, caller)),
    Layer.provideMerge(
      Layer.succeed(Transport, {
        deliver: hop,
        deliversAll: options.deliversAll ?? false,
        connections: options.connections
      })
    ),
    Layer.provide(Layer.succeed(OwnServers, servers)),
    Layer.provide(
      Layer.succeed(DkimKeys, {
        generate: () => Effect.succeed({ public_key: "key", private_key: Redacted.make("pem") })
      })
    ),
    Layer.provide(
      Layer.succeed(DomainVerifier, {
        verify: options.verifier ?? (() => Effect.die(new Error("there is no domain here")))
      })
    ),
    Layer.provideMerge(Layer.orDie(Secrets.layer("A".repeat(43) + "="))),
    Layer.provide(
      Layer.succeed(TemplateEngine, {
        compile: () => noTemplates,
        preview: () => noTemplates,
        render: () => noTemplates
      })
    ),
    Layer.provideMerge(storage),
    Layer.provide(Logger.layer([]))
  )
}

/** The tenant of that name. */
export const tenantCalled = (name: string): Effect.Effect<Tenant, never, Tenants> =>
  Effect.flatMap(Tenants, (tenants) => Effect.orDie(tenants.getOrCreate(name)))

export const tenant = tenantCalled("default")

/** One send takes no more. */
const maxRecipients = 50

/** Queues that many mails and answers their ids. */
export const queueMails = (count: number, name = "default") =>
  Effect.gen(function* () {
    const emails = yield* Emails
    const sender = yield* tenantCalled(name)
    const to = Array.from({ length: count }, (_, index) => `customer-${String(index)}@example.com`)
    const sends = Array.from({ length: Math.ceil(count / maxRecipients) }, (_, index) =>
      to.slice(index * maxRecipients, (index + 1) * maxRecipients)
    )
    const accepted = yield* Effect.forEach(sends, (some) =>
      emails.send(sender, { to: some, from: "shop@example.com", text: "hello" })
    )
    return accepted.flatMap(({ queued }) => queued.map((email) => email.id))
  })

/** Gives the tenant a server of its own, called after it; the id of its configuration is `id`. */
export const giveServer = (name: string, id = `smtp_${name}`) =>
  Effect.gen(function* () {
    const secrets = yield* Secrets
    const { id: tenant_id } = yield* tenantCalled(name)
    const password = yield* secrets.seal(
      Redacted.make("secret"),
      smtpLoginReference(tenant_id, "password")
    )
    const server = {
      provider: name,
      host: "smtp.example.com",
      port: 587,
      username: "user",
      oauth2: null,
      tls_required: true
    }
    const times = { created_at: 0, updated_at: 0 }
    yield* Effect.flatMap(makeSaveSmtpConfig, (save) =>
      save({
        ...server,
        ...times,
        id,
        tenant_id,
        password,
        ehlo_name: null,
        from_email: null,
        from_name: null,
        verified: true
      })
    )
  })

/** Whether the tenant's own server is thought to take our login. */
export const isVerified = (name: string) =>
  Effect.gen(function* () {
    const { id } = yield* tenantCalled(name)
    return (yield* (yield* smtpConfigQueries).find(id))?.verified
  })

export const recordOf = (
  id: string,
  name = "default"
): Effect.Effect<EmailRecord, StorageError, Database | Tenants> =>
  Effect.gen(function* () {
    const store = yield* emailQueries
    return (
      (yield* store.find((yield* tenantCalled(name)).id, id)) ??
      (yield* Effect.die(new Error("no such email")))
    )
  })

/** Lets virtual time pass in small steps until the condition holds. */
export const eventually = <E, R>(
  condition: Effect.Effect<boolean, E, R>,
  step: Duration.Input = "5 millis"
): Effect.Effect<void, E, R> =>
  Effect.andThen(Effect.yieldNow, condition).pipe(
    Effect.flatMap((holds) =>
      holds ? Effect.succeed(true) : Effect.as(TestClock.adjust(step), false)
    ),
    Effect.repeat({ until: (holds) => holds }),
    Effect.asVoid
  )

/** Whether that holds for each of them. */
export const every = <A, E, R>(
  items: ReadonlyArray<A>,
  holds: (item: A) => Effect.Effect<boolean, E, R>
): Effect.Effect<boolean, E, R> =>
  Effect.map(
    Effect.findFirst(items, (item) => Effect.map(holds(item), (does) => !does)),
    Option.isNone
  )

export const everyStatus = (
  ids: ReadonlyArray<string>,
  status: EmailRecord["status"],
  name = "default"
) => every(ids, (id) => Effect.map(recordOf(id, name), (record) => record.status === status))
