import type { Call, CallLimits, Listing } from "../Calls/index.js"

/**
 * How a client hands out results: as promises, or as effects. The operations are written once, for any style; `One` and `Many` put the
 * type of a result into it, since TypeScript has no type parameters that take parameters themselves.
 */
export interface Style {
  /** Stands for the type of a result. */
  readonly value: unknown
  /** What a call comes to. */
  readonly one: unknown
  /** What a list that is read page by page comes to. */
  readonly many: unknown
  /** How one call is made. */
  readonly options: object
}

/** One result, in the style of a client. */
export type One<S extends Style, A> = (S & { readonly value: A })["one"]

/** Many results, one after the other, in the style of a client. */
export type Many<S extends Style, A> = (S & { readonly value: A })["many"]

/** Promises and async iterables. */
export interface Promises extends Style {
  /** Rejects with a `TelemarkError`, or with the reason of the call's signal. */
  readonly one: Promise<this["value"]>
  /** Each loop over it begins anew. Pages are fetched as they are needed. */
  readonly many: AsyncIterable<this["value"]>
  readonly options: CallOptions
}

/** How one call is made. */
export interface CallOptions extends CallLimits {
  /** Ends the call, which rejects with the signal's reason: `AbortSignal.timeout(5000)` bounds it whole, its repetitions included. */
  readonly signal?: AbortSignal | undefined
}

/** Carries out calls, in the style of a client. */
export interface Runner<S extends Style> {
  /** Makes a call, and repeats it where that is safe. */
  readonly one: <A>(call: Call<A>, options: S["options"] | undefined) => One<S, A>
  /** Makes one call after the other, until a list is at its end. */
  readonly many: <A>(listing: Listing<A>, options: S["options"] | undefined) => Many<S, A>
}
