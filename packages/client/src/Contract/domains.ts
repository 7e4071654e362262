/** Which domain to send from. */
export interface AddDomain {
  /** A name such as `shop.example`, in any case or script. */
  readonly domain: string
}

/** A record that DNS should hold. */
export interface DnsRecord {
  readonly type: "TXT"
  readonly host: string
  readonly value: string
}

/** What to publish for a domain, or for its next DKIM keys. */
export interface AddedDomain {
  readonly domain: string
  readonly dns_records: ReadonlyArray<DnsRecord>
  /** What to do with them. */
  readonly message: string
}

/** A sending domain as lists show it. */
export interface DomainSummary {
  /** In lower case, as A-labels. */
  readonly domain: string
  readonly dkim_selector: string
  readonly spf_verified: boolean
  readonly dkim_verified: boolean
  readonly dmarc_verified: boolean
  readonly dns_records: ReadonlyArray<DnsRecord>
  readonly verified_at: string | null
  readonly created_at: string
}

/** A sending domain, with what the last look found. */
export interface Domain extends DomainSummary {
  /** Null until the first look. */
  readonly verification: DomainVerification | null
  readonly ready_to_send: boolean
}

interface Finding {
  readonly verified: boolean
  /** Where it was looked for. */
  readonly host: string
  /** What should be there. */
  readonly expected: string
  /** What is there; null if nothing is. */
  readonly found: string | null
  /** What to do, or that all is well. */
  readonly message: string
}

/** Whether the domain lets the service send for it (SPF, RFC 7208). */
export interface SpfFinding extends Finding {
  /** `temperror`: DNS gave no answer. */
  readonly status: "pass" | "missing" | "multiple" | "not_authorized" | "permerror" | "temperror"
  /** How many of the ten lookups that RFC 7208 allows the record takes. */
  readonly lookups: number
  /** The record as it should be, where one can be suggested. */
  readonly suggestion: string | null
}

/** Whether the key is published that the service signs with (DKIM, RFC 6376). */
export interface DkimFinding extends Finding {
  readonly status: "ok" | "missing" | "mismatch" | "revoked" | "multiple" | "invalid" | "temperror"
  readonly selector: string
  /** Whether the record says `t=y`: receivers needn't heed it. */
  readonly testing: boolean
}

/** Whether the domain says what becomes of mail that fails both (DMARC, RFC 7489). */
export interface DmarcFinding extends Finding {
  readonly status: "ok" | "missing" | "multiple" | "invalid" | "temperror"
  /** Where the record is: at the domain, or at that of its organisation; null if there is none. */
  readonly found_at: string | null
  readonly policy: "none" | "quarantine" | "reject" | null
  /** Whether it is that of the organisation's domain. */
  readonly inherited: boolean
}

/** A key that signs no more. */
export interface RetiredDkimKey {
  readonly selector: string
  /** Where its record is. */
  readonly host: string
  /** From when on the record may be removed: mail that the key signed may be under way until then. */
  readonly remove_after: string
}

/** What a look in DNS found. */
export interface DomainVerification {
  readonly spf: SpfFinding
  readonly dkim: DkimFinding
  readonly dmarc: DmarcFinding
  /** The keys beside the first one, as while one is changed. */
  readonly dkim_others: ReadonlyArray<DkimFinding>
  /** The keys that sign no more, and from when on their records may be removed from DNS. */
  readonly dkim_retired: ReadonlyArray<RetiredDkimKey>
  readonly checked_at: string
  readonly warnings: ReadonlyArray<string>
}

/** The answer to a verification. */
export interface VerifiedDomain {
  readonly domain: string
  readonly verification: DomainVerification
  readonly ready_to_send: boolean
}
