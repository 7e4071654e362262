import { Data } from "effect"

/** A tenant of that name exists already. */
export class TenantExists extends Data.TaggedError("TenantExists")<{}> {
  readonly code = "tenant_exists"

  override get message(): string {
    return "A tenant of that name exists already. Choose another name, or use the one there is."
  }
}
