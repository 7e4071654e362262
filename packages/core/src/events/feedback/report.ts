import type { Verdict } from "../../delivery/replies/Verdict.js"

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
