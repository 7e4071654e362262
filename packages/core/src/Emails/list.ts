import { Effect, Either, Schema } from "effect"
import { Address } from "../Addresses/index.js"
import { isId } from "../Ids/index.js"
import { type Paged, pageOf, PageRequest } from "../Paging/index.js"
import type { StorageError } from "../Storage/index.js"
import { InstantText, readInstant } from "../Time/index.js"
import { boundedText, decode, ValidationFailed } from "../Validation/index.js"
import type { EmailSummary } from "./Email.js"
import type { EmailFilter, EmailPage, EmailStore } from "./EmailStore.js"
import { EmailStatus } from "./status.js"
import { readTag, TagText } from "./tags.js"
import { summary } from "./views.js"

/** Which emails to list. Filters hold all together. */
export const ListEmails = Schema.Struct({
  ...PageRequest.fields,
  /** The id of an email: the page begins behind it. Instead of an offset. */
  after: Schema.optional(boundedText(50, 1)),
  status: Schema.optional(EmailStatus),
  /** In any case of letters. */
  recipient: Schema.optional(Address),
  template_id: Schema.optional(boundedText(50, 1)),
  /** `name:value`. */
  tag: Schema.optional(TagText),
  /** Accepted at this instant or later. */
  since: Schema.optional(InstantText),
  /** Accepted before this instant. */
  until: Schema.optional(InstantText)
})
export type ListEmails = typeof ListEmails.Type

/** A page of emails. */
export interface EmailList extends Paged<EmailSummary> {
  /** What `after` has to be for the next page; null if this one wasn't full, and so was the last. */
  readonly next: string | null
}

const decodeList = decode(ListEmails)

const instantOf = (text: string | undefined): number | undefined => text === undefined ? undefined : readInstant(text)

const filterOf = ({ recipient, since, status, tag, template_id, until }: ListEmails): EmailFilter => ({
  status,
  recipient,
  template_id,
  tag: tag === undefined ? undefined : readTag(tag),
  since: instantOf(since),
  until: instantOf(until)
})

const whichOf = (input: ListEmails): Either.Either<{ readonly page: EmailPage; readonly filter: EmailFilter }, ValidationFailed> =>
  Either.gen(function*() {
    const request = yield* decodeList(input)
    const page = { ...pageOf(request), after: request.after }
    const filter = filterOf(request)
    if (page.after !== undefined && page.offset > 0) return yield* Either.left(ValidationFailed.at("after", "doesn't go together with an offset"))
    if (filter.since === undefined || filter.until === undefined || filter.since < filter.until) return { page, filter }
    return yield* Either.left(ValidationFailed.at("until", "must be later than since"))
  })

const nothingBehind = () => ValidationFailed.at("after", "must be the id of an email that is there; begin again without it")

/** Lists a tenant's messages. */
export const makeListEmails = (store: typeof EmailStore.Service) =>
  (tenantId: string, input: ListEmails = {}): Effect.Effect<EmailList, ValidationFailed | StorageError> =>
    Effect.gen(function*() {
      const { filter, page: { after, ...page } } = yield* whichOf(input)
      const records = after === undefined || isId("em", after) ? yield* store.list(tenantId, { ...page, after }, filter) : undefined
      if (records === undefined) return yield* nothingBehind()
      const last = records.length < page.limit ? undefined : records.at(-1)
      return { data: records.map(summary), ...page, next: last?.id ?? null }
    })
