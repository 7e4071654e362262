import { Schema } from "effect"

/** The page that a list is asked for. */
export interface Page {
  readonly limit: number
  readonly offset: number
}

/** One page of a list, newest first. */
export interface Paged<A> {
  readonly data: ReadonlyArray<A>
  readonly limit: number
  readonly offset: number
}

/** `limit`, 1 to 100. */
export const Limit = Schema.Int.pipe(Schema.between(1, 100))

/** `offset`, rows to skip. */
export const Offset = Schema.Int.pipe(Schema.between(0, Number.MAX_SAFE_INTEGER))

/** `limit` (default 50) and `offset` (default 0) as list operations take them. */
export const PageRequest = Schema.Struct({ limit: Schema.optional(Limit), offset: Schema.optional(Offset) })
export type PageRequest = typeof PageRequest.Type

/** The page asked for, with the defaults filled in. */
export const pageOf = (request: PageRequest): Page => ({ limit: request.limit ?? 50, offset: request.offset ?? 0 })
