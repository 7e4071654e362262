import type { Verdict } from "../Replies/index.js"

interface Common {
  readonly email_id: string
  /** When it happened, in epoch milliseconds, between the acceptance of the message and now; by default now. */
  readonly at?: number | undefined
  /** Tells the report apart from others of its kind about the same message: reported twice under the same key, it counts once. At most 255 characters. */
  readonly key?: string | undefined
}

/** What is reported of a message after it was handed to the next hop. */
export type Report =
  | Common & { readonly kind: "delivered" | "deferred"; readonly smtp_response?: string | undefined }
  /** The receiving side refused it after all. The verdict decides whether the address is suppressed; `undetermined` by default. */
  | Common & { readonly kind: "bounced"; readonly smtp_response?: string | undefined; readonly verdict?: Verdict | undefined }
  | Common & { readonly kind: "complained" }
  | Common & { readonly kind: "opened"; readonly user_agent?: string | undefined; readonly machine?: boolean | undefined }
  | Common & { readonly kind: "clicked"; readonly link: string; readonly user_agent?: string | undefined; readonly machine?: boolean | undefined }
  | Common & { readonly kind: "unsubscribed" }

export type ReportKind = Report["kind"]

/** What came of a report. */
export type Reported =
  /** It was recorded as this event. */
  | { readonly _tag: "Recorded"; readonly event_id: string }
  /** The message stays as it is: that was reported before, or it has come further already (`superseded`; what suppresses an address does so all the same). */
  | { readonly _tag: "Ignored"; readonly reason: "repeated" | "superseded" }
  /** The message is still being handed over, as far as is known: report it again in a moment. */
  | { readonly _tag: "TooEarly" }
