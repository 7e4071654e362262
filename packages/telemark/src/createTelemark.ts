import {
  type CreateTenant, listIncidents, makeImplementations, StorageError, type SuppressionIncidentView, type Tenant, Tenants, type UndoneIncident, undoIncident, type UpdateTenant
} from "@telemark/core"
import { handlersAt } from "@telemark/http"
import { deliverDue, type DeliveredDue, type DeliverDueOptions, type WorkerOptions } from "@telemark/worker"
import { Clock, Duration, Effect, Either, Layer, Logger, LogLevel, ManagedRuntime } from "effect"
import { makeCalls, TelemarkClosed } from "./calls.js"
import { callSite } from "./callSite.js"
import { effectProblem } from "./effectVersion.js"
import { type InboxApi, makeInboxApi } from "./inbox.js"
import { makeFollowers } from "./followers.js"
import { makeMounts, type Mounts } from "./mounts.js"
import { readOptions, type TelemarkOptions } from "./options.js"
import { settle } from "./settle.js"
import type { RunNow } from "./operations.js"
import { layerOf, telemarkLayer } from "./telemarkLayer.js"
import { makeTenantApi, type TenantApi } from "./tenant.js"
import { type RunningWorker, startWorker } from "./worker.js"

/** Telemark inside a host application. Its own operations are those of the tenant `default`. */
export interface Telemark extends TenantApi, Mounts, AsyncDisposable {
  /** The operations of another tenant; they reject with `NotFound` if there is none of that name. */
  readonly tenant: (name: string) => TenantApi
  readonly tenants: {
    readonly create: (request: CreateTenant) => Promise<Tenant>
    readonly get: (name: string) => Promise<Tenant>
    readonly list: () => Promise<ReadonlyArray<Tenant>>
    /** Changes the default sender or the monthly limit; null takes one away. */
    readonly update: (name: string, changes: UpdateTenant) => Promise<Tenant>
    /**
     * Removes a tenant with its keys, mail, log, templates, domains and everything else. Nothing of its queue is sent any more, but messages in flight
     * may still be delivered. If this is interrupted, a worker removes the rest.
     */
    readonly remove: (name: string) => Promise<void>
  }
  /**
   * When suppressing stopped, of all tenants, since a mail server refused too many recipients in the same words. `undo` removes exactly the
   * suppressions that such an incident added, and rejects with `NotFound` if there is none of that id; again, it removes nothing.
   */
  readonly suppressionIncidents: {
    /** The newest 100 of the last 90 days, newest first. */
    readonly list: () => Promise<ReadonlyArray<SuppressionIncidentView>>
    readonly undo: (id: string) => Promise<UndoneIncident>
  }
  /** The mail that the transport `capture()` kept instead of sending it, of all tenants. */
  readonly inbox: InboxApi
  /** Starts delivering in this process. */
  readonly startWorker: (options?: WorkerOptions) => RunningWorker
  /**
   * Delivers all emails and webhooks that are due, one attempt at each email, and resolves when nothing of it is left nor in hand: for
   * functions and jobs, where no process lives on, and for tests. `close` makes it stop as a worker does. What storage could not say rejects with `StorageError`; what was delivered is recorded all the same.
   */
  readonly deliverDue: (options?: DeliverDueOptions) => Promise<DeliveredDue>
  /**
   * Takes no more calls: they reject with `TelemarkClosed`, and requests are answered 503. What is under way
   * finishes within 30 s, as does what workers that were started here, handlers of events and loops over named subscriptions have
   * in hand; those loops end. Then the storage is closed.
   */
  readonly close: () => Promise<void>
}

/** What there is of Telemark beside what `createTelemark` makes. */
export const Telemark = {
  /** Telemark as one layer, for applications with Effect: see `LayerOptions`. */
  layer: telemarkLayer
} as const

/** How long calls and requests under way may take once Telemark is closed. */
const drain = "30 seconds"

