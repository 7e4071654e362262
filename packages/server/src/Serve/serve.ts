import type { StorageError, StoredKeys } from "@telemark/core"
import { HttpTracing, nodeHandler } from "@telemark/http"
import { Worker } from "@telemark/worker"
import { Effect, Layer, type Scope } from "effect"
import type { RequestListener } from "node:http"
import { layerApplication } from "../Application/index.js"
import { homeMiddleware } from "../Home/index.js"
import { inboxMiddleware, inboxToken } from "../Inbox/index.js"
import { listen, type ListenFailed } from "../Listener/index.js"
import { type InvalidSettings, secretMissing, type Settings } from "../Settings/index.js"
import { type SecretsNotUsable, StorageNotUsable } from "../Storage/index.js"
import { type FirstStart, firstStart } from "./firstStart.js"
import { type Addresses, addressesOf } from "./addresses.js"

/** How long requests in flight and conversations under way may take once the server is told to stop. */
export const drain = "30 seconds"

export interface ServeOptions {
  /** Whether this process delivers as well; true by default. */
  readonly worker?: boolean | undefined
}

/** A server that accepts requests. */
export interface Serving extends Addresses {
  readonly firstStart: FirstStart | undefined
}

/** What keeps a server from starting; each message says what to do about it. */
export type StartFailure = InvalidSettings | StorageNotUsable | SecretsNotUsable | ListenFailed

const listener = (settings: Settings) =>
  Effect.gen(function*() {
    const hasInbox = settings.transport._tag === "Capture"
    const api: RequestListener = yield* Effect.provideService(nodeHandler, HttpTracing, settings.otlpEndpoint !== undefined)
    const home = homeMiddleware({ hasInbox })
    const inbox = hasInbox ? yield* inboxMiddleware(settings) : undefined
    const all: RequestListener = (request, response) => {
      home(request, response, () => {
        if (inbox === undefined) api(request, response)
        else inbox(request, response, () => { api(request, response) })
      })
    }
    return all
  })

/** A worker with the server's settings, until the scope closes. */
export const work = ({ concurrency, lease, retention }: Settings) => Worker.start({ concurrency, lease, retention, drain })

/** Where the server is found, with the token in the address of the inbox. */
export const addresses = (settings: Settings, port: number): Effect.Effect<Addresses, InvalidSettings | StorageError, StoredKeys> =>
  settings.transport._tag !== "Capture"
    ? Effect.succeed(addressesOf(settings, port))
    : inboxToken(settings).pipe(
      Effect.map((token) => addressesOf(settings, port, token)),
      Effect.catchTags({ SecretMissing: () => secretMissing, InvalidSecret: () => secretMissing })
    )

const start = (settings: Settings, options: ServeOptions) =>
  Effect.gen(function*() {
    const { host } = settings
    const { port } = yield* listen({ host, port: settings.port, listener: yield* listener(settings), drain })
    // After listening: a key made for a server that then can't start would be lost.
    const first = yield* firstStart
    // Without this, its finalizers would run side by side too.
    if (options.worker ?? true) yield* Effect.sequentialFinalizers(work(settings))
    return { ...(yield* addresses(settings, port)), firstStart: first }
  })

/**
 * Serves the HTTP API, delivers unless told otherwise, and shows the inbox if mail is captured, until the scope
 * closes. Then requests in flight finish while the worker finishes what it has in hand; the database closes last.
 */
export const serve = (settings: Settings, options: ServeOptions = {}): Effect.Effect<Serving, StartFailure, Scope.Scope> =>
  Effect.gen(function*() {
    const application = yield* Layer.build(layerApplication(settings))
    return yield* start(settings, options).pipe(
      // One deadline for both: stopping one after the other could take twice as long.
      Effect.parallelFinalizers,
      Effect.provide(application)
    )
  }).pipe(
    Effect.catchTag("StorageError", (cause: StorageError) => new StorageNotUsable({ database: settings.database, cause }))
  )
