import {
  allScopes,
  ApiKeys,
  AuditLog,
  Diagnosis,
  type DiagnosisFinding,
  EventFeed,
  type StorageError,
  type StoragePorts,
  Tenants
} from "@telemark/core"
import { Dashboard, HttpTracing, nodeHandler, TrustedProxies } from "@telemark/http"
import { Worker } from "@telemark/worker"
import { Context, Effect, Layer, type Scope } from "effect"
import { type Addresses, addressesOf, signInUrl } from "../application/addresses.js"
import { layerApplication } from "../application/layers.js"
import { type SecretsNotUsable, StorageNotUsable } from "../application/storage.js"
import { returnPathKeys } from "../feedbackImport/importMail.js"
import { pollMailbox } from "../feedbackImport/pollMailbox.js"
import type { InvalidSettings, Settings } from "../settings/Settings.js"
import { isInNetworks } from "./isInNetworks.js"
import { listen, type ListenFailed } from "./listen.js"
import { makeServerDashboard } from "./serverDashboard.js"
import { serveMetrics } from "./serveMetrics.js"
import type {
  ListeningForSubmissions,
  SubmissionListenFailed,
  SubmissionNotSafe
} from "@telemark/smtp"
import { takeSubmissions } from "./takeSubmissions.js"
import { type BouncesAt, type BouncesFailure, takeBounces, withFinalizers } from "./takeBounces.js"

/** What the first start on empty storage created. The key is shown only here. */
export interface FirstStart {
  readonly tenant: string
  readonly key: string
}

const tenant = "default"

/** Only one of two processes that start at once does it. */
const firstStart = Effect.gen(function* () {
  const tenants = yield* Tenants
  const keys = yield* ApiKeys
  if ((yield* tenants.list).length > 0) return undefined
  const { recording } = yield* AuditLog
  const { id } = yield* recording({
    operation: "tenants.create",
    target: { kind: "tenant", id: tenant },
    tenant: { id: null, name: tenant },
    members: ["name"]
  })(tenants.create({ name: tenant }))
  const { key } = yield* recording({
    operation: "apiKeys.create",
    target: { kind: "api_key" },
    tenant: { id, name: tenant },
    members: ["name", "scopes"]
  })(
    keys.create(
      { tenant_id: id, scopes: new Set(allScopes) },
      { name: "First key", scopes: allScopes }
    )
  )
  return { tenant, key }
}).pipe(
  Effect.catchTag("TenantExists", () => Effect.succeed(undefined)),
  Effect.catchTags({
    ValidationFailed: Effect.die,
    ScopeExceedsCaller: Effect.die,
    ApiKeysBusy: Effect.die
  })
)

/** For requests and SMTP transactions in flight once the server is stopped. */
const drain = "30 seconds"

/** Options of `serve`. */
export interface ServeOptions {
  /** Whether this process also delivers; true by default. */
  readonly worker?: boolean | undefined
  /** What `GET /v1/diagnosis` runs; nothing by default. */
  readonly examination?:
    | Effect.Effect<ReadonlyArray<DiagnosisFinding>, never, StoragePorts | Tenants>
    | undefined
}

/** A server that accepts requests. */
export interface Serving extends Addresses {
  readonly firstStart: FirstStart | undefined
  /** Where Prometheus reads; undefined without a port for it. */
  readonly metrics_url: string | undefined
  /** Undefined if this process takes none. */
  readonly bounces: BouncesAt | undefined
  /** Undefined if there is no SMTP server for applications. */
  readonly submission: ListeningForSubmissions | undefined
}

/** Why a server can't start. Each message says what to do. */
export type StartFailure =
  | InvalidSettings
  | StorageNotUsable
  | SecretsNotUsable
  | ListenFailed
  | BouncesFailure
  | SubmissionListenFailed
  | SubmissionNotSafe

const listener = (settings: Settings) =>
  nodeHandler.pipe(
    Effect.provideServiceEffect(Dashboard, makeServerDashboard(settings)),
    Effect.provideService(HttpTracing, settings.otlpEndpoint !== undefined),
    Effect.provideService(TrustedProxies, isInNetworks(settings.trustedProxies ?? []))
  )

const readBounces = (settings: Settings) => {
  const { feedbackImap } = settings
  return feedbackImap === undefined
    ? Effect.void
    : Effect.flatMap(returnPathKeys(settings), (keys) =>
        Effect.forkScoped(pollMailbox({ ...feedbackImap, keys }))
      )
}

export const work = (settings: Settings) => {
  const { concurrency, lease, retention } = settings
  return Effect.andThen(
    Worker.start({ concurrency, lease, retention, drain }),
    readBounces(settings)
  )
}

/**
 * On the first start, and where mail is captured, the dashboard's pages sign in: whoever tries
 * things out has no key at hand.
 */
const signingIn = (at: Addresses, isFirst: boolean) =>
  Effect.gen(function* () {
    const { dashboard_url, inbox_url } = at
    if (!isFirst && inbox_url === undefined) return at
    return {
      ...at,
      dashboard_url: (yield* signInUrl(dashboard_url)).url,
      inbox_url: inbox_url && (yield* signInUrl(inbox_url)).url
    }
  })

/** With what the server has open. */
const attach = ({ examination }: ServeOptions) =>
  examination === undefined
    ? Effect.void
    : Effect.gen(function* () {
        const context = yield* Effect.context<StoragePorts | Tenants>()
        // The log's annotations are those of the request that asks.
        yield* (yield* Diagnosis).attach(
          Effect.updateContext(examination, (around: Context.Context<never>) =>
            Context.merge(context, around)
          )
        )
      })

const start = (settings: Settings, options: ServeOptions) =>
  Effect.gen(function* () {
    const { host, keepAlive } = settings
    yield* attach(options)
    const { port } = yield* listen({
      host,
      port: settings.port,
      keepAlive,
      listener: yield* listener(settings),
      drain
    })
    // Streams end by themselves only after minutes.
    yield* Effect.flatMap(EventFeed, (feed) => Effect.addFinalizer(() => feed.close))
    const metrics_url = yield* serveMetrics(settings)
    const isWorker = options.worker ?? true
    const bounces = isWorker ? yield* takeBounces(settings) : undefined
    const submission = yield* takeSubmissions(settings)
    // After listening: a key created for a server that can't start would be lost.
    const first = yield* firstStart
    // Otherwise the worker's finalizers would also run in parallel.
    if (isWorker) yield* withFinalizers("sequential")(work(settings))
    const at = yield* signingIn(addressesOf(settings, port), first !== undefined)
    return { ...at, metrics_url, firstStart: first, bounces, submission }
  })

/**
 * Serves the HTTP API until the scope closes, delivers unless disabled, and shows the dashboard.
 * Then requests and attempts in flight finish in parallel, and the database closes.
 */
export const serve = (
  settings: Settings,
  options: ServeOptions = {}
): Effect.Effect<Serving, StartFailure, Scope.Scope> =>
  Effect.gen(function* () {
    const application = yield* Layer.build(layerApplication(settings))
    return yield* start(settings, options).pipe(
      // One deadline for both: one by one, they could take twice as long.
      withFinalizers("parallel"),
      Effect.provide(application)
    )
  }).pipe(
    Effect.catchTag(
      "StorageError",
      (cause: StorageError) => new StorageNotUsable({ database: settings.database, cause })
    )
  )
