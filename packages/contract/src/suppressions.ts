import { Schema } from "effect"
import { Address } from "./address.js"
import { count, flag, instant, optional, orNull, required, text } from "./members.js"
import { afterPage, pageWithNext } from "./paging.js"
import { TopicId } from "./topics.js"
import { boundedText, StorableText } from "./validation/text.js"

const Reason = StorableText.pipe(
  Schema.check(Schema.isMaxLength(1000, { message: "must be at most 1000 characters" }))
)

/** An address to suppress. */
export const AddSuppression = Schema.Struct({
  email_address: required(Address, "The address, in any spelling."),
  reason: optional(Reason, "The reason; `manual` by default."),
  topic: optional(
    TopicId,
    "Suppresses only mail of this topic, which must exist; by default all mail to the address."
  )
}).annotate({ identifier: "AddSuppression" })
export type AddSuppression = typeof AddSuppression.Type

/** The address is suppressed, newly or already. */
export const Suppressed = Schema.Struct({ status: Schema.Literal("suppressed") }).annotate({
  identifier: "Suppressed"
})
export type Suppressed = typeof Suppressed.Type

/** An address that must not be mailed. */
export const Suppression = Schema.Struct({
  email_address: text("The address."),
  reason: text("The reason, such as `bounced` or `manual`."),
  added_at: instant("When it was suppressed."),
  topic: orNull(text("The topic whose mail is suppressed; null: all mail to the address."))
}).annotate({ identifier: "Suppression" })
export type Suppression = typeof Suppression.Type

const AddressStart = boundedText(254, 1).pipe(
  Schema.check(
    Schema.makeFilter(
      (text) =>
        !/\s/.test(text) ||
        /^"[^\s]*(?: [^\s]*)*$/.test(text) ||
        "must be the beginning of an address, without blanks outside of quotes"
    )
  )
)

const filters = {
  topic: optional(TopicId, "Only suppressions of this topic."),
  email: optional(AddressStart, "Only addresses that begin so, in upper or lower case."),
  reason: optional(
    Reason.pipe(Schema.check(Schema.isMinLength(1, { message: "must not be empty" }))),
    "Only suppressions with this reason, such as `bounce`, `complaint`, `unsubscribe` or `manual`."
  )
}

/** Which suppressions to list. */
export const ListSuppressions = Schema.Struct({
  ...afterPage(2000),
  ...filters
}).annotate({ identifier: "ListSuppressions" })
export type ListSuppressions = typeof ListSuppressions.Type

/** Which suppressions to export: the filters of a list. */
export const ExportSuppressions = Schema.Struct(filters).annotate({
  identifier: "ExportSuppressions"
})
export type ExportSuppressions = typeof ExportSuppressions.Type

/** Which suppression of an address to remove. */
export const RemoveSuppression = Schema.Struct({
  topic: optional(
    TopicId,
    "Removes the suppression of this topic alone; by default that of the whole address alone."
  )
}).annotate({ identifier: "RemoveSuppression" })
export type RemoveSuppression = typeof RemoveSuppression.Type

export const SuppressionList = pageWithNext("SuppressionList", Suppression)
export type SuppressionList = typeof SuppressionList.Type

/** A topic of which an address gets no mail. */
export const SuppressedTopic = Schema.Struct({
  topic: text("The topic's id."),
  reason: text("The reason."),
  since: instant("When it was suppressed.")
}).annotate({ identifier: "SuppressedTopic" })
export type SuppressedTopic = typeof SuppressedTopic.Type

/** Whether an address is suppressed. */
export const SuppressionCheck = Schema.Struct({
  suppressed: flag("Whether the whole address is suppressed: it gets no mail at all."),
  reason: text("Empty if the address isn't suppressed."),
  since: text("RFC 3339; empty if the address isn't suppressed."),
  topics: Schema.Array(SuppressedTopic).annotate({
    description: "Topics of which it gets no mail, whatever `suppressed` says."
  })
}).annotate({ identifier: "SuppressionCheck" })
export type SuppressionCheck = typeof SuppressionCheck.Type

/** How many addresses an import may have. */
export const maxImported = 100_000

/**
 * An address to suppress. Without bounds: an invalid row doesn't refuse the others, so each is
 * checked by itself.
 */
export const SuppressionRow = Schema.Struct({
  email_address: required(Schema.String, "The address, in any spelling."),
  reason: optional(Schema.String, "The reason; `manual` by default."),
  topic: optional(
    Schema.String,
    "Suppresses only mail of this topic, which must exist; by default all mail to the address."
  )
}).annotate({ identifier: "SuppressionRow" })
export type SuppressionRow = typeof SuppressionRow.Type

/** Addresses to suppress together. */
export const ImportSuppressions = Schema.Struct({
  suppressions: required(Schema.Array(SuppressionRow), "Up to 100,000 addresses.")
}).annotate({ identifier: "ImportSuppressions" })
export type ImportSuppressions = typeof ImportSuppressions.Type

/** A row of an import that was left out. */
export const InvalidRow = Schema.Struct({
  line: count(
    "Of a table, the line that the row begins on; of JSON, its place in the list. From 1."
  ),
  reason: text("What is wrong with it. It never repeats what the row contains.")
}).annotate({ identifier: "InvalidRow" })
export type InvalidRow = typeof InvalidRow.Type

/** What an import came to. */
export const ImportedSuppressions = Schema.Struct({
  added: count("Addresses that are suppressed from now on."),
  already_suppressed: count(
    "Rows whose address, or its topic, was suppressed already, or by an earlier row."
  ),
  invalid_count: count("Rows that were left out because they are invalid."),
  invalid: Schema.Array(InvalidRow).annotate({ description: "The first 100 of them." })
}).annotate({ identifier: "ImportedSuppressions" })
export type ImportedSuppressions = typeof ImportedSuppressions.Type
