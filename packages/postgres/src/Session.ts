// Hot path (docs/hot-paths.md): node-postgres by callback, 156 µs instead of 198.
import { wakeable } from "@telemark/core"
import { Effect } from "effect"
import type { PoolClient, QueryArrayConfig, QueryConfig, QueryResult } from "pg"

/** Errors of node-postgres without a code, and the one they get here. */
const meanings: ReadonlyArray<readonly [message: RegExp, code: string]> = [
  [/timeout/i, "CONNECT_TIMEOUT"],
  [/^Connection terminated|not queryable$/, "CONNECTION_TERMINATED"],
  [/^Cannot use a pool after/, "CONNECTION_CLOSED"]
]

/** A connection that can't be made or was lost. Its `code` says which. */
export class ConnectionFailure extends Error {
  override readonly name = "ConnectionFailure"
  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions
  ) {
    super(message, options)
  }
}

/** With a code if it is a connection error without one. */
export const failureOf = (error: Error): Error => {
  if ("code" in error && typeof error.code === "string") return error
  const code = meanings.find(([message]) => message.test(error.message))?.[1]
  return code === undefined ? error : new ConnectionFailure(code, error.message, { cause: error })
}

/**
 * SQLSTATEs after which the server closes the connection, its prepared statements aren't those
 * expected (26000, 42P05, 0A000), or it can't do its work: a session that can't write (25006) stays
 * so after a fail-over.
 */
const fatal = /^(?:08...|57P0[1-5]|25P03|25006|26000|42P05|0A000)$/

/** Whether a connection is of no use after this error. */
export const breaksConnection = (error: Error): boolean => {
  if (!("code" in error) || typeof error.code !== "string") return true
  if ("severity" in error)
    return error.severity === "FATAL" || error.severity === "PANIC" || fatal.test(error.code)
  return true
}

type Answered = (failure: Error | undefined, result: QueryResult) => void

interface Sent {
  readonly timer: NodeJS.Timeout | undefined
  readonly over: (failure: Error | undefined, result?: QueryResult) => void
}

/** The pool closes a broken one. */
export const giveBack = (client: PoolClient, broken?: Error): void => {
  // The pool would wait for all answers to one that pipelines.
  if (broken !== undefined && client.pipeline) client.connection.stream.destroy()
  client.release(broken)
}

/** One connection of the pool, from taking to releasing it. */
export class Session {
  #broken: Error | undefined
  /** Of a statement that nobody awaited: the next one that is awaited fails with it. */
  #late: Error | undefined
  readonly #inFlight = new Set<Sent>()
  #whenIdle: Array<() => void> = []

  /** `fellSilent` is called if the server doesn't answer in time. */
  constructor(
    readonly client: PoolClient,
    private readonly fellSilent: () => void
  ) {
    client.on("error", this.#onError)
  }

  readonly #onError = (error: Error): void => {
    this.#broken ??= failureOf(error)
  }

  get broken(): Error | undefined {
    return this.#broken
  }

  get idle(): Promise<void> {
    return this.#isIdle
      ? Promise.resolve()
      : new Promise((resolve) => {
          this.#whenIdle.push(resolve)
        })
  }

  get #isIdle(): boolean {
    return this.#inFlight.size === 0
  }

  /** Gives up a running statement, and the connection with it. */
  interrupt(): void {
    if (!this.#isIdle)
      this.#broken ??= new ConnectionFailure("CONNECTION_CLOSED", "The statement was interrupted")
  }

  /**
   * At run time with an array of results if the text was several statements. Goes on when
   * interrupted. Without an answer within `answerTimeout` milliseconds, the connection counts as
   * lost.
   */
  run(
    query: QueryConfig | QueryArrayConfig,
    answerTimeout: number | undefined,
    forgetsLate = false
  ): Effect.Effect<QueryResult, Error> {
    return wakeable((resume) => {
      if (this.#broken !== undefined) {
        resume(Effect.fail(this.#broken))
        return
      }
      this.#send(query, answerTimeout, (failure, result) => {
        const late = forgetsLate ? undefined : this.#late
        this.#late = undefined
        const reason = late ?? failure
        resume(reason === undefined ? Effect.succeed(result) : Effect.fail(reason))
      })
    }, "microtask")
  }

  /**
   * Doesn't await the answer: a round trip less. A failure is that of the next statement that is
   * awaited. Without it, the connection is of no use if `isNeeded`.
   */
  runLater(
    query: QueryConfig | QueryArrayConfig,
    answerTimeout: number | undefined,
    isNeeded: boolean
  ): Effect.Effect<void, Error> {
    return Effect.suspend(() => {
      const known = this.#broken ?? this.#late
      if (known !== undefined) return Effect.fail(known)
      this.#send(query, answerTimeout, (failure) => {
        this.#late ??= failure
        if (isNeeded) this.#broken ??= failure
      })
      return Effect.void
    })
  }

  #send(
    query: QueryConfig | QueryArrayConfig,
    answerTimeout: number | undefined,
    answered: Answered
  ): void {
    const timer =
      answerTimeout === undefined
        ? undefined
        : setTimeout(() => {
            this.fellSilent()
            over(new ConnectionFailure("CONNECTION_TIMEOUT", "The server did not answer in time"))
          }, answerTimeout)
    const over: Sent["over"] = (failure, result) => {
      if (!this.#inFlight.delete(sent)) return
      clearTimeout(timer)
      if (failure !== undefined && breaksConnection(failure)) this.#broken ??= failure
      answered(failure, result as QueryResult)
      // The server takes those behind it up only now, or never.
      for (const behind of [...this.#inFlight])
        if (this.#broken === undefined) behind.timer?.refresh()
        else behind.over(this.#broken)
      if (this.#isIdle) for (const wake of this.#whenIdle.splice(0)) wake()
    }
    const sent: Sent = { timer, over }
    this.#inFlight.add(sent)
    this.client.query(query, (error: Error | null | undefined, result: QueryResult) => {
      over(error === null || error === undefined ? undefined : failureOf(error), result)
    })
  }

  /** A broken or busy one is closed by the pool. */
  release(): void {
    this.interrupt()
    giveBack(this.client, this.#broken)
    this.client.off("error", this.#onError)
  }

  releaseWhenIdle(): void {
    if (this.#isIdle) this.release()
    else
      void this.idle.then(() => {
        this.release()
      })
  }
}
