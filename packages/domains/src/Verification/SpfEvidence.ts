import type { Directive, IpAddress, SpfOutcome } from "../Spf/index.js"

/** What is asked about a domain's SPF. */
export interface SpfCase {
  readonly domain: string
  /** The mechanisms that were handed out, as text. */
  readonly spf: string
}

/** What DNS says about it. */
export interface SpfEvidence {
  /** The SPF records of the domain. */
  readonly records: ReadonlyArray<string>
  /** The mechanisms that were handed out. */
  readonly ours: ReadonlyArray<Directive>
  readonly checks: ReadonlyArray<{ readonly address: IpAddress; readonly outcome: SpfOutcome }>
  /** Mechanisms of ours that allow no address that could be named. */
  readonly unsampled: ReadonlyArray<Directive>
  /** The outcome for an address that belongs to nobody. */
  readonly nobody: SpfOutcome
  /** The names that were handed out, if servers can't use them: their errors aren't the domain's. */
  readonly broken: ReadonlyArray<string>
}
