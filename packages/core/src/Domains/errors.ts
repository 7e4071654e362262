import { Data } from "effect"

/** The tenant has this domain already, or another tenant has verified it. */
export class DomainExists extends Data.TaggedError("DomainExists")<{}> {
  readonly code = "domain_exists"

  override get message(): string {
    return "This domain was added before, or another account has verified it. Verify the one you have, or remove it there first."
  }
}
