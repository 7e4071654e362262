import { Data, Effect, Redacted } from "effect"
import { remedyOf } from "./explainRedisError.js"
import { openRedis } from "./redisConnection.js"
import { defaultPrefix, parseRedisUrl } from "./redisUrl.js"

/** What a Redis reports about itself. Hosted ones hide some fields. */
export interface RedisInspection {
  readonly host: string
  readonly port: number
  readonly version: string | undefined
  readonly isReplica: boolean
  readonly maxmemoryPolicy: string | undefined
  /** Whether each change is written to a file (`appendonly`). */
  readonly appendsToFile: boolean | undefined
}

/** The message says where and why, without the login. */
export class RedisNotUsable extends Data.TaggedError("RedisNotUsable")<{
  readonly explanation: string
  readonly remedy: string
}> {
  readonly code = "redis_not_usable"

  override get message(): string {
    return `${this.explanation} ${this.remedy}`
  }
}

/** Lines of `name:value`. */
const parseInfo = (info: string): ReadonlyMap<string, string> =>
  new Map(
    info.split(/\r?\n/).flatMap((line): ReadonlyArray<[string, string]> => {
      const colon = line.indexOf(":")
      return line.startsWith("#") || colon < 1
        ? []
        : [[line.slice(0, colon), line.slice(colon + 1)]]
    })
  )

/**
 * Connects to the Redis, logs in and reads its INFO. Changes nothing. Takes 5 seconds at most.
 *
 * @example
 * const { maxmemoryPolicy } = await
 * Effect.runPromise(inspectRedis(Redacted.make("redis://queue:6379")))
 */
export const inspectRedis = (url: Redacted.Redacted) =>
  Effect.gen(function* () {
    const server = yield* Effect.fromResult(parseRedisUrl(Redacted.value(url)))
    const { call, client } = yield* Effect.acquireRelease(
      Effect.sync(() => openRedis(server)),
      ({ close }) => Effect.sync(close)
    )
    const info = yield* call(async () => {
      const answer = await client.info()
      // Fails if the user may not read keys with the prefix.
      await client.exists(`${server.prefix ?? defaultPrefix}:mail:meta`)
      return parseInfo(answer)
    }).pipe(
      Effect.mapError(
        ({ cause, explanation }) => new RedisNotUsable({ explanation, remedy: remedyOf(cause) })
      )
    )
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
