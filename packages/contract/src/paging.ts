import { Result, Schema } from "effect"
import { count, list, named, optional, orNull, queryWarnings, text } from "./members.js"
import { ValidationFailed } from "./validation/decode.js"
import { boundedText } from "./validation/text.js"

/** With defaults filled in. */
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

export const PageRequest = named("PageRequest", {
  limit: optional(Limit, "The maximum number of entries."),
  offset: optional(Offset, "The number of entries to skip.")
})
export type PageRequest = typeof PageRequest.Type

export const requestedPage = ({
  after,
  limit = defaults.limit,
  offset = defaults.offset
}: PageRequest & { readonly after?: string | undefined }): Result.Result<Page, ValidationFailed> =>
  after !== undefined && offset > 0
    ? Result.fail(ValidationFailed.at("after", "can't be combined with offset"))
    : Result.succeed({ limit, offset })

/** Why a page can't begin after an entry: there is none of this id. */
export const unknownAfter = (entry: string): ValidationFailed =>
  ValidationFailed.at("after", `must be the id of ${entry} that exists; begin again without it`)

/** A page that may have more behind it, after its last entry, if it is full. */
export const pageEndingWith = <Found, View>(
  found: ReadonlyArray<Found>,
  page: Page,
  view: (one: Found) => View,
  nextOf: (last: Found) => string
): Page & { readonly data: ReadonlyArray<View>; readonly next: string | null } => {
  const last = found.length < page.limit ? undefined : found.at(-1)
  return { data: found.map(view), ...page, next: last === undefined ? null : nextOf(last) }
}

/** Said of a member of a list's request, behind what it does. */
export const noOffset = " Can't be combined with an offset."

/** `after` has at most so many characters. */
export const afterPage = (max = 50) => ({
  ...PageRequest.fields,
  after: optional(
    boundedText(max, 1),
    `The \`next\` of the previous page: this page begins after it.${noOffset}`
  )
})

export const wholeListOf = <S extends Schema.Top>(
  identifier: string,
  description: string,
  item: S
) =>
  Schema.Struct({
    data: list(item, description),
    ...queryWarnings
  }).annotate({ identifier })

export const pageOf = <S extends Schema.Top>(identifier: string, item: S) =>
  Schema.Struct({
    data: list(item, "Newest first."),
    limit: count("The maximum number of entries of the page."),
    offset: count("The number of skipped entries."),
    ...queryWarnings
  }).annotate({ identifier })

/** Says where the next page begins. */
export const pageWithNext = <S extends Schema.Top>(
  identifier: string,
  item: S,
  next = "The `after` of the next page; null if this is the last page."
) =>
  Schema.Struct({ ...pageOf(identifier, item).fields, next: orNull(text(next)) }).annotate({
    identifier
  })
