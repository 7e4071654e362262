import type { PoolClient, QueryArrayConfig, QueryConfig, QueryResult } from "pg"
import { breaksConnection, ConnectionFailure, failureOf } from "./ConnectionFailure.js"

/** What a statement comes to: an error, or a result, or several if its text was several statements. */
export type Answer = (error: Error | undefined, result?: QueryResult) => void

/** One connection out of the pool, from taking it to giving it back; it knows whether it may be used again. */
export class Session {
  #broken: Error | undefined
  #underWay: Promise<void> | undefined

  constructor(readonly client: PoolClient) {
    client.on("error", this.#onError)
  }

  readonly #onError = (error: Error): void => { this.#broken ??= failureOf(error) }

  get broken(): Error | undefined {
    return this.#broken
  }

  /** Resolves when no statement is under way. */
  get idle(): Promise<void> {
    return this.#underWay ?? Promise.resolve()
  }

  /** Gives a statement that is still under way up, and the connection with it. */
  interrupt(): void {
    if (this.#underWay !== undefined) this.#broken ??= new ConnectionFailure("CONNECTION_CLOSED", "The statement was interrupted")
  }

  /** Runs a statement. Without an answer in that many milliseconds, the connection counts as lost. */
  run(query: QueryConfig | QueryArrayConfig, answerTimeout: number | undefined, answer: Answer): void {
    if (this.#broken !== undefined) {
      answer(this.#broken)
      return
    }
    let finish: () => void = () => undefined
    this.#underWay = new Promise((resolve) => { finish = resolve })
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
    const timer = answerTimeout === undefined ? undefined : setTimeout(() => {
      over(new ConnectionFailure("CONNECTION_TIMEOUT", "The server did not answer in time"))
    }, answerTimeout)
    this.client.query(query, (error: Error | null, result: QueryResult) => { over(error ?? undefined, result) })
  }

  /** Gives the connection back; if it is broken, or still busy, the pool closes it instead. */
  release(): void {
    this.interrupt()
    this.client.release(this.#broken)
    this.client.off("error", this.#onError)
  }
}
