import type { SecretPlace } from "../Secrets/index.js"

/** Where a tenant's SMTP password is sealed for. */
export const smtpPasswordPlace = (tenantId: string): SecretPlace => ({ table: "smtp_configs", tenant_id: tenantId, row: "", column: "password" })
