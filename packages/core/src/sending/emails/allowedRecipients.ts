import { foldAddress, splitAddress, toAsciiDomain, ValidationFailed } from "@telemark/contract"
import type { Tenant } from "../../accounts/tenants/Tenant.js"

const isAllowed = (folded: string, pattern: string): boolean => {
  if (!pattern.startsWith("@")) return folded === foldAddress(pattern)
  const domain = splitAddress(folded)?.domain
  return domain !== undefined && toAsciiDomain(domain) === toAsciiDomain(pattern.slice(1))
}

/** Whether each of them, in its normalized form, is one of these addresses or domains. */
export const areAllowed = (
  allowed: ReadonlyArray<string>,
  recipients: ReadonlyArray<{ readonly folded: string }>
): boolean =>
  recipients.every(({ folded }) => allowed.some((pattern) => isAllowed(folded, pattern)))

/** Undefined unless the key in use may not send to one of these, in their normalized form. */
export const recipientRefusal = (
  { sends_only_to: allowed }: Pick<Tenant, "sends_only_to">,
  recipients: ReadonlyArray<{ readonly folded: string }>
): ValidationFailed | undefined =>
  allowed === undefined || areAllowed(allowed, recipients)
    ? undefined
    : ValidationFailed.at(
        "to",
        "has a recipient that this API key may not send to: its allowed_recipients says to whom it may, and counts for cc and bcc as well"
      )
