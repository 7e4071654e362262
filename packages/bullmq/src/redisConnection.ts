import { QueueUnavailable } from "@telemark/core"
import { Effect, Redacted } from "effect"
import { Redis } from "ioredis"
import { explainRedisError } from "./explainRedisError.js"
import type { RedisServer } from "./redisUrl.js"

/** With connecting. */
const callTimeout = "5 seconds"

/** It reconnects by itself until it is closed. */
export interface Connection {
  readonly client: Redis
  /**
   * Makes a call once connected. Fails at once if the connection is lost, and after 5 seconds in
   * any case; then another connection is made. A later result goes to `late`.
   */
  readonly call: <A>(
    work: () => Promise<A>,
    late?: (result: A) => Promise<unknown>
  ) => Effect.Effect<A, QueueUnavailable>
  readonly close: () => void
}

const neverAnswered = Object.assign(new Error("The call was not answered in time."), {
  code: "ETIMEDOUT"
})

/** Opening never fails: calls report what is wrong. */
export const openRedis = (server: RedisServer): Connection => {
  const client = new Redis({
    host: server.host,
    port: server.port,
    db: server.database,
    ...(server.username === undefined ? {} : { username: server.username }),
    ...(server.password === undefined ? {} : { password: Redacted.value(server.password) }),
    ...(server.tls ? { tls: {} } : {}),
    connectionName: "telemark",
    // BullMQ requires null. Calls have their own time limit.
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(100 * times, 2000),
    // A primary that was demoted keeps its connections: another may lead to the new one.
    reconnectOnError: ({ message }) => message.startsWith("READONLY"),
    keepAlive: 10_000
  })
  let lastError: unknown
  let isLost = false
  const waiting = new Set<() => void>()
  const resumeWaiting = (): void => {
    const resumed = [...waiting]
    waiting.clear()
    for (const resume of resumed) resume()
  }
  client.on("error", (error: unknown) => {
    lastError = error
  })
  client.on("ready", () => {
    isLost = false
    lastError = undefined
    resumeWaiting()
  })
  client.on("close", () => {
    isLost = true
    resumeWaiting()
  })

  const connected = (): Promise<void> => {
    if (client.status === "ready") return Promise.resolve()
    const settled = () =>
      client.status === "ready"
        ? Promise.resolve()
        : Promise.reject(lastError instanceof Error ? lastError : neverAnswered)
    return isLost
      ? settled()
      : new Promise<void>((resolve) => {
          waiting.add(resolve)
        }).then(settled)
  }
  const unavailable = (cause: unknown): QueueUnavailable =>
    new QueueUnavailable({ cause, explanation: explainRedisError(server, cause) })

  return {
    client,
    call: (work, late) =>
      Effect.tryPromise({
        try: (signal) => {
          const result = connected().then(work)
          result
            .then((value) => (signal.aborted ? late?.(value) : undefined))
            .catch(() => undefined)
          return result
        },
        catch: unavailable
      }).pipe(
        Effect.interruptible,
        Effect.timeoutOrElse({
          duration: callTimeout,
          orElse: () => {
            // A connection that a balancer or NAT has forgotten carries nothing ever again.
            if (client.status === "ready") client.disconnect(true)
            return unavailable(lastError ?? neverAnswered)
          }
        })
      ),
    close: () => {
      client.disconnect()
    }
  }
}
