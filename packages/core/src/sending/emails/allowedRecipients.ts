import { foldAddress, toAsciiDomain, ValidationFailed } from "@telemark/contract"
import type { Tenant } from "../../accounts/tenants/Tenant.js"

const fold = (pattern: string): string =>
  pattern.startsWith("@") ? `@${toAsciiDomain(pattern.slice(1)) ?? ""}` : foldAddress(pattern)

/** Whether each of them, in its normalized form, is one of these addresses or domains. */
export const areAllowed = (
  allowed: ReadonlyArray<string>,
  recipients: ReadonlyArray<{ readonly folded: string }>
): boolean => {
  // Once: a batch has thousands of pairs, which took milliseconds of the loop.
  const patterns = new Set(allowed.map(fold))
  return recipients.every(
    ({ folded }) => patterns.has(folded) || patterns.has(folded.slice(folded.lastIndexOf("@")))
  )
}

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
