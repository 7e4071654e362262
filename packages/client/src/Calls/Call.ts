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

/** An operation of the service: what is asked for, and by what its answer is known. */
export interface Asked {
  readonly method: Call<never>["method"]
  /** Below the base URL. A number stands for the argument of that index. */
  readonly path: ReadonlyArray<string | number>
  /**
   * A member that a good answer always has, or has as a list. By it the answer is told from that of another service or of a gateway,
   * which may well say 200 with JSON of its own although nothing was sent.
   */
  readonly has?: string
  readonly lists?: string
  readonly repeat: Repeat
  /** Where the request stands; by default there is none. */
  readonly takes?: "body" | "query"
  /** The member of the request that the method takes by itself. */
  readonly argument?: string
  /** What the method is called that goes through all pages, and whether it takes filters. */
  readonly allPages?: string
  readonly isFiltered?: true
  /** Whether it takes an Idempotency-Key. */
  readonly isKeyed?: true
}

const isMarked = (body: JsonObject, { has, lists }: Asked): boolean => lists === undefined ? body[has ?? ""] !== undefined : Array.isArray(body[lists])

interface Given<A> {
  readonly request?: unknown
  readonly encode?: (body: unknown) => unknown
  readonly idempotencyKey?: string | undefined
  readonly read?: (body: JsonObject) => A | undefined
}

/** A call of an operation. */
export const callOf = <A>(asked: Asked, path: Call<A>["path"], { encode = (body) => body, idempotencyKey, read = (body) => body as A, request }: Given<A>): Call<A> => ({
  method: asked.method,
  path,
  query: asked.takes === "query" ? request as object | undefined ?? {} : {},
  body: asked.takes === "body" ? request : undefined,
  encode,
  repeat: asked.repeat,
  idempotencyKey: asked.isKeyed === true ? idempotencyKey : undefined,
  read: (body) => isMarked(body, asked) ? read(body) : undefined
})

/** A page of a list that may say itself how it goes on. */
export interface Page<A> {
  readonly data: ReadonlyArray<A>
  readonly limit: number
  readonly offset: number
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
