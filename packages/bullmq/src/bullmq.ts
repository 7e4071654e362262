import { checkedOptions, type OptionNames, ValidationFailed } from "@telemark/contract"
import { Queue, type QueueEntry, type QueueRoute, type TakenEntry } from "@telemark/core"
import { Effect, Layer, Redacted } from "effect"
import { openRedis } from "./redisConnection.js"
import {
  defaultPrefix,
  InvalidRedisUrl,
  isPrefix,
  parseRedisUrl,
  type RedisServer
} from "./redisUrl.js"
import { openRouteQueue, type RouteQueue } from "./routeQueue.js"

/** Options of `bullmq()`. */
export interface BullmqOptions {
  /**
   * `redis://user:password@host:6379/0`, or `rediss://` for TLS; may have `?prefix=`. May be
   * `Redacted`.
   */
  readonly url: string | Redacted.Redacted
  /**
   * Of the keys in Redis; by default that of the URL, else `telemark`. Two databases need two
   * prefixes, or each gets the other's messages.
   */
  readonly prefix?: string | undefined
  /**
   * How long a worker that doesn't renew its lock keeps an entry, in milliseconds; 60,000 by
   * default.
   */
  readonly keptFor?: number | undefined
}

const defaultKeptFor = 60_000

const urlOf = ({ url }: BullmqOptions): string =>
  Redacted.isRedacted(url) ? Redacted.value(url) : url

const serverOf = (options: BullmqOptions) =>
  Effect.flatMap(Effect.fromResult(parseRedisUrl(urlOf(options))), (server) =>
    isPrefix(options.prefix ?? defaultPrefix)
      ? Effect.succeed(server)
      : Effect.fail(new InvalidRedisUrl({ reason: "has an invalid prefix option" }))
  )

const open = (
  server: RedisServer,
  { keptFor = defaultKeptFor, prefix = server.prefix ?? defaultPrefix }: BullmqOptions
) => {
  const connection = openRedis(server)
  const routes: Readonly<Record<QueueRoute, RouteQueue>> = {
    platform: openRouteQueue({ connection, route: "platform", prefix, keptFor }),
    own: openRouteQueue({ connection, route: "own", prefix, keptFor })
  }
  return {
    routes,
    close: async (): Promise<void> => {
      await Promise.all([routes.platform.close(), routes.own.close()])
      connection.close()
    }
  }
}

const ofRoute = <Entry extends QueueEntry>(
  entries: ReadonlyArray<Entry>,
  route: QueueRoute
): ReadonlyArray<Entry> => entries.filter((entry) => entry.route === route)

const make = (server: RedisServer, options: BullmqOptions) =>
  Effect.gen(function* () {
    // Connects on first use: a process that delivers nothing needs no connection.
    let opened: ReturnType<typeof open> | undefined
    const routes = () => (opened ??= open(server, options)).routes
    yield* Effect.addFinalizer(() =>
      Effect.promise(async () => {
        await opened?.close()
      })
    )

    const each = <Entry extends QueueEntry, E>(
      entries: ReadonlyArray<Entry>,
      work: (queue: RouteQueue, own: ReadonlyArray<Entry>) => Effect.Effect<void, E>
    ) =>
      Effect.forEach(
        ["platform", "own"] as const,
        (route) => {
          const own = ofRoute(entries, route)
          return own.length === 0 ? Effect.void : work(routes()[route], own)
        },
        { discard: true }
      )

    return Queue.of({
      offer: (entries) => each(entries, (queue, own) => queue.offer(own)),
      take: (owner, route, limit) => Effect.suspend(() => routes()[route].take(owner, limit)),
      extend: (owner, entries: ReadonlyArray<TakenEntry>) =>
        each(entries, (queue, own) => queue.extend(owner, own)),
      release: (owner, entries: ReadonlyArray<TakenEntry>) =>
        each(entries, (queue, own) => queue.release(owner, own)),
      done: (owner, entries: ReadonlyArray<TakenEntry>) =>
        each(entries, (queue, own) => queue.done(owner, own))
    })
  })

/**
 * Checks the URL at once, and connects when there is mail to deliver. While Redis is away, messages
 * wait in the database.
 */
export const layerBullmq = (options: BullmqOptions) =>
  Layer.effect(
    Queue,
    Effect.flatMap(serverOf(options), (server) => make(server, options))
  )

const optionNames: OptionNames<BullmqOptions> = { url: true, prefix: true, keptFor: true }

/** `layerBullmq` for applications. Throws `ValidationFailed` if an option is invalid. */
export const bullmq = (options: BullmqOptions) => {
  const { keptFor, prefix, url } = checkedOptions(
    "bullmq()",
    `{ url: "redis://localhost:6379" }`,
    optionNames,
    options
  )
  if (typeof (url as unknown) !== "string" && !Redacted.isRedacted(url))
    throw ValidationFailed.at("url", "must be a URL such as redis://localhost:6379")
  if (prefix !== undefined && !isPrefix(prefix))
    throw ValidationFailed.at(
      "prefix",
      "must be letters, digits, dots, hyphens and underscores, at most 64"
    )
  if (keptFor !== undefined && !(Number.isInteger(keptFor) && keptFor >= 100))
    throw ValidationFailed.at("keptFor", "must be a whole number of milliseconds, at least 100")
  return layerBullmq(options)
}
