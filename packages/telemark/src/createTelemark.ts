import { type CreateTenant, Delivery, layerServices, type Tenant, Tenants } from "@telemark/core"
import { layerKeyHasher, nodeHandler, webHandler } from "@telemark/http"
import type { WorkerOptions } from "@telemark/worker"
import { Effect, Either, Layer, Logger, LogLevel, ManagedRuntime } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { readOptions, type TelemarkOptions } from "./options.js"
import { settle } from "./settle.js"
import { makeTenantApi, type TenantApi } from "./tenant.js"
import { type RunningWorker, startWorker } from "./worker.js"

/** Telemark inside a host application. Its own operations are those of the tenant `default`. */
export interface Telemark extends TenantApi, AsyncDisposable {
  /** The operations of another tenant; they reject with `NotFound` if there is none of that name. */
  readonly tenant: (name: string) => TenantApi
  readonly tenants: {
    readonly create: (request: CreateTenant) => Promise<Tenant>
    readonly get: (name: string) => Promise<Tenant>
    readonly list: () => Promise<ReadonlyArray<Tenant>>
  }
  /** The HTTP API for hosts that speak `Request` and `Response`. Paths begin with `/v1`. */
  readonly fetch: (request: Request) => Promise<Response>
  /** The HTTP API for Node: `http.createServer(telemark.nodeHandler)`, or `app.use("/v1", telemark.nodeHandler)`. */
  readonly nodeHandler: (request: IncomingMessage, response: ServerResponse) => void
  /** Starts delivering in this process. */
  readonly startWorker: (options?: WorkerOptions) => RunningWorker
  /** Stops every worker that was started here, lets it finish what it has in hand, and closes the storage. */
  readonly close: () => Promise<void>
}

const layerOf = (options: TelemarkOptions) => {
  const { retry, services } = Either.getOrThrowWith(readOptions(options), (invalid) => invalid)
  return Layer.mergeAll(layerServices(services), Delivery.layer(retry)).pipe(
    Layer.provideMerge(Layer.merge(layerKeyHasher, options.transport)),
    Layer.provideMerge(options.storage),
    Layer.provide(Logger.minimumLogLevel(LogLevel.fromLiteral(options.logLevel ?? "Warning"))),
    Layer.provide(Layer.setTracerEnabled(false))
  )
}

/**
 * Opens the storage, brings its schema up to date, makes the tenant `default` if there is none, and
 * resolves when everything is ready; rejects with the original error if something can't start.
 */
export const createTelemark = async (options: TelemarkOptions): Promise<Telemark> => {
  const runtime = ManagedRuntime.make(layerOf(options))
  const run = async <A, E>(effect: Effect.Effect<A, E, ManagedRuntime.ManagedRuntime.Context<typeof runtime>>): Promise<A> =>
    settle(await runtime.runPromiseExit(effect))
  const handlers = await run(Effect.gen(function*() {
    const tenants = yield* Tenants
    yield* tenants.getOrCreate("default")
    return { node: yield* nodeHandler, web: yield* webHandler }
  })).catch(async (error: unknown) => {
    await runtime.dispose()
    throw error
  })

  const workers = new Set<RunningWorker>()
  let isClosed = false
  const close = async (): Promise<void> => {
    isClosed = true
    await Promise.all([...workers].map((worker) => worker.close()))
    await runtime.dispose()
  }
  return {
    ...makeTenantApi(run, "default"),
    tenant: (name) => makeTenantApi(run, name),
    tenants: {
      create: (request) => run(Effect.flatMap(Tenants, (tenants) => tenants.create(request))),
      get: (name) => run(Effect.flatMap(Tenants, (tenants) => tenants.get(name))),
      list: () => run(Effect.flatMap(Tenants, (tenants) => tenants.list))
    },
    fetch: handlers.web,
    nodeHandler: handlers.node,
    startWorker: (workerOptions = {}) => {
      if (isClosed) throw new Error("This Telemark is closed. Create another one to start a worker.")
      const worker = startWorker(runtime, workerOptions)
      workers.add(worker)
      return worker
    },
    close,
    [Symbol.asyncDispose]: close
  }
}
