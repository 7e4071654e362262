import type { JsonObject } from "../json.js"

/**
 * Whether a request with an unknown outcome may be repeated; `keyed`: only with an Idempotency-Key.
 */
export type Repeat = "always" | "keyed" | "never"

export interface Call<A> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** Not yet encoded. */
  readonly path: ReadonlyArray<string | number>
  /** Not yet encoded. Undefined ones are left out. */
  readonly query: object
  /** Sent as JSON, or as it is with a `bodyType`. */
  readonly body: unknown
  /** Of a body that isn't JSON: text or octets. */
  readonly bodyType?: string | undefined
  readonly encode: (body: unknown) => unknown
  readonly repeat: Repeat
  /** If undefined, one is generated if the call needs it. */
  readonly idempotencyKey: string | undefined
  /** JSON by default. */
  readonly accept?: Produces
  /** Undefined if Telemark wouldn't answer so. */
  readonly read: (body: JsonObject) => A | undefined
}

export interface Asked {
  /**
   * The method, unless it is GET, and the path below the base URL, without a slash at the start. A
   * number is the index of an argument.
   */
  readonly at: string
  /**
   * A member that every good answer has (`lists`: a list, `data` by default): gateways may answer
   * 200 with JSON, too.
   */
  readonly has?: string
  readonly lists?: string
  /** `always` by default for GET, `never` for others. */
  readonly repeat?: Repeat
  /** Where its request goes. */
  readonly takes?: "body" | "query"
  /** The member of the request that the method takes directly. */
  readonly argument?: string
  /** The method that iterates over all pages, and whether it takes filters. */
  readonly allPages?: string
  readonly isFiltered?: true
  /** Of an answer that is a stream, and of a body that isn't JSON. */
  readonly produces?: Produces
  readonly consumes?: string
}

export type Produces = "text/csv" | "text/event-stream"

const isMarked = (body: JsonObject, { has, lists = "data" }: Asked): boolean =>
  has === undefined ? Array.isArray(body[lists]) : body[has] !== undefined

const methodOf = ({ at }: Asked): Call<never>["method"] =>
  (at.includes(" ") ? at.split(" ")[0] : "GET") as Call<never>["method"]

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
  method: methodOf(asked),
  path,
  query: asked.takes === "query" ? ((request as object | undefined) ?? {}) : {},
  body: asked.takes === "body" ? request : undefined,
  bodyType:
    asked.consumes !== undefined && (typeof request === "string" || request instanceof Uint8Array)
      ? asked.consumes
      : undefined,
  encode,
  ...(asked.produces === undefined ? {} : { accept: asked.produces }),
  repeat: asked.repeat ?? (methodOf(asked) === "GET" ? "always" : "never"),
  idempotencyKey: asked.repeat === "keyed" ? idempotencyKey : undefined,
  read: (body) => (isMarked(body, asked) ? read(body) : undefined)
})

export interface Page<A> {
  readonly data: ReadonlyArray<A>
  readonly limit: number
  readonly offset: number
  /** `after` of the next page; null on the last page; undefined if the list is paged by offset. */
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

export const firstPosition: Position = { limit: 100 }

/** Undefined if this is the last page. */
export const positionAfter = (
  { limit, offset = 0 }: Position,
  { data, next }: Page<unknown>
): Position | undefined => {
  if (data.length === 0 || next === null) return undefined
  if (next !== undefined) return { limit, after: next }
  return data.length < limit ? undefined : { limit, offset: offset + data.length }
}
