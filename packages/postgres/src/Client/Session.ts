import type { PoolClient, QueryArrayConfig, QueryConfig, QueryResult } from "pg"
import { breaksConnection, ConnectionFailure, failureOf } from "./ConnectionFailure.js"

/**
 * The outcome of a statement: an error or a result, at run time an array of results if its text was
 * several statements.
 */
export type Answer = (error: Error | undefined, result?: QueryResult) => void

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
   * Runs a statement. Without an answer within `answerTimeout` milliseconds, the connection counts
   * as lost.
   */
  run(
    query: QueryConfig | QueryArrayConfig,
    answerTimeout: number | undefined,
    answer: Answer
  ): void {
    if (this.#broken !== undefined) {
      answer(this.#broken)
      return
    }
    let finish: () => void = () => undefined
    this.#underWay = new Promise((resolve) => {
      finish = resolve
    })
    let isOver = false
    const over: Answer = (error, result) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      this.#underWay = undefined
      const failure = error === undefined ? undefined : failureOf(error)
      if (failure !== undefined && breaksConnection(failure)) this.#broken ??= failure
      answer(failure, result)
      finish()
    }
    const timer =
      answerTimeout === undefined
        ? undefined
        : setTimeout(() => {
            over(new ConnectionFailure("CONNECTION_TIMEOUT", "The server did not answer in time"))
          }, answerTimeout)
    this.client.query(query, (error: Error | null, result: QueryResult) => {
      over(error ?? undefined, result)
    })
  }

  /** Releases the connection. If it is broken or still busy, the pool closes it. */
  release(): void {
    this.interrupt()
    this.client.release(this.#broken)
    this.client.off("error", this.#onError)
  }
}
