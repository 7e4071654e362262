import type { Paged } from "../Contract/index.js"
import type { JsonObject } from "../Json/index.js"

/**
 * Whether a request may be made again when nobody knows what became of it. `always`: twice comes to the same as once, and is answered
 * alike. `keyed`: so it is under an Idempotency-Key. `never`: it would be done twice, or answered with an error although it was done.
 */
export type Repeat = "always" | "keyed" | "never"

/** What is asked of the service, and what the answer is taken for. */
export interface Call<A> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** The path below the base URL, not yet encoded. */
  readonly path: ReadonlyArray<string | number>
  /** The query's parameters by name, not yet encoded; undefined ones are left out. */
  readonly query: object
  /** Sent as JSON; undefined: no body. */
  readonly body: unknown
  /** Makes of the body what JSON can hold. */
  readonly encode: (body: unknown) => unknown
  /** Whether it may be made again when nobody knows what became of it. */
  readonly repeat: Repeat
  /** The caller's own; undefined: one is made, if the call needs one. */
  readonly idempotencyKey: string | undefined
  /** Reads the body of an answer with 2xx; undefined: no Telemark answers so. */
  readonly read: (body: JsonObject) => A | undefined
}

/**
 * A member that a good answer always has, or has as a list. By it the answer is told from that of another service or of a gateway,
 * which may well say 200 with JSON of its own although nothing was sent.
 */
type Mark = { readonly has: string; readonly lists?: undefined } | { readonly lists: string; readonly has?: undefined }

type CallParts<A> = Mark & {
  readonly query?: object | undefined
  readonly body?: unknown
  readonly encode?: (body: unknown) => unknown
  readonly repeat?: Repeat
  readonly idempotencyKey?: string | undefined
  readonly read?: (body: JsonObject) => A | undefined
}

const isMarked = (body: JsonObject, mark: Mark): boolean =>
  mark.lists === undefined ? body[mark.has] !== undefined : Array.isArray(body[mark.lists])

const makeCall = (method: Call<never>["method"], unlessSaid: Repeat) => <A>(path: Call<A>["path"], parts: CallParts<A>): Call<A> => {
  // The contract says what else comes; the tests hold both to it.
  const { read = (body) => body as A } = parts
  return {
    method,
    path,
    query: parts.query ?? {},
    body: parts.body,
    encode: parts.encode ?? ((body) => body),
    repeat: parts.repeat ?? unlessSaid,
    idempotencyKey: parts.idempotencyKey,
    read: (body) => isMarked(body, parts) ? read(body) : undefined
  }
}

/** A call that only reads, and may always be repeated. */
export const get = makeCall("GET", "always")
/** A call that changes something. As those of `put`, `patch` and `del` it is repeated only where `repeat` says that it may be. */
export const post = makeCall("POST", "never")
/** A call that puts something in the place of what there is. */
export const put = makeCall("PUT", "never")
/** A call that changes a part of what there is. */
export const patch = makeCall("PATCH", "never")
/** A call that takes something away. */
export const del = makeCall("DELETE", "never")

/** A page of a list that may say itself how it goes on. */
export interface Page<A> extends Paged<A> {
  /** The `after` of the next page; null if this is the last one; undefined if the list is read by counting rows. */
  readonly next?: string | null
}

/** Where a page of a list begins, as the query says it. */
export interface Position {
  /** How many rows the page may have. */
  readonly limit: number
  /** Behind the row of this id. */
  readonly after?: string
  /** Behind so many rows. */
  readonly offset?: number
}

/** A list that comes in pages. */
export type Listing<A> = (position: Position) => Call<Page<A>>

/** The first page of a list, as large as there are any. */
export const firstPosition: Position = { limit: 100 }

/** Where the page after this one begins; undefined if this is the last one. */
export const positionAfter = ({ limit, offset = 0 }: Position, { data, next }: Page<unknown>): Position | undefined => {
  if (data.length === 0 || next === null) return undefined
  if (next !== undefined) return { limit, after: next }
  return data.length < limit ? undefined : { limit, offset: offset + data.length }
}
