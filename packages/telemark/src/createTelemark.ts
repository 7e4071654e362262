import {
  awaitOpen,
  EventFeed,
  listIncidents,
  makeImplementations,
  readMetrics,
  StorageError,
  type SuppressionIncidentView,
  Tenants,
  Transport,
  undoIncident,
  ValidationFailed,
  type UndoneIncident,
  wordsForOperator
} from "@telemark/core"
import type { BounceListenerOptions } from "@telemark/feedback"
import { handlersAt, HttpTracing, resendPath } from "@telemark/http"
import {
  deliverDue,
  type DeliveredDue,
  type DeliverDueOptions,
  type WorkerOptions
} from "@telemark/worker"
import {
  Clock,
  Duration,
  Effect,
  Exit,
  Latch,
  Layer,
  ManagedRuntime,
  Metric,
  References,
  Result
} from "effect"
import type { IncomingMessage } from "node:http"
import { type RunningBounceListener, startBounceListener } from "./bounceListener.js"
import type { Running } from "./running.js"
import { type RunningSmtpServer, startSmtpServer } from "./smtpServer.js"
import type { SubmissionOptions } from "@telemark/smtp"
import { makeCalls, settle, TelemarkClosed } from "./calls.js"
import { callSite } from "./callSite.js"
import {
  dashboardHandlers,
  type DashboardMounts,
  type DashboardOptions,
  makeDashboardMounts,
  requireAuthorize
} from "./dashboard.js"
import { effectProblem } from "./effectVersion.js"
import { type InboxApi, makeInboxApi } from "./inbox.js"
import { makeFollowers } from "./following.js"
import { logLevelOf, readOptions, type ReadOptions, type TelemarkOptions } from "./options.js"
import { makeMounts, type Mounts } from "./mounts.js"
import type { RunNow } from "./operations.js"
import {
  makeOperatorWebhookEndpointsApi,
  type OperatorWebhookEndpointsApi
} from "./operatorWebhookEndpoints.js"
import { layerOf, telemarkLayer } from "./telemarkLayer.js"
import { makeTenantApi, type TenantApi } from "./tenant.js"
import { makeTenantsApi, type TenantsApi } from "./tenants.js"
import { layerTracing, withParentOf } from "./tracing.js"
import { type RunningWorker, startWorker } from "./worker.js"

/** Telemark inside a host application. Its own operations act for the tenant `default`. */
export interface Telemark extends TenantApi, Mounts, AsyncDisposable {
  /** The operations of another tenant. They reject with `NotFound` if it doesn't exist. */
  readonly tenant: (name: string) => TenantApi
  readonly tenants: TenantsApi
  /**
   * Webhook endpoints of no tenant: they get the audit log, and which tenants were warned of, paused
   * and resumed, of all tenants.
   */
  readonly operatorWebhookEndpoints: OperatorWebhookEndpointsApi
  /**
   * Incidents of all tenants: a mail server refused too many recipients with the same words, so
   * suppressing stopped. `undo` removes the suppressions that one added, and rejects with
   * `NotFound` for an unknown id.
   */
  readonly suppressionIncidents: {
    /** The newest 100 of the last 90 days, newest first. */
    readonly list: () => Promise<ReadonlyArray<SuppressionIncidentView>>
    readonly undo: (id: string) => Promise<UndoneIncident>
  }
  /** Mail of all tenants that the transport `capture()` kept. */
  readonly inbox: InboxApi
  /**
   * The dashboard for your own people: `app.use("/mail", telemark.dashboard({ authorize }))`. Make
   * it once for each mount; `/v1` below it is the HTTP API for its pages.
   */
  readonly dashboard: <Received = IncomingMessage | Request>(
    options: DashboardOptions<Received>
  ) => DashboardMounts
  /**
   * What Resend's SDK calls, for applications whose `RESEND_BASE_URL` is the mount:
   * `app.use("/resend", telemark.resend.nodeHandler)`. It takes Telemark's API keys.
   */
  readonly resend: Mounts
  readonly startWorker: (options?: WorkerOptions) => RunningWorker
  /**
   * Takes bounces and spam reports by SMTP at the return paths of `returnPath`, and records them.
   * Start it in one process of a machine. Rejects with `BounceListenFailed` if the port can't be
   * had, with `BounceCertificateNotUsable`, or with `ValidationFailed`.
   */
  readonly startBounceListener: (options: BounceListenerOptions) => Promise<RunningBounceListener>
  /**
   * Takes mail by SMTP from applications that log in with an API key, whatever they are written in.
   * Rejects with `SubmissionListenFailed` if a port can't be had, with `SubmissionNotSafe` if keys
   * would come in clear from other machines, or with `ValidationFailed`.
   */
  readonly startSmtpServer: (options: SubmissionOptions) => Promise<RunningSmtpServer>
  /**
   * Delivers all that is due, with one attempt for each email, and resolves when nothing is due or
   * in flight: for serverless functions, jobs and tests. `close` stops it like a worker. Rejects
   * with `StorageError` if storage can't say what is due.
   */
  readonly deliverDue: (options?: DeliverDueOptions) => Promise<DeliveredDue>
  /**
   * What the option `metrics` measures, as Prometheus reads it (text format 0.0.4): answer it to
   * `GET /metrics`, alone or behind the text of the application's own registry. Rejects with
   * `ValidationFailed` without that option.
   */
  readonly metrics: () => Promise<string>
  /**
   * Refuses calls with `TelemarkClosed` and requests with 503. What is in flight has 30 s to
   * finish; then the storage is closed.
   */
  readonly close: () => Promise<void>
}

