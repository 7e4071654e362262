import { Data } from "effect"

/** The tenant has this domain already, or another tenant has verified it. */
export class DomainExists extends Data.TaggedError("DomainExists")<{}> {
  readonly code = "domain_exists"

  override get message(): string {
    return "This domain was added before, or another account has verified it. Verify the one you have, or remove it there first."
  }
}

/** Too many key pairs for DKIM are being made in this process, in all or for this tenant. Nothing was changed. */
export class DkimKeysBusy extends Data.TaggedError("DkimKeysBusy")<{}> {
  readonly code = "Service unavailable"

  override get message(): string {
    return "Too many domains are being given keys at once. Nothing was changed; try again in a moment."
  }
}
