import type { Call, CallLimits, Listing } from "../Calls/index.js"

/**
 * A client's kind of results, promises or effects. `One` and `Many` substitute `value`: TypeScript
 * has no higher-kinded type parameters.
 */
export interface Style {
  /** The type of a result. */
  readonly value: unknown
  /** The type that a call returns. */
  readonly one: unknown
  /** The type that a paged list returns. */
  readonly many: unknown
  readonly options: object
}

/** One result in the style of a client. */
export type One<S extends Style, A> = (S & { readonly value: A })["one"]

/** A sequence of results in the style of a client. */
export type Many<S extends Style, A> = (S & { readonly value: A })["many"]

/** Results as promises and async iterables. */
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
  /** Makes a call, repeating it if that is safe. */
  readonly one: <A>(call: Call<A>, options: S["options"] | undefined) => One<S, A>
  /** Reads a stream: text of a table, or events, which go on after a lost connection. */
  readonly stream: (call: Call<never>, options: S["options"] | undefined) => Many<S, unknown>
  /** Fetches pages until the list ends. */
  readonly many: <A>(listing: Listing<A>, options: S["options"] | undefined) => Many<S, A>
}
