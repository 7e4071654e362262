import type {
  DkimFinding,
  DmarcFinding,
  ReturnPathFinding,
  SpfFinding,
  TrackingFinding
} from "@telemark/contract"
import { Context, type Effect, type Redacted } from "effect"
import type { DkimAlgorithm, DkimKeyRecord } from "./Domain.js"
import type { AliasHosts } from "./records.js"

/** A new key pair; `public_key` as in `DkimKeyRecord`. */
export interface DkimKeyPair {
  readonly public_key: string
  /** PKCS #8 as PEM. */
  readonly private_key: Redacted.Redacted
}

/**
 * Port: generates key pairs off the thread that serves requests: an RSA key takes up to a second.
 */
export class DkimKeys extends Context.Service<
  DkimKeys,
  {
    /** RSA keys have 2048 bits. */
    readonly generate: (algorithm: DkimAlgorithm) => Effect.Effect<DkimKeyPair>
  }
>()("@telemark/core/DkimKeys") {}

/** What to look up, and the values to expect. */
export interface DomainQuestion {
  readonly domain: string
  readonly keys: ReadonlyArray<Pick<DkimKeyRecord, "selector" | "algorithm" | "public_key">>
  /** The mechanisms to publish, such as `include:_spf.example.com` or `a mx`. */
  readonly spf: string
  /** Addresses that the published record must allow; empty: a sample of each mechanism. */
  readonly sending_ips: ReadonlyArray<string>
  /** The hosts that names of the domain should be aliases of; none by default. */
  readonly aliases?: AliasHosts | undefined
}

export interface DomainFindings {
  readonly spf: SpfFinding
  readonly dmarc: DmarcFinding
  /** Absent if it wasn't asked for. */
  readonly return_path?: ReturnPathFinding | undefined
  /** The same. */
  readonly tracking?: TrackingFinding | undefined
  /** One per requested key, in the same order. */
  readonly keys: ReadonlyArray<DkimFinding>
  /** Working but unwise settings, such as `+all`. */
  readonly warnings: ReadonlyArray<string>
}

/**
 * Port: looks up a domain's records in DNS, within 10 s. It never fails: a DNS error is a status.
 */
export class DomainVerifier extends Context.Service<
  DomainVerifier,
  {
    readonly verify: (question: DomainQuestion) => Effect.Effect<DomainFindings>
  }
>()("@telemark/core/DomainVerifier") {}
