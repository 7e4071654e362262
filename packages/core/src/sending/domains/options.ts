import { type AliasHosts, aliasName, aliasUses } from "./records.js"

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
