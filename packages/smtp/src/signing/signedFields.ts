import type { Field } from "./canonical.js"

/**
 * Signed once more than they occur, so that adding one breaks the signature (RFC 6376 8.15): fields
 * that readers and mailbox providers act upon.
 */
const overSigned = [
  "from",
  "to",
  "cc",
  "reply-to",
  "subject",
  "date",
  "message-id",
  "mime-version",
  "content-type",
  // RFC 8058 4 requires both.
  "list-unsubscribe",
  "list-unsubscribe-post"
]

/** Signed as often as they occur. */
const signed = ["content-transfer-encoding", "in-reply-to", "references", "list-id", "feedback-id"]

export interface SignedFields {
  /** The names for `h=`, in the order in which the fields are hashed. */
  readonly names: ReadonlyArray<string>
  /** The existing fields in relaxed form, in that order. */
  readonly relaxed: ReadonlyArray<string>
}

/**
 * Chooses the fields to sign, without the `rewritten` ones. Of repeated fields, the last one comes
 * first (RFC 6376 5.4.2).
 */
export const signedFields = (
  head: ReadonlyArray<Field>,
  rewritten: ReadonlyArray<string> = []
): SignedFields => {
  const names = [...overSigned, ...signed].filter((name) => !rewritten.includes(name))
  const found = names.map((name) => ({
    name,
    fields: head.filter((field) => field.name === name).toReversed()
  }))
  return {
    names: found.flatMap(({ fields, name }) =>
      Array<string>(fields.length + (overSigned.includes(name) ? 1 : 0)).fill(name)
    ),
    relaxed: found.flatMap(({ fields }) => fields.map(({ relaxed }) => relaxed))
  }
}
