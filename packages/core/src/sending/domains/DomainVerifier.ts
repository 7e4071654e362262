import type {
  DkimFinding,
  DmarcFinding,
  ReturnPathFinding,
  SpfFinding,
  TrackingFinding
} from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { DkimKeyRecord } from "./Domain.js"
import type { AliasHosts } from "./dnsRecords.js"

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
