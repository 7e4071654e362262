import type { SecretPlace } from "../Secrets/index.js"

/** Where a DKIM key of a tenant's domain is sealed for. */
export const dkimKeyPlace = (tenantId: string, { domain, selector }: { readonly domain: string; readonly selector: string }): SecretPlace => ({
  table: "dkim_keys", tenant_id: tenantId, row: `${domain} ${selector}`, column: "private_key"
})
