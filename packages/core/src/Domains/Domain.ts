import type { DomainLook } from "@telemark/contract"

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
