import { Schema } from "effect"
import { Address } from "./address.js"
import { count, flag, instant, list, named, optional, orNull, required, text } from "./members.js"
import { afterPage, pageWithNext } from "./paging.js"
import { TopicId } from "./topics.js"
import { boundedText, StorableText } from "./validation/text.js"

const Reason = StorableText.pipe(
  Schema.check(Schema.isMaxLength(1000, { message: "must be at most 1000 characters" }))
)

export const AddSuppression = named("AddSuppression", {
  email_address: required(Address, "The address, in any spelling."),
  reason: optional(Reason, "The reason; `manual` by default."),
  topic: optional(
    TopicId,
    "Suppresses only mail of this topic, which must exist; by default all mail to the address."
  )
})
export type AddSuppression = typeof AddSuppression.Type

export const Suppressed = named("Suppressed", { status: Schema.Literal("suppressed") })
export type Suppressed = typeof Suppressed.Type

export const Suppression = named("Suppression", {
  email_address: text("The address."),
  reason: text("The reason, such as `bounced` or `manual`."),
  added_at: instant("When it was suppressed."),
  topic: orNull(text("The topic whose mail is suppressed; null: all mail to the address."))
})
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

export const ListSuppressions = named("ListSuppressions", {
  ...afterPage(2000),
  ...filters
})
export type ListSuppressions = typeof ListSuppressions.Type

export const ExportSuppressions = named("ExportSuppressions", filters)
export type ExportSuppressions = typeof ExportSuppressions.Type

export const RemoveSuppression = named("RemoveSuppression", {
  topic: optional(
    TopicId,
    "Removes the suppression of this topic alone; by default that of the whole address alone."
  )
})
export type RemoveSuppression = typeof RemoveSuppression.Type

export const SuppressionList = pageWithNext("SuppressionList", Suppression)
export type SuppressionList = typeof SuppressionList.Type

export const SuppressedTopic = named("SuppressedTopic", {
  topic: text("The topic's id."),
  reason: text("The reason."),
  since: instant("When it was suppressed.")
})
export type SuppressedTopic = typeof SuppressedTopic.Type

export const SuppressionCheck = named("SuppressionCheck", {
  suppressed: flag("Whether the whole address is suppressed: it gets no mail at all."),
  reason: text("Empty if the address isn't suppressed."),
  since: text("RFC 3339; empty if the address isn't suppressed."),
  topics: list(SuppressedTopic, "Topics of which it gets no mail, whatever `suppressed` says.")
})
export type SuppressionCheck = typeof SuppressionCheck.Type

export const maxImported = 100_000

/** Without bounds: an invalid row doesn't refuse the others. */
export const SuppressionRow = named("SuppressionRow", {
  email_address: required(Schema.String, "The address, in any spelling."),
  reason: optional(Schema.String, "The reason; `manual` by default."),
  topic: optional(
    Schema.String,
    "Suppresses only mail of this topic, which must exist; by default all mail to the address."
  )
})
export type SuppressionRow = typeof SuppressionRow.Type

export const ImportSuppressions = named("ImportSuppressions", {
  suppressions: required(Schema.Array(SuppressionRow), "Up to 100,000 addresses.")
})
export type ImportSuppressions = typeof ImportSuppressions.Type

export const InvalidRow = named("InvalidRow", {
  line: count(
    "Of a table, the line that the row begins on; of JSON, its place in the list. From 1."
  ),
  reason: text("What is wrong with it. It never repeats what the row contains.")
})
export type InvalidRow = typeof InvalidRow.Type

export const ImportedSuppressions = named("ImportedSuppressions", {
  added: count("Addresses that are suppressed from now on."),
  already_suppressed: count(
    "Rows whose address, or its topic, was suppressed already, or by an earlier row."
  ),
  invalid_count: count("Rows that were left out because they are invalid."),
  invalid: list(InvalidRow, "The first 100 of them.")
})
export type ImportedSuppressions = typeof ImportedSuppressions.Type
