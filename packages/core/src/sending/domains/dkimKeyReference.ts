import type { SecretReference } from "../../accounts/secrets/sealedText.js"

/** The secret reference of a DKIM key. */
export const dkimKeyReference = (
  tenantId: string,
  { domain, selector }: { readonly domain: string; readonly selector: string }
): SecretReference => ({
  table: "dkim_keys",
  tenant_id: tenantId,
  row: `${domain} ${selector}`,
  column: "private_key"
})
