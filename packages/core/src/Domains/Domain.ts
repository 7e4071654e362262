import { Schema } from "effect"
import { toAsciiDomain } from "../Addresses/index.js"
import type { DomainLook, DomainVerification } from "./Verification.js"

/** The body of POST /domains. */
export const AddDomain = Schema.Struct({
  domain: Schema.String.pipe(
    Schema.filter((text) =>
      toAsciiDomain(text) === undefined ? "must be a domain name of two labels or more, such as example.com" : undefined, { jsonSchema: {} })
  )
}).annotations({ identifier: "AddDomain" })
export type AddDomain = typeof AddDomain.Type

/** RFC 6376 and RFC 8463. */
export type DkimAlgorithm = "rsa" | "ed25519"

/**
 * - `next`: made, and not used until its record is seen.
 * - `current`: signs.
 * - `retired`: signs no more; its record should stay until mail that it signed has arrived.
 */
export type DkimKeyState = "next" | "current" | "retired"

/** A key pair that signs a domain's mail. */
export interface DkimKeyRecord {
  readonly selector: string
  readonly algorithm: DkimAlgorithm
  /** As the DNS record has it behind `p=`: base64 of the SubjectPublicKeyInfo for RSA, of the bare 32 bytes for Ed25519. */
  readonly public_key: string
  /** PKCS #8 as PEM, sealed. */
  readonly private_key: string
  readonly state: DkimKeyState
  readonly created_at: number
  /** When a retired key is forgotten; when a current Ed25519 key whose record is gone stops signing. */
  readonly ends_at: number | null
}

/** A sending domain of one tenant, as it is kept. Times are epoch milliseconds. */
export interface DomainRecord {
  readonly tenant_id: string
  /** Lower case, A-labels. */
  readonly domain: string
  readonly spf_verified: boolean
  readonly dkim_verified: boolean
  readonly dmarc_verified: boolean
  /** Since when looking has found definitely that a verified record is gone; null while it is there. */
  readonly spf_failing_since: number | null
  readonly dkim_failing_since: number | null
  readonly dmarc_failing_since: number | null
  /** Whether no other tenant may have it: the first to verify it, for as long as its key is published. */
  readonly owned: boolean
  /** When it first became ready to send. */
  readonly verified_at: number | null
  readonly created_at: number
  /** When it is looked at next without being asked. */
  readonly next_check_at: number
  /** What the last look found; null before the first. */
  readonly verification: DomainLook | null
  /** At least one, of which the RSA key in use comes first. */
  readonly keys: ReadonlyArray<DkimKeyRecord>
}

/** A DNS record to publish. `host` is absolute, without a dot at its end; `value` is one unsplit string. */
export interface DnsRecord {
  readonly type: "TXT"
  readonly host: string
  readonly value: string
}

/** What GET /domains lists. */
export interface DomainSummary {
  readonly domain: string
  readonly dkim_selector: string
  readonly spf_verified: boolean
  readonly dkim_verified: boolean
  readonly dmarc_verified: boolean
  /** What DNS should hold, the records of retired keys included: `verification.dkim_retired` says from when on those may be removed. */
  readonly dns_records: ReadonlyArray<DnsRecord>
  readonly verified_at: string | null
  readonly created_at: string
}

/** What GET /domains/{domain} answers. */
export interface Domain extends DomainSummary {
  readonly verification: DomainVerification | null
  readonly ready_to_send: boolean
}

/** What POST /domains and POST /domains/{domain}/rotate-dkim answer. */
export interface AddedDomain {
  readonly domain: string
  readonly dns_records: ReadonlyArray<DnsRecord>
  /** What to do next. */
  readonly message: string
}

/** What POST /domains/{domain}/verify answers. */
export interface VerifiedDomain {
  readonly domain: string
  readonly verification: DomainVerification
  readonly ready_to_send: boolean
}
