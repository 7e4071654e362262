import {
  type FeedbackProviderName,
  type FeedbackRefusal,
  feedbackRefusals,
  type FeedbackSource,
  timestamp,
  timestampOrNull
} from "@telemark/contract"
import { operatorOwner } from "../../accounts/operator/operatorOwner.js"
import type { SecretReference } from "../../accounts/secrets/sealedText.js"

/** A tenant, or, if null, the operator. */
export type SourceOwner = string | null

/** `open`: nothing speaks against it. `other_body`: its token came with another. */
export type KnownCall = "open" | "handled" | "other_body"

/** Times are epoch milliseconds. */
export interface FeedbackSourceRecord {
  readonly id: string
  /** Null for the operator's, whose reports may be about mail of any tenant. */
  readonly tenant_id: string | null
  readonly provider: FeedbackProviderName
  /** SHA-256. */
  readonly secret_digest: string
  /** Sealed for `feedbackSourceReference`. */
  readonly credential: string | null
  readonly created_at: number
  /** Exact to a minute. */
  readonly called_at: number | null
  readonly refused_at: number | null
  readonly refused_reason: FeedbackRefusal | null
}

/** Its signature must be taken for one body only. */
export interface SourceCall {
  readonly token_digest: string
  readonly body_digest: string
  /** When a call with this token would be refused for its age. */
  readonly expires_at: number
}

export const feedbackSourceReference = ({
  id,
  tenant_id
}: Pick<FeedbackSourceRecord, "id" | "tenant_id">): SecretReference => ({
  table: "feedback_sources",
  tenant_id: tenant_id ?? operatorOwner,
  row: id,
  column: "credential"
})

export const viewOfSource = (
  record: FeedbackSourceRecord,
  takesCredential: boolean
): FeedbackSource => ({
  id: record.id,
  provider: record.provider,
  has_credential: record.credential !== null,
  needs_credential: takesCredential && record.credential === null,
  created_at: timestamp(record.created_at),
  last_called_at: timestampOrNull(record.called_at),
  last_refused_at: timestampOrNull(record.refused_at),
  last_refused_reason: record.refused_reason,
  last_refused_message:
    record.refused_reason === null ? null : feedbackRefusals[record.refused_reason]
})
