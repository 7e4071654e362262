import {
  type SavedSmtpOAuth2,
  type SmtpConfig,
  type SmtpOAuth2,
  timestamp
} from "@telemark/contract"
import type { SecretReference } from "../../accounts/secrets/sealedText.js"
import type { OAuth2Client, StoredServer } from "../../delivery/message/Message.js"

/** Times are epoch milliseconds. */
export interface SmtpConfigRecord extends StoredServer {
  readonly from_name: string | null
  readonly created_at: number
  readonly updated_at: number
}

/**
 * What a login's secret is sealed for. Versions that know passwords only can't open the secrets of
 * OAuth 2, and so never send them as a password.
 */
export const smtpLoginReference = (
  tenantId: string,
  kind: "password" | "oauth2"
): SecretReference => ({ table: "smtp_configs", tenant_id: tenantId, row: "", column: kind })

export const oauth2ClientOf = ({
  client_id,
  refresh_token,
  scope,
  token_url
}: SmtpOAuth2): OAuth2Client => ({
  grant_type: refresh_token === undefined ? "client_credentials" : "refresh_token",
  token_url,
  client_id,
  scope: scope ?? null
})

const viewOfOAuth2 = ({ scope, ...client }: OAuth2Client): SavedSmtpOAuth2 => ({
  ...client,
  ...(scope === null ? {} : { scope })
})

/** Secrets are never returned. */
export const viewOfSmtpConfig = (record: SmtpConfigRecord): SmtpConfig => ({
  provider: record.provider,
  host: record.host,
  port: record.port,
  username: record.username,
  ...(record.oauth2 === null ? {} : { oauth2: viewOfOAuth2(record.oauth2) }),
  tls_required: record.tls_required,
  ...(record.ehlo_name === null ? {} : { ehlo_name: record.ehlo_name }),
  ...(record.from_email === null ? {} : { from_email: record.from_email }),
  ...(record.from_name === null ? {} : { from_name: record.from_name }),
  verified: record.verified,
  created_at: timestamp(record.created_at),
  updated_at: timestamp(record.updated_at)
})
