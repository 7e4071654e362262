import type { DnsRecord } from "@telemark/contract"
import type { DkimAlgorithm, DkimKeyRecord } from "./Domain.js"

/**
 * The SPF record that allows our servers (RFC 7208), from mechanisms such as
 * `include:_spf.example.com`.
 */
export const spfValue = (mechanisms: string): string => `v=spf1 ${mechanisms} ~all`

/** RFC 6376 3.6.1. */
export const dkimValue = (key: {
  readonly algorithm: DkimAlgorithm
  readonly public_key: string
}): string => `v=DKIM1; k=${key.algorithm}; p=${key.public_key}`

export const dkimHost = (selector: string, domain: string): string =>
  `${selector}._domainkey.${domain}`

/** The neutral DMARC policy: tightening it is up to the domain's owner (RFC 9989). */
export const dmarcValue = "v=DMARC1; p=none;"

export const dmarcHost = (domain: string): string => `_dmarc.${domain}`

/**
 * What a domain may publish an alias (CNAME) of one of the service's hosts for: its mail's return
 * paths, and the addresses of its tracked links.
 */
export type AliasUse = "return_path" | "tracking"

const aliasLabels: Readonly<Record<AliasUse, string>> = { return_path: "bounce", tracking: "track" }

/** In the order in which their records are handed out. */
const aliasUses: ReadonlyArray<AliasUse> = ["return_path", "tracking"]

/** `bounce.<domain>` or `track.<domain>`. */
export const aliasName = (use: AliasUse, domain: string): string => `${aliasLabels[use]}.${domain}`

/** In A-labels; absent if there is none. */
export type AliasHosts = Readonly<Partial<Record<AliasUse, string>>>

const txt = (host: string, value: string): DnsRecord => ({ type: "TXT", host, value })

/** What a domain is asked to publish besides its keys. */
interface RecordValues {
  readonly spf: string
  readonly aliases: AliasHosts
}

/**
 * The DNS records of a domain: SPF, the current key, DMARC, aliases, other keys, retired ones last.
 * Retired keys are included so that replacing a zone with this list loses no record that mail in
 * transit needs.
 */
export const dnsRecords = (
  domain: string,
  keys: ReadonlyArray<DkimKeyRecord>,
  { aliases, spf }: RecordValues
): ReadonlyArray<DnsRecord> => {
  const [first, ...others] = keys.map((key) => txt(dkimHost(key.selector, domain), dkimValue(key)))
  return [
    txt(domain, spfValue(spf)),
    ...(first === undefined ? [] : [first]),
    txt(dmarcHost(domain), dmarcValue),
    ...aliasUses.flatMap((use): ReadonlyArray<DnsRecord> => {
      const value = aliases[use]
      return value === undefined ? [] : [{ type: "CNAME", host: aliasName(use, domain), value }]
    }),
    ...others
  ]
}

export interface DomainsOptions {
  /**
   * SPF mechanisms for domains to publish, such as `include:_spf.example.com`; `a mx` by default.
   */
  readonly spf?: string | undefined
  /** Addresses that domains' SPF records must allow; by default a sample of each mechanism. */
  readonly sendingIps?: ReadonlyArray<string> | undefined
  /**
   * Set if messages get return paths of their own: domains may publish `bounce.<domain>` as an
   * alias of the host, in A-labels.
   */
  readonly returnPath?: { readonly host: string } | undefined
  /**
   * Set if domains may have addresses of their own in tracked links: they may publish
   * `track.<domain>` as an alias of this host, in A-labels.
   */
  readonly trackingHost?: string | undefined
  /** Whether domains get an Ed25519 key in addition to the RSA one; false by default. */
  readonly dkimEd25519?: boolean | undefined
}

/** The default `a mx`: the domain's own web and mail servers send. */
export const spfOf = ({ spf = "a mx" }: DomainsOptions): string => spf

/**
 * The hosts that a domain's aliases should lead to. A host that has that very name is left out: it
 * needs no alias.
 */
export const aliasHostsFor = (
  domain: string,
  { returnPath, trackingHost }: DomainsOptions
): AliasHosts => {
  const hosts = { return_path: returnPath?.host, tracking: trackingHost }
  return Object.fromEntries(
    aliasUses.flatMap((use) => {
      const host = hosts[use]
      return host === undefined || host === aliasName(use, domain) ? [] : [[use, host]]
    })
  )
}
