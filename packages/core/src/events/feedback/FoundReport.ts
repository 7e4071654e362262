import type { Report } from "./report.js"

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
