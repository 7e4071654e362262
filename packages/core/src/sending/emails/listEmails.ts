import {
  decode,
  emailHead,
  emailLine,
  type EmailList,
  type ExportEmails,
  ListEmails,
  readInstant,
  readTag,
  requestedPage,
  type StorageError,
  unknownAfter,
  ValidationFailed
} from "@telemark/contract"
import { Effect, Result } from "effect"
import { type PageOf, pagesOf } from "../../kernel/csv.js"
import { isId } from "../../kernel/ids.js"
import { type EmailFilter, type EmailPage, summary } from "./Email.js"
import type { EmailQueries } from "./emailQueries.js"
import { withoutOffset } from "./filterEmails.js"
import { searchTermsOf } from "./searchTerms.js"

const decodeList = decode(ListEmails)

const instantOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : readInstant(text)

const filterOf = ({
  after: _after,
  limit: _limit,
  offset: _offset,
  since,
  tag,
  until,
  ...asGiven
}: ListEmails): EmailFilter => ({
  ...asGiven,
  tag: tag === undefined ? undefined : readTag(tag),
  since: instantOf(since),
  until: instantOf(until)
})

const isSearch = (text: string): boolean => {
  const { ids, words } = searchTermsOf(text)
  return ids.length + words.length > 0
}

const whichOf = (
  input: ListEmails
): Result.Result<{ readonly page: EmailPage; readonly filter: EmailFilter }, ValidationFailed> =>
  Result.gen(function* () {
    const request = yield* decodeList(input)
    const page = { ...(yield* requestedPage(request)), after: request.after }
    const filter = filterOf(request)
    if (filter.q !== undefined && !isSearch(filter.q))
      return yield* Result.fail(ValidationFailed.at("q", "must have a letter or a digit"))
    const rare = withoutOffset(filter)
    if (rare !== undefined && page.offset > 0)
      return yield* Result.fail(
        ValidationFailed.at("offset", `can't be combined with ${rare}; use after`)
      )
    if (filter.since === undefined || filter.until === undefined || filter.since < filter.until)
      return { page, filter }
    return yield* Result.fail(ValidationFailed.at("until", "must be later than since"))
  })

export const makeListEmails =
  (list: EmailQueries["list"]) =>
  (
    tenantId: string,
    input: ListEmails = {}
  ): Effect.Effect<EmailList, ValidationFailed | StorageError> =>
    Effect.gen(function* () {
      const {
        filter,
        page: { after, ...page }
      } = yield* Effect.fromResult(whichOf(input))
      const found =
        after === undefined || isId("em", after)
          ? yield* list(tenantId, { ...page, after }, filter)
          : undefined
      if (found === undefined) return yield* unknownAfter("an email")
      return { data: found.emails.map(summary), ...page, next: found.next }
    })

/** Rows of a page: a synchronous storage reads them in a few milliseconds. */
const pageSize = 250

/**
 * The table of all emails that match, page by page. A page begins after the last message of the one
 * before, so mail that is accepted meanwhile neither shifts it nor shows. If retention removes that
 * message, all older ones are removed with it: the table ends there.
 */
export const makeExportEmails =
  (list: EmailQueries["list"]) =>
  (
    tenantId: string,
    input: ExportEmails = {}
  ): Effect.Effect<AsyncIterable<string>, ValidationFailed | StorageError> =>
    Effect.gen(function* () {
      const { filter } = yield* Effect.fromResult(whichOf(input))
      const read = (after: string | null): Effect.Effect<PageOf<string, string>, StorageError> =>
        Effect.map(
          list(tenantId, { limit: pageSize, offset: 0, after: after ?? undefined }, filter),
          (found) => {
            const { emails, next } = found ?? { emails: [], next: null }
            const text =
              (after === null ? emailHead : "") +
              emails.map((email) => emailLine(summary(email))).join("")
            return [text, next ?? undefined]
          }
        )
      return yield* pagesOf<string, string | null, StorageError, never>(null, read)
    })
