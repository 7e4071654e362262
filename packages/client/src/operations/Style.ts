import type { Call, Listing } from "../calls/Call.js"
import type { CallLimits } from "../calls/options.js"

/**
 * A client's kind of results. `One` and `Many` substitute `value`: TypeScript has no higher-kinded
 * type parameters.
 */
export interface Style {
  readonly value: unknown
  readonly one: unknown
  /** Of a paged list. */
  readonly many: unknown
  readonly options: object
}

export type One<S extends Style, A> = (S & { readonly value: A })["one"]

export type Many<S extends Style, A> = (S & { readonly value: A })["many"]

/** Promises and async iterables. */
export interface Promises extends Style {
  /** Rejects with a `TelemarkError`, or with the reason of the call's signal. */
  readonly one: Promise<this["value"]>
  /** Each loop starts from the first page. Pages are fetched as they are needed. */
  readonly many: AsyncIterable<this["value"]>
  readonly options: CallOptions
}

/** Options of a call. */
export interface CallOptions extends CallLimits {
  /**
   * Aborts the call, which rejects with the signal's reason. `AbortSignal.timeout(5000)` limits the
   * whole call, repetitions included.
   */
  readonly signal?: AbortSignal | undefined
}

export interface Runner<S extends Style> {
  readonly one: <A>(call: Call<A>, options: S["options"] | undefined) => One<S, A>
  /** Text of a table, or events, which go on after a lost connection. */
  readonly stream: (call: Call<never>, options: S["options"] | undefined) => Many<S, unknown>
  readonly many: <A>(listing: Listing<A>, options: S["options"] | undefined) => Many<S, A>
}
