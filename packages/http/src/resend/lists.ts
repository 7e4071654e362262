import { Effect } from "effect"
import type { Call } from "./Call.js"
import { type Refused, refused } from "./errors.js"

export interface Page {
  readonly limit: number
  readonly after: string | undefined
  readonly before: string | undefined
}

const usual = 20
const most = 100

const invalid = (message: string) => Effect.fail(refused(422, "validation_error", message))

const one = (query: URLSearchParams, name: string): string | undefined =>
  query.get(name) ?? undefined

export const pageOf = ({ query }: Pick<Call, "query">): Effect.Effect<Page, Refused> => {
  const text = one(query, "limit")
  const limit = text === undefined ? usual : /^\d{1,3}$/.test(text) ? Number(text) : 0
  const after = one(query, "after")
  const before = one(query, "before")
  if (limit < 1 || limit > most) return invalid("limit must be a number from 1 to 100.")
  if (after !== undefined && before !== undefined)
    return invalid("after and before can't be combined.")
  return Effect.succeed({ limit, after, before })
}

/** Of a list that can't be read backwards. */
export const pageAfterOf = (call: Pick<Call, "query">): Effect.Effect<Page, Refused> =>
  Effect.flatMap(pageOf(call), (page) =>
    page.before === undefined
      ? Effect.succeed(page)
      : invalid("Telemark reads this list in one direction: give after instead of before.")
  )

export const listOf = (data: ReadonlyArray<object>, has_more: boolean): object => ({
  object: "list",
  has_more,
  data
})

/** A page of what is known as a whole. */
export const pageFrom = (
  all: ReadonlyArray<{ readonly id: string }>,
  { after, before, limit }: Page
): Effect.Effect<object, Refused> => {
  const edge = after ?? before
  const at = edge === undefined ? -1 : all.findIndex(({ id }) => id === edge)
  if (edge !== undefined && at === -1)
    return invalid(
      `${after === undefined ? "before" : "after"} must be the id of an entry of the list.`
    )
  const from = before === undefined ? at + 1 : Math.max(0, at - limit)
  const page = all.slice(from, before === undefined ? from + limit : at)
  return Effect.succeed(listOf(page, before === undefined ? from + limit < all.length : from > 0))
}
