import {
  Diagnosis,
  type DiagnosisFinding,
  EventFeed,
  Sessions,
  type StorageError,
  type StoragePorts,
  type StoredKeys,
  type Tenants
} from "@telemark/core"
import { Dashboard, HttpTracing, nodeHandler } from "@telemark/http"
import { Worker } from "@telemark/worker"
import { Context, Effect, Layer, type Scope } from "effect"
import type { RequestListener } from "node:http"
import { layerApplication } from "../Application/index.js"
import { makeServerDashboard, signInUrl } from "../Dashboard/index.js"
import { pollMailbox, returnPathKeys } from "../FeedbackImport/index.js"
import { homeMiddleware } from "../Home/index.js"
import { inboxMiddleware, inboxToken } from "../Inbox/index.js"
import { listen, type ListenFailed } from "../Listener/index.js"
import { type InvalidSettings, secretMissing, type Settings } from "../Settings/index.js"
import { type SecretsNotUsable, StorageNotUsable } from "../Storage/index.js"
import { type FirstStart, firstStart } from "./firstStart.js"
import { type Addresses, addressesOf } from "./addresses.js"
import { besidePages } from "./besidePages.js"
import { type BouncesAt, type BouncesFailure, takeBounces } from "./bounces.js"
import { withFinalizers } from "./finalizers.js"

/** Time for requests and SMTP transactions in flight once the server is stopped. */
export const drain = "30 seconds"

/** Options of `serve`. */
export interface ServeOptions {
  /** Whether this process also delivers; true by default. */
  readonly worker?: boolean | undefined
  /** The checks that `GET /v1/diagnosis` runs; none by default. */
  readonly examination?:
    | Effect.Effect<ReadonlyArray<DiagnosisFinding>, never, StoragePorts | Tenants>
    | undefined
}

/** A server that accepts requests. */
export interface Serving extends Addresses {
  readonly firstStart: FirstStart | undefined
  /** Undefined if this process takes none. */
  readonly bounces: BouncesAt | undefined
}

/** Why a server can't start. Each message says what to do. */
export type StartFailure =
  | InvalidSettings
  | StorageNotUsable
  | SecretsNotUsable
  | ListenFailed
  | BouncesFailure

const listener = (settings: Settings) =>
  Effect.gen(function* () {
    const hasInbox = settings.transport._tag === "Capture"
    const dashboard = yield* makeServerDashboard(settings)
    const api: RequestListener = yield* nodeHandler.pipe(
      Effect.provideService(HttpTracing, settings.otlpEndpoint !== undefined),
      Effect.provideService(Dashboard, dashboard)
    )
    const home = homeMiddleware({ hasInbox, hasDashboard: dashboard !== undefined })
    const inbox = hasInbox
      ? yield* inboxMiddleware(settings, { hasDashboard: dashboard !== undefined })
      : undefined
    const all: RequestListener = (request, response) => {
      home(request, response, () => {
        if (inbox === undefined) api(request, response)
        else
          inbox(request, response, () => {
            api(request, response)
          })
      })
    }
    return (yield* besidePages)(all, api)
  })

/** Reads the mailbox for bounces, if one is set, until the scope closes. */
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

/** The server's URLs; that of the inbox contains its token. */
export const addresses = (
  settings: Settings,
  port: number
): Effect.Effect<Addresses, InvalidSettings | StorageError, StoredKeys> =>
  settings.transport._tag !== "Capture"
    ? Effect.succeed(addressesOf(settings, port))
    : inboxToken(settings).pipe(
        Effect.map((token) => addressesOf(settings, port, token)),
        Effect.catchTags({ SecretMissing: () => secretMissing, InvalidSecret: () => secretMissing })
      )

/** Runs the checks with what the server has open. */
const attach = ({ examination }: ServeOptions) =>
  examination === undefined
    ? Effect.void
    : Effect.gen(function* () {
        const context = yield* Effect.context<StoragePorts | Tenants>()
        // Without the log's annotations of this moment: those of the request that asks count.
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
    // At the same time as the server stops listening: streams end by themselves only after minutes.
    yield* Effect.flatMap(EventFeed, (feed) => Effect.addFinalizer(() => feed.close))
    const isWorker = options.worker ?? true
    const bounces = isWorker ? yield* takeBounces(settings) : undefined
    // After listening: if the server can't start, a key created for it would be lost.
    const first = yield* firstStart
    // Without this, the worker's finalizers would also run in parallel.
    if (isWorker) yield* withFinalizers("sequential")(work(settings))
    const at = yield* addresses(settings, port)
    const dashboard_url =
      first === undefined
        ? at.dashboard_url
        : signInUrl(at.dashboard_url, (yield* (yield* Sessions).createToken).secret)
    return { ...at, dashboard_url, firstStart: first, bounces }
  })

/**
 * Serves the HTTP API until the scope closes, delivers unless disabled, and shows the inbox if mail
 * is captured. When the scope closes, requests and attempts in flight finish in parallel, then the
 * database closes.
 */
export const serve = (
  settings: Settings,
  options: ServeOptions = {}
): Effect.Effect<Serving, StartFailure, Scope.Scope> =>
  Effect.gen(function* () {
    const application = yield* Layer.build(layerApplication(settings))
    return yield* start(settings, options).pipe(
      // One deadline for server and worker: stopping them one by one could take twice as long.
      withFinalizers("parallel"),
      Effect.provide(application)
    )
  }).pipe(
    Effect.catchTag(
      "StorageError",
      (cause: StorageError) => new StorageNotUsable({ database: settings.database, cause })
    )
  )
