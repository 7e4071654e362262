import { defineError, unavailable } from "../defineError.js"

/** The tenant already has this domain, or another tenant has verified it. */
export class DomainExists extends defineError("DomainExists", {
  status: 409,
  code: "domain_exists",
  description: "The domain was added before, or another tenant has verified it.",
  message:
    "You added this domain before, or another account has verified it. Verify your domain, or remove it from the other account first."
}) {}

/**
 * This process creates too many DKIM key pairs at once, overall or for this tenant. Nothing was
 * changed.
 */
export class DkimKeysBusy extends defineError("DkimKeysBusy", {
  ...unavailable(2),
  description:
    "Too many requests are creating domain keys at once. Nothing was changed, and the same request may succeed after `Retry-After`.",
  message:
    "Too many requests are creating domain keys at once. Nothing was changed; try again in a moment."
}) {}
