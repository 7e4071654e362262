import {
  type FeedbackBatch,
  type FeedbackReport,
  oneLine,
  readInstantOrDate
} from "@telemark/contract"
import type { Verdict } from "../../delivery/replies/Verdict.js"
import { type IdPrefix, isId } from "../../kernel/ids.js"

interface Common {
  /**
   * When it happened, in epoch milliseconds, clamped to between the message's acceptance and now;
   * now by default.
   */
  readonly at?: number | undefined
  /**
   * Identifies the report among those of its kind on the same message: reported again under the
   * same key, it counts once. At most 255 characters.
   */
  readonly key?: string | undefined
}

/** A report on a message after its delivery to the next hop. */
export type Report =
  | (Common & {
      readonly kind: "delivered" | "deferred"
      readonly smtp_response?: string | undefined
    })
  /**
   * The receiving side refused it after all. The verdict decides whether the address is suppressed;
   * `undetermined` by default.
   */
  | (Common & {
      readonly kind: "bounced"
      readonly smtp_response?: string | undefined
      readonly verdict?: Verdict | undefined
    })
  | (Common & { readonly kind: "complained" })
  | (Common & {
      readonly kind: "opened"
      readonly user_agent?: string | undefined
      readonly machine?: boolean | undefined
    })
  | (Common & {
      readonly kind: "clicked"
      readonly link: string
      readonly user_agent?: string | undefined
      readonly machine?: boolean | undefined
    })
  /**
   * `applied`: what the recipient wanted is stored already, so that the report suppresses nothing,
   * whenever it is recorded.
   */
  | (Common & { readonly kind: "unsubscribed"; readonly applied?: boolean | undefined })

export type ReportKind = Report["kind"]

/** How a report names the message that it is about; any of them may be missing. */
export interface MessageReference {
  /**
   * Our own id, `em_…`, which the message carried: in the provider's metadata, the envelope id or
   * the return path.
   */
  readonly email_id?: string | undefined
  /** The Message-ID field without angle brackets. */
  readonly message_id?: string | undefined
  /** The id that the provider gave the message, as in its reply to DATA. */
  readonly provider_id?: string | undefined
}

/** A report as it was found in a bounce message or a webhook, before its message is looked up. */
export type FoundReport = Report & {
  readonly message: MessageReference
  /** The address that the report names, as it is written there. */
  readonly recipient?: string | undefined
}

/** Where reports were found. */
export interface ReportOrigin {
  /**
   * Null if the reports may be about messages of any tenant: those of the operator's relay or
   * return path.
   */
  readonly tenant_id: string | null
  /** `return_path`, `tracking`, `import`, or a provider's name such as `ses`. */
  readonly source: string
}

const idIn = (prefix: IdPrefix, text: string | undefined): string | undefined => {
  const id =
    (text ?? "")
      .slice(0, 1_000)
      .trim()
      .replace(/^</, "")
      .replace(/>$/, "")
      .split("@", 1)[0]
      ?.toLowerCase() ?? ""
  return isId(prefix, id) ? id : undefined
}

/**
 * Our id, `em_…`, if the text is one or the left part of a Message-ID, in whatever case and
 * brackets it came back.
 */
export const emailIdIn = (text: string | undefined): string | undefined => idIn("em", text)

/**
 * The same of the id that messages of one mail share in their Message-ID if it shows several
 * recipients: `body_…`.
 */
export const bodyIdIn = (text: string | undefined): string | undefined => idIn("body", text)

/** A report of the interface as one that can be recorded. */
export const reportOf = (
  message: MessageReference,
  { at, failure_code, kind, link = "", machine, smtp_response, user_agent, key }: FeedbackReport
): FoundReport => {
  const common = { message, at: at === undefined ? undefined : readInstantOrDate(at), key }
  switch (kind) {
    case "delivered":
    case "deferred":
      return { ...common, kind, smtp_response }
    case "bounced":
      return { ...common, kind, smtp_response, verdict: failure_code }
    case "opened":
      return { ...common, kind, user_agent, machine }
    case "clicked":
      return { ...common, kind, link, user_agent, machine }
    case "complained":
    case "unsubscribed":
      return { ...common, kind }
  }
}

type BatchEntry = FeedbackBatch["reports"][number]

/**
 * Our id is in the Message-ID as its left part unless the mail showed several recipients. The first
 * id that is given counts.
 */
const referenceOf = ({ email_id, message_id, provider_id }: BatchEntry): MessageReference => {
  const own = email_id ?? emailIdIn(message_id)
  if (own !== undefined) return { email_id: own }
  return message_id === undefined
    ? { provider_id }
    : { message_id: message_id.trim().replace(/^</, "").replace(/>$/, "") }
}

export const reportOfEntry = (entry: BatchEntry): FoundReport => ({
  ...reportOf(referenceOf(entry), entry),
  recipient: entry.recipient
})

const maxTextLength = 1_000
const maxLinkLength = 8_192
const maxReferenceLength = 998
const maxAddressLength = 320
const maxKeyLength = 255

/** Bounded, and without NUL, which Postgres doesn't store. */
const storable = <Text extends string | undefined>(text: Text, max: number) =>
  text?.replaceAll("\0", "").slice(0, max).toWellFormed() as Text

const line = (text: string | undefined) =>
  storable(text === undefined ? undefined : oneLine(text), maxTextLength)

type Reference = Pick<FoundReport, "message" | "recipient">

/** What names a message, with bounded texts. */
export const tidyReference = ({ message, recipient }: Reference): Reference => ({
  message: {
    email_id: storable(message.email_id, maxReferenceLength),
    message_id: storable(message.message_id, maxReferenceLength),
    provider_id: storable(message.provider_id, maxReferenceLength)
  },
  recipient: storable(recipient, maxAddressLength)
})

/** A report with bounded texts, on one line where they are shown to people. */
export const tidyReport = (report: FoundReport): FoundReport => {
  const common = { ...tidyReference(report), key: storable(report.key, maxKeyLength) }
  switch (report.kind) {
    case "delivered":
    case "deferred":
    case "bounced":
      return { ...report, ...common, smtp_response: line(report.smtp_response) }
    case "opened":
      return { ...report, ...common, user_agent: line(report.user_agent) }
    case "clicked":
      return {
        ...report,
        ...common,
        link: storable(report.link, maxLinkLength),
        user_agent: line(report.user_agent)
      }
    default:
      return { ...report, ...common }
  }
}
