import { Data } from "effect"

/** The tenant already has this domain, or another tenant has verified it. */
export class DomainExists extends Data.TaggedError("DomainExists")<{}> {
  readonly code = "domain_exists"

  override get message(): string {
    return "You added this domain before, or another account has verified it. Verify your domain, or remove it from the other account first."
  }
}

/**
 * This process creates too many DKIM key pairs at once, overall or for this tenant. Nothing was
 * changed.
 */
export class DkimKeysBusy extends Data.TaggedError("DkimKeysBusy")<{}> {
  readonly code = "Service unavailable"

  override get message(): string {
    return "Too many requests are creating domain keys at once. Nothing was changed; try again in a moment."
  }
}
