import type { DkimFinding, DmarcFinding, SpfFinding } from "@telemark/contract"
import { Context, type Effect, type Redacted } from "effect"
import type { DkimAlgorithm, DkimKeyRecord } from "./Domain.js"

/** A fresh key pair. */
export interface DkimKeyPair {
  /** As `DkimKeyRecord.public_key`. */
  readonly public_key: string
  /** PKCS #8 as PEM. */
  readonly private_key: Redacted.Redacted
}

/** Port: makes key pairs, away from the thread that answers requests: an RSA key takes up to a second. */
export class DkimKeys extends Context.Tag("@telemark/core/DkimKeys")<DkimKeys, {
  /** RSA keys have 2048 bits. */
  readonly generate: (algorithm: DkimAlgorithm) => Effect.Effect<DkimKeyPair>
}>() {}

/** What to look up, and what should be found. */
export interface DomainQuestion {
  readonly domain: string
  readonly keys: ReadonlyArray<Pick<DkimKeyRecord, "selector" | "algorithm" | "public_key">>
  /** The mechanisms that were handed out, such as `include:_spf.example.com` or `a mx`. */
  readonly spf: string
  /** Addresses that the published record must allow; empty: a sample of each mechanism handed out. */
  readonly sending_ips: ReadonlyArray<string>
}

export interface DomainFindings {
  readonly spf: SpfFinding
  readonly dmarc: DmarcFinding
  /** One for each key asked for, in the same order. */
  readonly keys: ReadonlyArray<DkimFinding>
  /** What works but is unwise, such as `+all`. */
  readonly warnings: ReadonlyArray<string>
}

/** Port: looks a domain's records up in DNS, within 10 s. It never fails: trouble of DNS itself is a status. */
export class DomainVerifier extends Context.Tag("@telemark/core/DomainVerifier")<DomainVerifier, {
  readonly verify: (question: DomainQuestion) => Effect.Effect<DomainFindings>
}>() {}
