import type { SecretReference } from "../Secrets/index.js"

/** Where a tenant's SMTP password is sealed for. */
export const smtpPasswordReference = (tenantId: string): SecretReference => ({ table: "smtp_configs", tenant_id: tenantId, row: "", column: "password" })
