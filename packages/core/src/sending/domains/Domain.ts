import type { SigningKey } from "../../delivery/message/Message.js"
import { type DomainLook, type Mailbox, splitAddress } from "@telemark/contract"
import type { SecretReference } from "../../accounts/secrets/sealedText.js"

/** RFC 6376 and RFC 8463. */
export type DkimAlgorithm = SigningKey["algorithm"]

/**
 * `next`: unused until its record is seen. `current`: signs. `retired`: no longer signs; its record
 * should stay until mail that it signed has arrived.
 */
export type DkimKeyState = "next" | "current" | "retired"

/** Times are epoch milliseconds. */
export interface DkimKeyRecord {
  readonly selector: string
  readonly algorithm: DkimAlgorithm
  /**
   * The `p=` value of the DNS record: base64 of the SubjectPublicKeyInfo for RSA, of the bare 32
   * bytes for Ed25519.
   */
  readonly public_key: string
  /** PKCS #8 as PEM, sealed. */
  readonly private_key: string
  readonly state: DkimKeyState
  readonly created_at: number
  /**
   * When a retired key is removed, or when a current Ed25519 key stops signing because its record
   * is gone.
   */
  readonly ends_at: number | null
}

/** Times are epoch milliseconds. */
export interface DomainRecord {
  readonly tenant_id: string
  /** Lower case, A-labels. */
  readonly domain: string
  readonly spf_verified: boolean
  readonly dkim_verified: boolean
  readonly dmarc_verified: boolean
  /**
   * Whether `bounce.<domain>` is an alias of the return path host. It stays as it is while no host
   * is configured.
   */
  readonly return_path_verified: boolean
  /** The same of `track.<domain>` and the tracking host. */
  readonly tracking_verified: boolean
  /** Since when checks have definitely found a verified record missing; null while it is there. */
  readonly spf_failing_since: number | null
  readonly dkim_failing_since: number | null
  readonly dmarc_failing_since: number | null
  readonly return_path_failing_since: number | null
  readonly tracking_failing_since: number | null
  /**
   * Exclusive to this tenant: true for the first tenant to verify it, for as long as its key is
   * published.
   */
  readonly owned: boolean
  readonly verified_at: number | null
  readonly created_at: number
  readonly next_check_at: number
  readonly verification: DomainLook | null
  /** At least one; the current RSA key comes first. */
  readonly keys: ReadonlyArray<DkimKeyRecord>
}

export const dkimKeyReference = (
  tenantId: string,
  { domain, selector }: { readonly domain: string; readonly selector: string }
): SecretReference => ({
  table: "dkim_keys",
  tenant_id: tenantId,
  row: `${domain} ${selector}`,
  column: "private_key"
})

/** Neither part can contain a blank. */
export const domainKey = ({ domain, tenant_id }: DomainKey): string => `${tenant_id} ${domain}`

/** The tenant and the sender domain of a message, in A-labels. */
export const senderOf = ({
  sender,
  tenant_id
}: {
  readonly sender: Mailbox
  readonly tenant_id: string
}): DomainKey => ({ tenant_id, domain: splitAddress(sender.address)?.domain ?? "" })

export interface DomainKey {
  readonly tenant_id: string
  readonly domain: string
}

/** Of a tenant. */
export const maxDomains = 1000

/** Nobody has looked for it yet. */
export const newDomain = (
  { domain, tenant_id }: DomainKey,
  keys: ReadonlyArray<DkimKeyRecord>,
  now: number
): DomainRecord => ({
  tenant_id,
  domain,
  spf_verified: false,
  dkim_verified: false,
  dmarc_verified: false,
  return_path_verified: false,
  tracking_verified: false,
  spf_failing_since: null,
  dkim_failing_since: null,
  dmarc_failing_since: null,
  return_path_failing_since: null,
  tracking_failing_since: null,
  owned: false,
  verified_at: null,
  created_at: now,
  next_check_at: now,
  verification: null,
  keys
})
