import type { JsonObject } from "../Json/index.js"

/**
 * Whether a request with an unknown outcome may be repeated: `always`, only with an Idempotency-Key
 * (`keyed`), or `never`.
 */
export type Repeat = "always" | "keyed" | "never"

/** A request to make, and how to read its answer. */
export interface Call<A> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** Segments below the base URL, not yet encoded. */
  readonly path: ReadonlyArray<string | number>
  /** Parameters by name, not yet encoded. Undefined ones are left out. */
  readonly query: object
  /** Sent as JSON, or as it is with a `bodyType`; undefined for no body. */
  readonly body: unknown
  /** The type of a body that isn't JSON: text or octets. */
  readonly bodyType?: string | undefined
  /** Converts the body to JSON values. */
  readonly encode: (body: unknown) => unknown
  readonly repeat: Repeat
  /** The caller's key. If undefined, one is generated if the call needs one. */
  readonly idempotencyKey: string | undefined
  /** The type of the answer; JSON by default. */
  readonly accept?: Produces
  /** Reads the body of a 2xx answer; undefined if Telemark wouldn't answer so. */
  readonly read: (body: JsonObject) => A | undefined
}

/** An operation as the client calls it. */
export interface Asked {
  readonly method: Call<never>["method"]
  /** Below the base URL. A number is the index of an argument. */
  readonly path: ReadonlyArray<string | number>
  /**
   * A member that every good answer has (`lists`: a list). Other services and gateways may answer
   * 200 with JSON too, although nothing was sent.
   */
  readonly has?: string
  readonly lists?: string
  readonly repeat: Repeat
  /** Whether it takes a request, and where it goes. */
  readonly takes?: "body" | "query"
  /** The member of the request that the method takes directly. */
  readonly argument?: string
  /** Name of the method that iterates over all pages, and whether it takes filters. */
  readonly allPages?: string
  readonly isFiltered?: true
  readonly isKeyed?: true
  /** The type of its answer if that is a stream, and of a body that it takes instead of JSON. */
  readonly produces?: Produces
  readonly consumes?: string
}

export type Produces = "text/csv" | "text/event-stream"

const isMarked = (body: JsonObject, { has, lists }: Asked): boolean =>
  lists === undefined ? body[has ?? ""] !== undefined : Array.isArray(body[lists])

interface Given<A> {
  readonly request?: unknown
  readonly encode?: (body: unknown) => unknown
  readonly idempotencyKey?: string | undefined
  readonly read?: (body: JsonObject) => A | undefined
}

export const callOf = <A>(
  asked: Asked,
  path: Call<A>["path"],
  { encode = (body) => body, idempotencyKey, read = (body) => body as A, request }: Given<A>
): Call<A> => ({
  method: asked.method,
  path,
  query: asked.takes === "query" ? ((request as object | undefined) ?? {}) : {},
  body: asked.takes === "body" ? request : undefined,
  bodyType:
    asked.consumes !== undefined && (typeof request === "string" || request instanceof Uint8Array)
      ? asked.consumes
      : undefined,
  encode,
  ...(asked.produces === undefined ? {} : { accept: asked.produces }),
  repeat: asked.repeat,
  idempotencyKey: asked.isKeyed === true ? idempotencyKey : undefined,
  read: (body) => (isMarked(body, asked) ? read(body) : undefined)
})

export interface Page<A> {
  readonly data: ReadonlyArray<A>
  readonly limit: number
  readonly offset: number
  /**
   * The `after` of the next page; null on the last page; undefined if the list is paged by offset.
   */
  readonly next?: string | null
}

export interface Position {
  readonly limit: number
  /** After the row with this id. */
  readonly after?: string
  /** After this many rows. */
  readonly offset?: number
}

export type Listing<A> = (position: Position) => Call<Page<A>>

/** The first page, at the maximum size. */
export const firstPosition: Position = { limit: 100 }

/** Where the next page begins; undefined if this is the last one. */
export const positionAfter = (
  { limit, offset = 0 }: Position,
  { data, next }: Page<unknown>
): Position | undefined => {
  if (data.length === 0 || next === null) return undefined
  if (next !== undefined) return { limit, after: next }
  return data.length < limit ? undefined : { limit, offset: offset + data.length }
}