/** Telemark for applications with Effect. */
export const Telemark = {
  layer: telemarkLayer
} as const

const drain = "30 seconds"

const layerOfProcess = (read: ReadOptions, options: TelemarkOptions) =>
  layerOf(read, options).pipe(
    Layer.provideMerge(
      Layer.succeed(References.MinimumLogLevel, logLevelOf(options.logLevel ?? "Warning"))
    ),
    Layer.provideMerge(layerTracing(options.tracing)),
    // Of this Telemark alone.
    Layer.provideMerge(Layer.sync(Metric.MetricRegistry, () => new Map())),
    Layer.provideMerge(
      options.clock === undefined ? Layer.empty : Layer.succeed(Clock.Clock, options.clock)
    )
  )

const explained = (error: unknown): unknown => {
  if (!(error instanceof StorageError)) return error
  const { cause, reason } = error
  const explanation = wordsForOperator(error)
  return explanation === undefined ? error : new StorageError({ reason, cause, explanation })
}

/**
 * Opens the storage, migrates its schema and creates the tenant `default` if missing. Rejects with
 * the original error if something can't start.
 */
export const createTelemark = async (options: TelemarkOptions): Promise<Telemark> => {
  const leadingHere = callSite(createTelemark)
  try {
    return await create(options)
  } catch (error) {
    throw leadingHere(explained(error))
  }
}

