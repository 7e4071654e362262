import type { DomainRecord, SmtpConfigRecord } from "@telemark/core"

/** A domain that signs its mail and is due for a check. */
export const aDomain: DomainRecord = {
  tenant_id: "tn_a",
  domain: "example.com",
  spf_verified: true,
  dkim_verified: true,
  dmarc_verified: false,
  return_path_verified: false,
  tracking_verified: false,
  spf_failing_since: null,
  dkim_failing_since: null,
  dmarc_failing_since: null,
  return_path_failing_since: null,
  tracking_failing_since: null,
  owned: true,
  verified_at: 1e12,
  created_at: 1e12,
  next_check_at: 1e12,
  verification: null,
  keys: [
    {
      selector: "tm1",
      algorithm: "rsa",
      public_key: "MIIB",
      private_key: "sealed",
      state: "current",
      created_at: 1e12,
      ends_at: null
    }
  ]
}

/** An SMTP server of the same tenant's own. */
export const aConfig: SmtpConfigRecord = {
  id: "smtp_1",
  tenant_id: "tn_a",
  provider: "custom",
  host: "smtp.example.com",
  port: 587,
  username: "ada",
  password: "sealed",
  oauth2: null,
  tls_required: true,
  ehlo_name: "mail.example.com",
  from_email: null,
  from_name: null,
  verified: true,
  created_at: 1e12,
  updated_at: 1e12
}
