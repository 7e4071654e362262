import { wakeable } from "@telemark/core"
import { Effect } from "effect"
import type { PoolClient, QueryArrayConfig, QueryConfig, QueryResult } from "pg"
import { breaksConnection, ConnectionFailure, failureOf } from "./ConnectionFailure.js"

/** One connection of the pool, from taking to releasing it. Knows whether it may be used again. */
export class Session {
  #broken: Error | undefined
  #underWay: Promise<void> | undefined

  constructor(readonly client: PoolClient) {
    client.on("error", this.#onError)
  }

  readonly #onError = (error: Error): void => {
    this.#broken ??= failureOf(error)
  }

  get broken(): Error | undefined {
    return this.#broken
  }

  get idle(): Promise<void> {
    return this.#underWay ?? Promise.resolve()
  }

  /** Gives up a statement that is still running, and the connection with it. */
  interrupt(): void {
    if (this.#underWay !== undefined)
      this.#broken ??= new ConnectionFailure("CONNECTION_CLOSED", "The statement was interrupted")
  }

  /**
   * Runs a statement, at run time with an array of results if its text was several statements. It
   * goes on when interrupted. Without an answer within `answerTimeout` milliseconds, the connection
   * counts as lost.
   */
  run(
    query: QueryConfig | QueryArrayConfig,
    answerTimeout: number | undefined
  ): Effect.Effect<QueryResult, Error> {
    return wakeable((resume) => {
      if (this.#broken !== undefined) {
        resume(Effect.fail(this.#broken))
        return
      }
      let finish: () => void = () => undefined
      this.#underWay = new Promise((resolve) => {
        finish = resolve
      })
      const over = (outcome: Effect.Effect<QueryResult, Error>): void => {
        clearTimeout(timer)
        this.#underWay = undefined
        resume(outcome)
        finish()
      }
      const fail = (failure: Error): void => {
        if (breaksConnection(failure)) this.#broken ??= failure
        over(Effect.fail(failure))
      }
      const timer =
        answerTimeout === undefined
          ? undefined
          : setTimeout(() => {
              fail(new ConnectionFailure("CONNECTION_TIMEOUT", "The server did not answer in time"))
            }, answerTimeout)
      this.client.query(query, (error: Error | null | undefined, result: QueryResult) => {
        if (error === null || error === undefined) over(Effect.succeed(result))
        else fail(failureOf(error))
      })
    }, "microtask")
  }

  /** Releases the connection. If it is broken or still busy, the pool closes it. */
  release(): void {
    this.interrupt()
    this.client.release(this.#broken)
    this.client.off("error", this.#onError)
  }

  /** Releases the connection after the statement that is still running, if there is one. */
  releaseWhenIdle(): void {
    if (this.#underWay === undefined) this.release()
    else
      void this.#underWay.then(() => {
        this.release()
      })
  }
}