const create = async (options: TelemarkOptions): Promise<Telemark> => {
  const problem = effectProblem()
  if (problem !== undefined) throw problem
  const read = Result.getOrThrowWith(readOptions(options), (invalid) => invalid)
  const runtime = ManagedRuntime.make(layerOfProcess(read, options))
  const built = await Effect.runPromiseExit(runtime.contextEffect)
  if (Exit.isFailure(built)) await runtime.dispose()
  const context = settle(built)
  // Not by the runtime, whose `dispose` waits for all that it runs: a send waits for a host's
  // connection for as long as that is stalled.
  const inTrace = withParentOf(options.tracing)
  const run = async <A, E>(
    effect: Effect.Effect<A, E, ManagedRuntime.ManagedRuntime.Services<typeof runtime>>
  ): Promise<A> => settle(await Effect.runPromiseExitWith(context)(inTrace(effect)))
  const calls = makeCalls()
  const call: typeof run = (effect) => {
    const leadingThere = callSite(call)
    return calls
      .make(() => run(effect))
      .catch((error: unknown) => {
        throw leadingThere(error)
      })
  }
  // Once stopped, deliveries end within the time of their attempts in flight.
  const deliveries = makeCalls()
  const stopping = Latch.makeUnsafe(false)
  const callNow: RunNow = (effect) => {
    if (calls.isClosed()) throw new TelemarkClosed()
    const leadingThere = callSite(callNow)
    try {
      return settle(runtime.runSyncExit(effect))
    } catch (error) {
      throw leadingThere(error)
    }
  }
  const { handlers, implementations } = await run(
    Effect.gen(function* () {
      const tenants = yield* Tenants
      yield* tenants.getOrCreate("default")
      const handlers = yield* Effect.provideService(
        handlersAt,
        HttpTracing,
        options.tracing !== undefined
      )
      return { handlers, implementations: yield* makeImplementations }
    })
  ).catch(async (error: unknown) => {
    await runtime.dispose()
    throw error
  })

  const workers = new Set<RunningWorker>()
  const listeners = new Set<Running>()
  /** Starts what is to be closed with Telemark. */
  const listening = async <A extends Running>(start: () => Promise<A>): Promise<A> => {
    if (calls.isClosed()) throw new TelemarkClosed()
    const listener = await start()
    if (calls.isClosed()) {
      await listener.close()
      throw new TelemarkClosed()
    }
    listeners.add(listener)
    return listener
  }
  const followers = makeFollowers(
    (effect) => runtime.runFork(effect),
    () => new Date(runtime.runSync(Clock.currentTimeMillis))
  )
  const stop = async (): Promise<void> => {
    stopping.openUnsafe()
    // Requests under way, which would end by themselves only after minutes.
    const endStreams = runtime.runPromise(Effect.flatMap(EventFeed, (feed) => feed.close))
    await Promise.all([
      calls.close(drain),
      endStreams,
      deliveries.close(Duration.infinity),
      followers.close(drain),
      ...[...workers, ...listeners].map((running) => running.close())
    ])
    await runtime.dispose()
  }
  const tenantApi = (name: string) =>
    makeTenantApi({ run: call, runNow: callNow }, implementations, name, followers)
  let stopped: Promise<void> | undefined
  const close = (): Promise<void> => (stopped ??= stop())
  return {
    ...tenantApi("default"),
    tenant: tenantApi,
    tenants: makeTenantsApi(call),
    operatorWebhookEndpoints: makeOperatorWebhookEndpointsApi(call),
    suppressionIncidents: {
      list: () => call(listIncidents),
      undo: (id) => call(undoIncident(id))
    },
    inbox: makeInboxApi(call),
    ...makeMounts(handlers, calls),
    resend: makeMounts(handlers, calls, { front: resendPath }),
    dashboard: (dashboardOptions) => {
      if (calls.isClosed()) throw new TelemarkClosed()
      requireAuthorize(dashboardOptions)
      return makeDashboardMounts(
        runtime.runSync(
          Effect.flatMap(Transport, ({ captures }) =>
            dashboardHandlers(dashboardOptions, { inbox: captures === true })
          )
        ),
        calls
      )
    },
    startWorker: (workerOptions = {}) => {
      if (calls.isClosed()) throw new TelemarkClosed()
      const worker = startWorker(runtime, workerOptions)
      workers.add(worker)
      return worker
    },
    startBounceListener: (at) => listening(() => startBounceListener(runtime, at, read)),
    startSmtpServer: (at) => listening(() => startSmtpServer(runtime, at)),
    deliverDue: (deliverOptions) =>
      deliveries.make(() => run(deliverDue(deliverOptions, awaitOpen(stopping)))),
    metrics: () =>
      call(
        read.metrics === undefined
          ? ValidationFailed.at("metrics", "must be on, as in createTelemark({ metrics: true, … })")
          : readMetrics
      ),
    close,
    [Symbol.asyncDispose]: close
  }
}
