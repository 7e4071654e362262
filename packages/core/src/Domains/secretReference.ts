import type { SecretReference } from "../Secrets/index.js"

/** Where a DKIM key of a tenant's domain is sealed for. */
export const dkimKeyReference = (tenantId: string, { domain, selector }: { readonly domain: string; readonly selector: string }): SecretReference => ({
  table: "dkim_keys", tenant_id: tenantId, row: `${domain} ${selector}`, column: "private_key"
})