const layerOfProcess = (options: TelemarkOptions) =>
  layerOf(Either.getOrThrowWith(readOptions(options), (invalid) => invalid), options).pipe(
    Layer.provide(Logger.minimumLogLevel(LogLevel.fromLiteral(options.logLevel ?? "Warning"))),
    Layer.provide(Layer.setTracerEnabled(false)),
    Layer.provide(options.clock === undefined ? Layer.empty : Layer.setClock(options.clock))
  )

/** A storage that can't be opened says why in the error itself: the words of its package are meant for the operator, unlike those of a driver. */
const explained = (error: unknown): unknown =>
  error instanceof StorageError && error.cause instanceof Error && error.cause.name === "Error"
    ? new StorageError({ reason: error.reason, cause: error.cause, explanation: error.cause.message })
    : error

/**
 * Opens the storage, brings its schema up to date, makes the tenant `default` if there is none, and
 * resolves when everything is ready; rejects with the original error if something can't start.
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
  const runtime = ManagedRuntime.make(layerOfProcess(options))
  const run = async <A, E>(effect: Effect.Effect<A, E, ManagedRuntime.ManagedRuntime.Context<typeof runtime>>): Promise<A> =>
    settle(await runtime.runPromiseExit(effect))
  const calls = makeCalls()
  const call: typeof run = (effect) => {
    const leadingThere = callSite(call)
    return calls.make(() => run(effect)).catch((error: unknown) => { throw leadingThere(error) })
  }
  // Ends by itself, within what it takes to finish what it has in hand, once it is told to stop.
  const deliveries = makeCalls()
  const stopping = Effect.unsafeMakeLatch(false)
  const callNow: RunNow = (effect) => {
    if (calls.isClosed()) throw new TelemarkClosed()
    const leadingThere = callSite(callNow)
    try {
      return settle(runtime.runSyncExit(effect))
    } catch (error) {
      throw leadingThere(error)
    }
  }
  const { handlers, implementations } = await run(Effect.gen(function*() {
    const tenants = yield* Tenants
    yield* tenants.getOrCreate("default")
    return { handlers: yield* handlersAt, implementations: yield* makeImplementations }
  })).catch(async (error: unknown) => {
    await runtime.dispose()
    throw error
  })

  const workers = new Set<RunningWorker>()
  const followers = makeFollowers((effect) => runtime.runFork(effect), () => new Date(runtime.runSync(Clock.currentTimeMillis)))
  const stop = async (): Promise<void> => {
    stopping.unsafeOpen()
    await Promise.all([calls.close(drain), deliveries.close(Duration.infinity), followers.close(drain), ...[...workers].map((worker) => worker.close())])
    await runtime.dispose()
  }
  const tenantApi = (name: string) => makeTenantApi({ run: call, runNow: callNow }, implementations, name, followers)
  let stopped: Promise<void> | undefined
  const close = (): Promise<void> => stopped ??= stop()
  return {
    ...tenantApi("default"),
    tenant: tenantApi,
    tenants: {
      create: (request) => call(Effect.flatMap(Tenants, (tenants) => tenants.create(request))),
      get: (name) => call(Effect.flatMap(Tenants, (tenants) => tenants.get(name))),
      list: () => call(Effect.flatMap(Tenants, (tenants) => tenants.list)),
      update: (name, changes) => call(Effect.flatMap(Tenants, (tenants) => tenants.update(name, changes))),
      remove: (name) => call(Effect.flatMap(Tenants, (tenants) => tenants.remove(name)))
    },
    suppressionIncidents: {
      list: () => call(listIncidents),
      undo: (id) => call(undoIncident(id))
    },
    inbox: makeInboxApi(call),
    ...makeMounts(handlers, calls),
    startWorker: (workerOptions = {}) => {
      if (calls.isClosed()) throw new TelemarkClosed()
      const worker = startWorker(runtime, workerOptions)
      workers.add(worker)
      return worker
    },
    deliverDue: (deliverOptions) => deliveries.make(() => run(deliverDue(deliverOptions, stopping.await))),
    close,
    [Symbol.asyncDispose]: close
  }
}
