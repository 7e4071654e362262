import { Schema } from "effect"
import { optional } from "../members.js"

/** A page of a list, with defaults filled in. */
export interface Page {
  readonly limit: number
  readonly offset: number
}

const defaults: Page = { limit: 50, offset: 0 }

const Limit = Schema.Int.pipe(
  Schema.check(Schema.isBetween({ minimum: 1, maximum: 100 }))
).annotate({
  jsonSchema: { type: "integer", minimum: 1, maximum: 100, default: defaults.limit }
})

const Offset = Schema.Int.pipe(
  Schema.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))
).annotate({
  jsonSchema: { type: "integer", minimum: 0, default: defaults.offset }
})

/** The page to return. */
export const PageRequest = Schema.Struct({
  limit: optional(Limit, "The maximum number of entries."),
  offset: optional(Offset, "The number of entries to skip.")
}).annotate({ identifier: "PageRequest" })
export type PageRequest = typeof PageRequest.Type

/** Fills in the defaults: 50 entries from the first. */
export const requestedPage = (request: PageRequest): Page => ({
  limit: request.limit ?? defaults.limit,
  offset: request.offset ?? defaults.offset
})
