import { Schema } from "effect"
import { count, optional, orNull, queryWarnings, text } from "./members.js"
import { boundedText } from "./validation/text.js"

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

/** What a request has for the page after another one. `after` has at most so many characters. */
export const afterPage = (max = 50) => ({
  ...PageRequest.fields,
  after: optional(
    boundedText(max, 1),
    "The `next` of the previous page: this page begins after it. Can't be combined with an offset."
  )
})

/** An answer that lists everything. */
export const wholeListOf = <S extends Schema.Top>(
  identifier: string,
  description: string,
  item: S
) =>
  Schema.Struct({
    data: Schema.Array(item).annotate({ description }),
    ...queryWarnings
  }).annotate({ identifier })

/** A page of a list, newest first. */
export const pageOf = <S extends Schema.Top>(identifier: string, item: S) =>
  Schema.Struct({
    data: Schema.Array(item).annotate({ description: "Newest first." }),
    limit: count("The maximum number of entries of the page."),
    offset: count("The number of skipped entries."),
    ...queryWarnings
  }).annotate({ identifier })

/** A page of a list, newest first, that says where the next one begins. */
export const pageWithNext = <S extends Schema.Top>(
  identifier: string,
  item: S,
  next = "The `after` of the next page; null if this is the last page."
) =>
  Schema.Struct({ ...pageOf(identifier, item).fields, next: orNull(text(next)) }).annotate({
    identifier
  })
