import { type SmtpConfig, timestamp } from "@telemark/contract"
import type { SecretReference } from "../../accounts/secrets/sealedText.js"
import type { StoredServer } from "../../delivery/message/Message.js"

/** Times are epoch milliseconds. */
export interface SmtpConfigRecord extends StoredServer {
  readonly from_name: string | null
  readonly created_at: number
  readonly updated_at: number
}

export const smtpPasswordReference = (tenantId: string): SecretReference => ({
  table: "smtp_configs",
  tenant_id: tenantId,
  row: "",
  column: "password"
})

/** The password is never returned. */
export const viewOfSmtpConfig = (record: SmtpConfigRecord): SmtpConfig => ({
  provider: record.provider,
  host: record.host,
  port: record.port,
  username: record.username,
  tls_required: record.tls_required,
  ...(record.ehlo_name === null ? {} : { ehlo_name: record.ehlo_name }),
  ...(record.from_email === null ? {} : { from_email: record.from_email }),
  ...(record.from_name === null ? {} : { from_name: record.from_name }),
  verified: record.verified,
  created_at: timestamp(record.created_at),
  updated_at: timestamp(record.updated_at)
})
