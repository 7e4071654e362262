import type { SecretReference } from "../Secrets/index.js"

/** Where an endpoint's secrets are sealed for. The former one stays sealed as it was when it was the present one. */
export const webhookSecretReference = (tenantId: string, endpointId: number): SecretReference =>
  ({ table: "webhook_endpoints", tenant_id: tenantId, row: String(endpointId), column: "secret" })
