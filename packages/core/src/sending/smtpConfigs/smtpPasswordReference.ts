import type { SecretReference } from "../../accounts/secrets/sealedText.js"

/** The secret reference of a tenant's SMTP password. */
export const smtpPasswordReference = (tenantId: string): SecretReference => ({
  table: "smtp_configs",
  tenant_id: tenantId,
  row: "",
  column: "password"
})
