import type { SecretReference } from "../../accounts/secrets/sealedText.js"

/** The secret reference of an endpoint. A former secret stays sealed as it was. */
export const webhookSecretReference = (tenantId: string, endpointId: number): SecretReference => ({
  table: "webhook_endpoints",
  tenant_id: tenantId,
  row: String(endpointId),
  column: "secret"
})
