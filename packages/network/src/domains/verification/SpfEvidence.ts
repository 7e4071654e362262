import type { Directive } from "../spf/SpfRecord.js"
import type { IpAddress } from "../spf/addresses.js"
import type { SpfOutcome } from "../spf/checkHost.js"

export interface SpfCase {
  readonly domain: string
  /** The mechanisms that the domain should publish, as text. */
  readonly spf: string
}

export interface SpfEvidence {
  readonly records: ReadonlyArray<string>
  /** The mechanisms that the domain should publish. */
  readonly ours: ReadonlyArray<Directive>
  readonly checks: ReadonlyArray<{ readonly address: IpAddress; readonly outcome: SpfOutcome }>
  /** Those of `ours` for which no allowed address is known. */
  readonly unsampled: ReadonlyArray<Directive>
  /** The outcome for an address that belongs to nobody. */
  readonly nobody: SpfOutcome
  /**
   * The names in `ours` if servers can't use them: their errors are the operator's, not the
   * domain's.
   */
  readonly broken: ReadonlyArray<string>
}
