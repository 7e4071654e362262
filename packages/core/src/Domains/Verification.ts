/** A record that isn't there is `missing`; one that can't be looked up at the moment is `temperror`, and changes nothing. */
export type SpfStatus = "pass" | "missing" | "multiple" | "not_authorized" | "permerror" | "temperror"
export type DkimStatus = "ok" | "missing" | "mismatch" | "revoked" | "multiple" | "invalid" | "temperror"
export type DmarcStatus = "ok" | "missing" | "multiple" | "invalid" | "temperror"

interface Finding<Status> {
  readonly verified: boolean
  readonly status: Status
  /** Where it was looked for. */
  readonly host: string
  /** The value that was handed out. */
  readonly expected: string
  /** The record that was found; null if none was. Text of at most 1,000 characters. */
  readonly found: string | null
  /** What it means and what to do about it, in a sentence or two. */
  readonly message: string
}

/** Sender Policy Framework (RFC 7208): may our servers send mail of this domain? */
export interface SpfFinding extends Finding<SpfStatus> {
  /** DNS look-ups that the record takes, of the 10 that it may. */
  readonly lookups: number
  /** What to publish in place of the present record; null where that is simply `expected`. */
  readonly suggestion: string | null
}

/** DomainKeys Identified Mail (RFC 6376): is our public key published? */
export interface DkimFinding extends Finding<DkimStatus> {
  readonly selector: string
  /** Whether the record says that the domain only tests DKIM (`t=y`). */
  readonly testing: boolean
}

/** DMARC (RFC 9989): has the domain a policy? */
export interface DmarcFinding extends Finding<DmarcStatus> {
  /** The name at which the policy was found, the domain itself or one above it; null if nowhere. */
  readonly found_at: string | null
  readonly policy: "none" | "quarantine" | "reject" | null
  readonly inherited: boolean
}

/** A key that signs no more, and whose record should stay until mail that it signed has arrived. */
export interface RetiredDkimKey {
  readonly selector: string
  /** Where its record is. */
  readonly host: string
  /** From when on the record may be removed from DNS. RFC 3339. */
  readonly remove_after: string
}

/** What one look at a domain's records found, as it is stored. */
export interface DomainLook {
  readonly spf: SpfFinding
  readonly dkim: DkimFinding
  readonly dmarc: DmarcFinding
  /** The keys beside the first one: that of a rotation under way, an Ed25519 one. */
  readonly dkim_others: ReadonlyArray<DkimFinding>
  /** RFC 3339. */
  readonly checked_at: string
  readonly warnings: ReadonlyArray<string>
}

/** What the last look at a domain's records found, and which of its keys' records may be removed. */
export interface DomainVerification extends DomainLook {
  readonly dkim_retired: ReadonlyArray<RetiredDkimKey>
}
