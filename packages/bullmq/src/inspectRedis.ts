import { Data, Effect, Redacted } from "effect"
import { openConnection } from "./connection.js"
import { remedyOf } from "./trouble.js"
import { defaultPrefix, type InvalidRedisUrl, parseRedisUrl } from "./url.js"

/** What a Redis says about itself. What it doesn't say is undefined: hosted ones hide some of it. */
export interface RedisInspection {
  readonly host: string
  readonly port: number
  readonly version: string | undefined
  /** Whether it is a replica, which can't be written to. */
  readonly isReplica: boolean
  readonly maxmemoryPolicy: string | undefined
  /** Whether it writes each change to a file (`appendonly`). */
  readonly appendsToFile: boolean | undefined
}

/** The Redis can't be reached, or not be used as it is named. The message says where and why, without the login. */
export class RedisNotUsable extends Data.TaggedError("RedisNotUsable")<{
  readonly explanation: string
  /** What to do about it. */
  readonly remedy: string
}> {
  readonly code = "redis_not_usable"

  override get message(): string {
    return `${this.explanation} ${this.remedy}`
  }
}

/** Reads the answer to INFO: lines of `name:value`. */
export const parseInfo = (info: string): ReadonlyMap<string, string> =>
  new Map(info.split(/\r?\n/).flatMap((line): ReadonlyArray<[string, string]> => {
    const colon = line.indexOf(":")
    return line.startsWith("#") || colon < 1 ? [] : [[line.slice(0, colon), line.slice(colon + 1)]]
  }))

/**
 * Connects to the Redis, logs in and asks what it is; changes nothing. Waits for five seconds at the most.
 *
 * @example
 * const { maxmemoryPolicy } = await Effect.runPromise(inspectRedis(Redacted.make("redis://queue:6379")))
 */
export const inspectRedis = (url: Redacted.Redacted): Effect.Effect<RedisInspection, InvalidRedisUrl | RedisNotUsable> =>
  Effect.gen(function*() {
    const server = yield* parseRedisUrl(Redacted.value(url))
    const { call, client } = yield* Effect.acquireRelease(Effect.sync(() => openConnection(server)), ({ close }) => Effect.sync(close))
    const info = yield* call(async () => {
      const answer = await client.info()
      // A user who may not read keys of that name is of no use, whatever else it may do.
      await client.exists(`${server.prefix ?? defaultPrefix}:mail:meta`)
      return parseInfo(answer)
    }).pipe(Effect.mapError(({ cause, explanation }) => new RedisNotUsable({ explanation, remedy: remedyOf(cause) })))
    const appends = info.get("aof_enabled")
    return {
      host: server.host,
      port: server.port,
      version: info.get("redis_version"),
      isReplica: info.get("role") === "slave",
      maxmemoryPolicy: info.get("maxmemory_policy"),
      appendsToFile: appends === undefined ? undefined : appends === "1"
    }
  }).pipe(Effect.scoped)
